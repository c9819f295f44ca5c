// queue_join.cpp: waiting until all is done, producers and consumers, and the end of a queue.
//
// The one thing to know: join() is woken when the count of unfinished items reaches zero, at that
// moment. What is put afterwards is the next round's.
#include "core/loop/joinable_queue.hpp"
#include "core/loop/sleep.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;
using aio::JoinableQueue;

namespace {

// Counts down: each item but 0 is replaced by the next smaller one, before it is reported as done.
Coro<void> count_down(JoinableQueue<int>& queue, std::string& log) {
    for (;;) {
        const int item = co_await queue.get();
        log += std::to_string(item);
        if (item > 0) queue.put_nowait(item - 1);
        queue.task_done();
    }
}

Coro<void> join_and_note(JoinableQueue<int>& queue, std::string& log) {
    co_await queue.join();
    log += " joined";
}

Coro<void> join_three_times(JoinableQueue<int>& queue) {
    for (int i = 0; i < 3; ++i) co_await queue.join();
}

// Pauses of 0 to 2 ms that look random.
class Pauses {
  public:
    explicit Pauses(unsigned seed) : state_(seed) {}
    aio::Duration next() {
        state_ = state_ * 1103515245U + 12345U;
        return std::chrono::milliseconds((state_ >> 16U) % 3U);
    }

  private:
    unsigned state_;
};

Coro<void> put_with_pauses(EventLoop& loop, JoinableQueue<int>& queue, Pauses& pauses) {
    for (int i = 1; i <= 20; ++i) {
        co_await aio::sleep(loop, pauses.next());
        co_await queue.put(i);
    }
}

Coro<void> sum_with_pauses(EventLoop& loop, JoinableQueue<int>& queue, Pauses& pauses, int& sum) {
    for (;;) {
        sum += co_await queue.get();
        co_await aio::sleep(loop, pauses.next());
        queue.task_done();
    }
}

// The sum of what three producers have put through a queue of one place, to two consumers.
int sum_through_one_place(unsigned seed) {
    TestLoop test;
    JoinableQueue<int> queue(test.loop, 1);
    Pauses pauses(seed);
    int sum = 0;
    std::vector<std::unique_ptr<Task<void>>> producers, consumers;
    for (int i = 0; i < 3; ++i) {
        producers.push_back(test.loop.create_task(put_with_pauses(test.loop, queue, pauses)));
    }
    for (int i = 0; i < 2; ++i) {
        consumers.push_back(test.loop.create_task(sum_with_pauses(test.loop, queue, pauses, sum)));
    }
    for (const auto& producer : producers) test.loop.run_until_complete(*producer);
    test.loop.run_until_complete(queue.join());
    for (const auto& consumer : consumers) consumer->cancel();
    test.turn();
    return sum;
}

}  // namespace

TEST_CASE("Join waits for task_done, not for get", "[loop][queue][L52][L63][Q18]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    queue.put_nowait(1);
    queue.put_nowait(2);
    const auto joiner = test.loop.create_task(queue.join());
    queue.get_nowait();
    queue.get_nowait();
    queue.task_done();
    test.turn();
    test.turn();
    CHECK_FALSE(joiner->done());
    queue.task_done();
    test.turn();
    CHECK(joiner->done());
}

TEST_CASE("Join on a fresh queue returns at once, as often as wanted", "[loop][queue][Q19]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    const auto joiner = test.loop.create_task(join_three_times(queue));
    test.turn();
    CHECK(joiner->done());
}

TEST_CASE("A put after all was done makes join wait again", "[loop][queue][L63][Q20][bug-G22]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    for (int round = 0; round < 3; ++round) {
        queue.put_nowait(round);
        const auto joiner = test.loop.create_task(queue.join());
        test.turn();
        test.turn();
        CHECK_FALSE(joiner->done());
        queue.task_done();
        test.turn();
        CHECK(joiner->done());
    }
}

TEST_CASE("All joiners wake, and a cancelled one does not disturb the others",
          "[loop][queue][Q21][bug-G22]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    queue.put_nowait(1);
    const auto one = test.loop.create_task(queue.join());
    const auto cancelled = test.loop.create_task(queue.join());
    const auto two = test.loop.create_task(queue.join());
    test.turn();
    cancelled->cancel();
    test.turn();
    CHECK((cancelled->cancelled() && !one->done() && !two->done()));
    queue.task_done();
    test.turn();
    CHECK(one->done());
    CHECK(two->done());
}

TEST_CASE("A released joiner that is cancelled does not release who joined after it",
          "[loop][queue][Q20][Q21]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    queue.put_nowait(1);
    const auto released = test.loop.create_task(queue.join());
    test.turn();
    const auto waiting = test.loop.create_task(queue.join());  // In line before the other runs.
    queue.task_done();
    queue.put_nowait(2);
    CHECK(released->cancel());
    test.turn();
    test.turn();
    CHECK_FALSE(waiting->done());
    queue.task_done();
    test.turn();
    CHECK(waiting->done());
}

TEST_CASE("A joiner that was released returns, although something was put before it ran",
          "[loop][queue][Q22][bug-A10]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    queue.put_nowait(1);
    const auto joiner = test.loop.create_task(queue.join());
    test.turn();
    queue.task_done();
    queue.put_nowait(2);
    const int turns = test.clock.turns;
    test.loop.run_until_complete(*joiner);
    CHECK(test.clock.turns - turns <= 2);
    CHECK(queue.unfinished() == 1);
}

TEST_CASE("The count is independent of what is stored", "[loop][queue][Q23]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    queue.put_nowait(1);
    const auto joiner = test.loop.create_task(queue.join());
    test.turn();
    queue.task_done();
    test.turn();
    CHECK(joiner->done());
    CHECK(queue.get_nowait() == 1);
}

TEST_CASE("New work that is put before task_done keeps join waiting", "[loop][queue][L58][Q24]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    std::string log;
    const auto one = test.loop.create_task(count_down(queue, log));
    const auto two = test.loop.create_task(count_down(queue, log));
    queue.put_nowait(9);
    test.loop.run_until_complete(join_and_note(queue, log));
    CHECK(log == "9876543210 joined");
    one->cancel();
    two->cancel();
    test.turn();
}

TEST_CASE("A queue of one place never deadlocks producers and consumers", "[loop][queue][Q25]") {
    for (unsigned seed = 0; seed < 50; ++seed) {
        CAPTURE(seed);
        CHECK(sum_through_one_place(seed) == 3 * 210);
    }
}

TEST_CASE("Destroying a queue cancels those who wait in it", "[loop][queue][Q29][bug-A16]") {
    TestLoop test;
    auto empty = std::make_unique<JoinableQueue<int>>(test.loop);
    auto full = std::make_unique<JoinableQueue<int>>(test.loop, 1);
    full->put_nowait(1);
    const auto getter = test.loop.create_task(empty->get());
    const auto putter = test.loop.create_task(full->put(2));
    const auto joiner = test.loop.create_task(full->join());
    test.turn();
    empty.reset();
    full.reset();
    CHECK_THROWS_AS(test.loop.run_until_complete(*getter), CancelledError);
    CHECK_THROWS_AS(test.loop.run_until_complete(*putter), CancelledError);
    CHECK_THROWS_AS(test.loop.run_until_complete(*joiner), CancelledError);
}

TEST_CASE("Destroying a queue cancels also those who were woken and did not run yet",
          "[loop][queue][Q29][bug-A16]") {
    TestLoop test;
    auto queue = std::make_unique<JoinableQueue<int>>(test.loop);
    queue->put_nowait(1);
    queue->get_nowait();
    const auto getter = test.loop.create_task(queue->get());
    const auto joiner = test.loop.create_task(queue->join());
    test.turn();
    queue->task_done();
    queue->put_nowait(2);
    queue.reset();
    CHECK_THROWS_AS(test.loop.run_until_complete(*getter), CancelledError);
    CHECK_THROWS_AS(test.loop.run_until_complete(*joiner), CancelledError);
}

TEST_CASE("A loop that goes takes a spawned joiner along", "[loop][queue][bug-A16]") {
    std::vector<aio::ErrorContext> reports;
    {
        aio::test::ManualLoop manual;
        manual.loop.set_exception_handler(
            [&reports](const aio::ErrorContext& context) { reports.push_back(context); });
        JoinableQueue<int> queue(manual.loop);
        queue.put_nowait(1);
        manual.loop.spawn(queue.join(), "joiner");
        manual.loop.stop();
        manual.loop.run_forever();
    }
    REQUIRE(reports.size() == 1);
    CHECK(reports[0].message.find("it is pending! joiner") != std::string::npos);
}
