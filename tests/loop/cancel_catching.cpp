// cancel_catching.cpp: coroutines that catch their cancellation.
//
// The one thing to know: C++ has no co_await inside a catch block. So a clean-up that awaits notes
// there that it was cancelled, leaves the block, awaits, and throws CancelledError at its end.
#include "core/loop/joinable_queue.hpp"
#include "core/loop/sleep.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

Coro<int> swallow_and_return(Future<void>& future) {
    try {
        co_await future;
    } catch (const CancelledError&) {
    }
    co_return 42;
}

Coro<int> swallow_and_await(EventLoop& loop, Future<void>& first, Future<int>& second) {
    try {
        co_await first;
    } catch (const CancelledError&) {
    }
    co_await aio::sleep(loop, 1s);
    co_return co_await second;
}

Coro<void> clean_up_and_end(EventLoop& loop, int& stage) {
    bool cancelled = false;
    try {
        co_await aio::sleep(loop, 1h);
    } catch (const CancelledError&) {
        cancelled = true;
    }
    stage = 1;
    co_await aio::sleep(loop, 1s);
    stage = 2;
    if (cancelled) throw CancelledError();
}

Coro<void> fail_in_clean_up(Future<void>& future) {
    try {
        co_await future;
    } catch (const CancelledError&) {
        throw std::runtime_error("the clean-up failed");
    }
}

// Gets and acknowledges until it is cancelled, then ends as if nothing were left to do.
Coro<void> work_until_cancelled(aio::JoinableQueue<int>& queue, int& done) {
    try {
        for (;;) {
            done += co_await queue.get();
            queue.task_done();
        }
    } catch (const CancelledError&) {
    }
}

}  // namespace

TEST_CASE("A task that catches its cancellation and returns is not cancelled",
          "[loop][task][cancel][X06]") {
    TestLoop test;
    Future<void> future(test.loop);
    const auto task = test.loop.create_task(swallow_and_return(future));
    test.turn();
    task->cancel();
    CHECK(test.loop.run_until_complete(*task) == 42);
    CHECK_FALSE(task->cancelled());
}

TEST_CASE("After a cancellation that was caught, awaits work as always",
          "[loop][task][cancel][X07]") {
    TestLoop test;
    Future<void> first(test.loop);
    Future<int> second(test.loop);
    const auto task = test.loop.create_task(swallow_and_await(test.loop, first, second));
    test.turn();
    task->cancel();
    test.loop.call_later(2s, [&second] { second.set_result(7); });
    CHECK(test.loop.run_until_complete(*task) == 7);
    CHECK(test.clock.elapsed() == 2s);
}

TEST_CASE("Clean-up after a cancellation may await, and one cancel interrupts once",
          "[loop][task][cancel][X08][bug-B33]") {
    TestLoop test;
    int stage = 0;
    const auto task = test.loop.create_task(clean_up_and_end(test.loop, stage));
    test.turn();
    task->cancel();
    CHECK_THROWS_AS(test.loop.run_until_complete(*task), CancelledError);
    CHECK(stage == 2);
    CHECK(task->cancelled());
    CHECK(test.clock.elapsed() == 1s);
}

TEST_CASE("A second cancel interrupts the clean-up of the first", "[loop][task][cancel][X09]") {
    TestLoop test;
    int stage = 0;
    const auto task = test.loop.create_task(clean_up_and_end(test.loop, stage));
    test.turn();
    task->cancel();
    test.turn();
    REQUIRE(stage == 1);
    CHECK(task->cancel());
    CHECK_THROWS_AS(test.loop.run_until_complete(*task), CancelledError);
    CHECK(stage == 1);
    CHECK(test.clock.elapsed() == 0s);
    CHECK(test.loop.timer_count() == 0);
}

TEST_CASE("Another exception thrown in the clean-up becomes the task's",
          "[loop][task][cancel][X20]") {
    TestLoop test;
    Future<void> future(test.loop);
    const auto task = test.loop.create_task(fail_in_clean_up(future));
    test.turn();
    task->cancel();
    CHECK_THROWS_AS(test.loop.run_until_complete(*task), std::runtime_error);
    CHECK_FALSE(task->cancelled());
}

TEST_CASE("Workers that are idle at the end are cancelled, and end quietly a turn later",
          "[loop][task][cancel][queue][L52][X22]") {
    TestLoop test;
    aio::JoinableQueue<int> queue(test.loop);
    int done = 0;
    std::vector<std::unique_ptr<aio::Task<void>>> workers;
    for (int i = 0; i < 3; ++i) {
        workers.push_back(test.loop.create_task(work_until_cancelled(queue, done)));
    }
    for (int i = 1; i <= 5; ++i) queue.put_nowait(i);
    test.loop.run_until_complete(queue.join());
    CHECK(done == 15);

    for (const auto& worker : workers) CHECK(worker->cancel());
    CHECK_FALSE(workers[0]->done());
    test.turn();
    for (const auto& worker : workers) CHECK((worker->done() && !worker->cancelled()));
    CHECK(queue.waiting() == 0);
    CHECK(test.reports.empty());
}
