// task_lifetime.cpp: who owns a task, and what becomes of its frames.
//
// The one thing to know: the owner of a task owns its frames. Destroying a pending task destroys
// them, the innermost first, with all that they wait for; and it is reported.
#include <csignal>
#include <memory>

#include "core/loop/fd_wait.hpp"
#include "core/loop/joinable_queue.hpp"
#include "core/loop/sleep.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/loop/selector_backends.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

Coro<void> sleep_holding(EventLoop& loop, aio::Duration delay, Counted) {
    co_await aio::sleep(loop, delay);
}

Coro<void> sleep_in_child(EventLoop& loop, Lives& lives) {
    const Counted local(lives);
    co_await sleep_holding(loop, 1h, Counted(lives));
}

Coro<void> read_holding(EventLoop& loop, int fd, Counted) { co_await aio::readable(loop, fd); }

Coro<void> await_holding(Future<void>& future, Counted) { co_await future; }

Coro<void> get_holding(aio::JoinableQueue<int>& queue, Counted) { co_await queue.get(); }

Coro<int> return_at_once(Counted) { co_return 7; }

// Owns the task that runs it, from the second step on.
Coro<void> own(std::shared_ptr<std::unique_ptr<Task<void>>>, Future<void>& future, Counted) {
    co_await future;
}

// Cancels all tasks of the loop when its frame is destroyed; waits in a child until then.
Coro<void> cancel_all_at_end(EventLoop& loop, Lives& lives) {
    struct Guard {
        EventLoop& loop;
        ~Guard() {
            for (aio::TaskBase* task : loop.all_tasks()) task->future.cancel();
        }
    } guard{loop};
    co_await sleep_in_child(loop, lives);
}

Coro<void> drop(std::unique_ptr<Task<void>>& task) {
    task.reset();
    co_return;
}

void let_task_destroy_itself() {
    EventLoop loop;
    std::unique_ptr<Task<void>> task;
    task = loop.create_task(drop(task), "suicide");
    loop.run_until_complete(*task);
}

// Leaves a task behind that uses its locals.
Coro<void> leave_child(EventLoop& loop, Lives& lives) {
    int count = 0;
    const auto use = [](EventLoop& l, int& c, Counted) -> Coro<void> {
        for (;;) {
            ++c;
            co_await aio::sleep(l, 1ms);
        }
    };
    const auto child = loop.create_task(use(loop, count, Counted(lives)), "left over");
    co_await aio::sleep(loop, 5ms);
}

}  // namespace

TEST_CASE("Destroying a pending task is reported, with its name and where it waits",
          "[loop][task][L53][T17]") {
    TestLoop test;
    Lives lives;
    {
        const auto started = test.loop.create_task(sleep_in_child(test.loop, lives), "sleeper");
    }
    {
        const auto waiting = test.loop.create_task(sleep_in_child(test.loop, lives), "sleeper");
        test.turn();
    }
    REQUIRE(test.reports.size() == 2);
    CHECK(test.reported("it is pending! sleeper: not started, sleep_in_child") == 1);
    CHECK(test.reported("it is pending! sleeper: waits in sleep_in_child (") == 1);
    CHECK(test.reported("), sleep_holding (") == 1);
    CHECK(test.reported("task_lifetime.cpp:") == 1);
}

TEST_CASE("A task that nobody waits for keeps running, owned by the loop", "[loop][task][T18]") {
    TestLoop test;
    Lives lives;
    test.loop.spawn(sleep_holding(test.loop, 1s, Counted(lives)));
    test.loop.run_until_complete(sleep_holding(test.loop, 500ms, Counted(lives)));
    CHECK(lives.left() == 1);
    test.loop.run_until_complete(sleep_holding(test.loop, 501ms, Counted(lives)));
    CHECK(lives.left() == 0);
    CHECK(test.reports.empty());
}

TEST_CASE("A spawned task that fails is reported and freed", "[loop][task][T16][T18]") {
    TestLoop test;
    const auto fail = [](EventLoop& loop) -> Coro<void> {
        co_await aio::sleep(loop, 1s);
        throw std::runtime_error("oops");
    };
    test.loop.spawn(fail(test.loop));
    test.loop.call_later(2s, [&] { test.loop.stop(); });
    test.loop.run_forever();
    REQUIRE(test.reports.size() == 1);
    CHECK(text_of(test.reports[0].exception) == "oops");
}

TEST_CASE("A destroyed frame takes its waits back", "[loop][task][T19][V04]") {
    TestLoop test;
    Lives lives;
    auto ends = selector_test::socket_pair();
    Future<void> future(test.loop);
    aio::JoinableQueue<int> queue(test.loop);
    auto& loop = test.loop;
    {
        const auto timer = loop.create_task(sleep_in_child(loop, lives));
        const auto reader = loop.create_task(read_holding(loop, ends.ours, Counted(lives)));
        const auto waiter = loop.create_task(await_holding(future, Counted(lives)));
        const auto getter = loop.create_task(get_holding(queue, Counted(lives)));
        const auto parent = loop.create_task(await_holding(*waiter, Counted(lives)));
        test.turn();
        CHECK((loop.timer_count() == 1 && loop.fds().size() == 1 && queue.waiting() == 1));
    }
    CHECK((loop.timer_count() == 0 && loop.fds().size() == 0 && queue.waiting() == 0));
    CHECK(lives.left() == 0);
    future.set_result();
    queue.put_nowait(1);
    test.turn();
    CHECK(test.reported("it is pending") == 5);
    CHECK(test.reports.size() == 5);
}

TEST_CASE("Who owns a frame in four cases", "[loop][task][bug-H14][bug-H16]") {
    TestLoop test;
    Lives lives;
    test.loop.spawn(sleep_holding(test.loop, 1s, Counted(lives)));  // Detached, and suspends.
    const auto early = test.loop.create_task(return_at_once(Counted(lives)));
    auto running = test.loop.create_task(sleep_holding(test.loop, 1h, Counted(lives)));
    auto done = test.loop.create_task(return_at_once(Counted(lives)));
    test.turn();
    CHECK(lives.left() == 2);  // A task that is done has no frame any more.

    done.reset();
    running.reset();
    CHECK(lives.left() == 1);
    test.loop.run_until_complete(sleep_holding(test.loop, 2s, Counted(lives)));
    CHECK(lives.left() == 0);
    CHECK(early->result() == 7);
    CHECK(test.reports.size() == 1);
}

TEST_CASE("A task may be destroyed inside the step of another one", "[loop][task][T19][bug-B35]") {
    TestLoop test;
    Lives lives;
    auto victim = test.loop.create_task(sleep_in_child(test.loop, lives));
    const auto dropper = test.loop.create_task(drop(victim));
    aio::TaskBase* seen = dropper.get();
    test.loop.call_soon([&] { seen = test.loop.current_task(); });
    test.turn();
    CHECK(victim == nullptr);
    CHECK(dropper->done());
    CHECK(seen == nullptr);
    CHECK(lives.left() == 0);
}

TEST_CASE("A task that destroys itself ends the program with a sentence",
          "[loop][task][V04][bug-H7]") {
    const loop_test::Death death = death_of(let_task_destroy_itself);
    CHECK(death.signal == SIGABRT);
    CHECK(death.text == "suicide destroys itself while it runs.\n");
}

TEST_CASE("A task left over by the main one goes before what it uses", "[loop][task][bug-H23]") {
    TestLoop test;
    Lives lives;
    test.loop.run_until_complete(leave_child(test.loop, lives));
    CHECK(lives.left() == 0);
    CHECK(test.loop.timer_count() == 0);
    CHECK(test.reported("left over: waits in") == 1);
    test.clock.advance(1s);
    test.turn();
}

TEST_CASE("A task that its own coroutine owns by a parameter goes with it when it is done",
          "[loop][task][T19][V04]") {
    TestLoop test;
    Lives lives;
    Future<void> future(test.loop);
    {
        const auto owner = std::make_shared<std::unique_ptr<Task<void>>>();
        *owner = test.loop.create_task(own(owner, future, Counted(lives)));
    }
    test.turn();
    CHECK(test.loop.all_tasks().size() == 1);
    SECTION("with a result") { future.set_result(); }
    SECTION("with an exception") {
        future.set_exception(std::make_exception_ptr(std::runtime_error("oops")));
    }
    SECTION("cancelled") { test.loop.all_tasks().front()->future.cancel(); }
    test.turn();
    test.turn();
    CHECK(test.loop.all_tasks().empty());
    CHECK(lives.left() == 0);
}

TEST_CASE("A task may be cancelled by its own frames while they are destroyed",
          "[loop][task][T19][V04]") {
    TestLoop test;
    Lives lives;
    auto task = test.loop.create_task(cancel_all_at_end(test.loop, lives));
    test.turn();
    task.reset();
    CHECK(lives.left() == 0);
    CHECK(test.loop.all_tasks().empty());
}
