// queue_waiting.cpp: those who wait for an item or for room.
//
// The one thing to know: a put wakes a getter and hands it nothing. Between the two, others may
// come: another getter that does not wait, or a cancellation. Each test here puts one of them
// there.
#include "core/loop/joinable_queue.hpp"
#include "core/loop/timeouts.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;
using aio::JoinableQueue;

namespace {

// Three tasks that wait for an item, in this order.
struct Getters {
    explicit Getters(TestLoop& test, JoinableQueue<int>& queue)
        : first(test.loop.create_task(queue.get())),
          second(test.loop.create_task(queue.get())),
          third(test.loop.create_task(queue.get())) {
        test.turn();
    }
    std::unique_ptr<Task<int>> first, second, third;
};

}  // namespace

TEST_CASE("A get, put or join that has not begun is cancelled if the queue goes first",
          "[loop][queue][V04]") {
    TestLoop test;
    std::optional<JoinableQueue<int>> queue(std::in_place, test.loop);
    queue->put_nowait(7);
    const auto get = test.loop.create_task(queue->get());
    const auto put = test.loop.create_task(queue->put(8));
    const auto join = test.loop.create_task(queue->join());
    queue.reset();
    test.turn();
    CHECK((get->cancelled() && put->cancelled() && join->cancelled()));
}

TEST_CASE("A get on an empty queue waits for an item", "[loop][queue][L59][Q06]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    const auto getter = test.loop.create_task(queue.get());
    for (int i = 0; i < 3; ++i) test.turn();
    CHECK_FALSE(getter->done());
    queue.put_nowait(7);
    CHECK_FALSE(getter->done());
    test.turn();
    REQUIRE(getter->done());
    CHECK(getter->result() == 7);
}

TEST_CASE("A put on a full queue waits for a slot, and stores when it resumes",
          "[loop][queue][Q07]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop, 1);
    queue.put_nowait(1);
    const auto putter = test.loop.create_task(queue.put(2));
    for (int i = 0; i < 3; ++i) test.turn();
    CHECK_FALSE(putter->done());
    CHECK(queue.get_nowait() == 1);
    CHECK(queue.qsize() == 0);
    test.turn();
    CHECK(putter->done());
    CHECK(queue.get_nowait() == 2);
}

TEST_CASE("A put wakes the getter that has waited longest and is not cancelled",
          "[loop][queue][Q08]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    const Getters getters(test, queue);
    getters.first->cancel();
    queue.put_nowait(7);
    test.turn();
    CHECK(getters.first->cancelled());
    REQUIRE(getters.second->done());
    CHECK(getters.second->result() == 7);
    CHECK_FALSE(getters.third->done());
    CHECK(queue.waiting() == 1);
    queue.put_nowait(8);
    CHECK(test.loop.run_until_complete(*getters.third) == 8);
}

TEST_CASE("A get wakes the putter that has waited longest and is not cancelled",
          "[loop][queue][Q08][Q13]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop, 1);
    queue.put_nowait(1);
    const auto cancelled = test.loop.create_task(queue.put(2));
    const auto next = test.loop.create_task(queue.put(3));
    const auto last = test.loop.create_task(queue.put(4));
    test.turn();
    cancelled->cancel();
    queue.get_nowait();
    test.turn();
    CHECK((next->done() && !last->done()));
    CHECK(queue.unfinished() == 2);  // 1 and 3.
    CHECK(queue.get_nowait() == 3);
    test.turn();
    CHECK(queue.get_nowait() == 4);
    CHECK(queue.unfinished() == 3);
}

TEST_CASE("A getter whose item was taken by another waits again, behind the others",
          "[loop][queue][Q09][bug-A4]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    const Getters getters(test, queue);
    queue.put_nowait(1);
    CHECK(queue.get_nowait() == 1);
    test.turn();
    CHECK_FALSE(getters.first->done());
    CHECK(queue.waiting() == 3);
    for (const int item : {2, 3, 4}) queue.put_nowait(item);
    test.turn();
    CHECK(getters.second->result() == 2);
    CHECK(getters.third->result() == 3);
    CHECK(getters.first->result() == 4);
}

TEST_CASE("A put without waiting may overtake a put that waits, and nothing is lost",
          "[loop][queue][Q09][bug-A13]") {
    TestLoop test;
    JoinableQueue<char> queue(test.loop, 1);
    queue.put_nowait('a');
    const auto putter = test.loop.create_task(queue.put('b'));
    test.turn();
    CHECK(queue.get_nowait() == 'a');
    queue.put_nowait('c');
    test.turn();
    CHECK_FALSE(putter->done());
    CHECK(queue.qsize() == 1);
    CHECK(queue.get_nowait() == 'c');
    test.turn();
    CHECK(putter->done());
    CHECK(queue.get_nowait() == 'b');
    CHECK(queue.unfinished() == 3);
}

TEST_CASE("A cancelled getter leaves the line and takes no item along", "[loop][queue][Q10]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    const Getters getters(test, queue);
    getters.first->cancel();
    test.turn();
    CHECK(queue.waiting() == 2);
    queue.put_nowait(1);
    queue.put_nowait(2);
    queue.put_nowait(3);
    test.turn();
    CHECK(getters.second->result() == 1);
    CHECK(getters.third->result() == 2);
    CHECK(queue.get_nowait() == 3);
}

TEST_CASE("A getter that is cancelled after its wake-up passes it on",
          "[loop][queue][Q11][bug-A2]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    const Getters getters(test, queue);
    queue.put_nowait(7);
    getters.first->cancel();
    test.turn();
    CHECK(getters.first->cancelled());
    test.turn();
    REQUIRE(getters.second->done());
    CHECK(getters.second->result() == 7);
    CHECK_FALSE(getters.third->done());
    getters.third->cancel();
    test.turn();
}

TEST_CASE("An item stays if the only getter is cancelled after its wake-up",
          "[loop][queue][Q11][bug-A1]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    const auto getter = test.loop.create_task(queue.get());
    test.turn();
    queue.put_nowait(1);
    getter->cancel();
    CHECK_THROWS_AS(test.loop.run_until_complete(*getter), CancelledError);
    CHECK(queue.qsize() == 1);
    CHECK(queue.unfinished() == 1);
    CHECK(test.loop.run_until_complete(queue.get()) == 1);
}

TEST_CASE("A putter that is cancelled after its wake-up passes it on, and its item is not stored",
          "[loop][queue][Q12][Q13][bug-A2]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop, 1);
    queue.put_nowait(1);
    const auto cancelled = test.loop.create_task(queue.put(2));
    const auto next = test.loop.create_task(queue.put(3));
    test.turn();
    queue.get_nowait();
    cancelled->cancel();
    test.turn();
    test.turn();
    CHECK(cancelled->cancelled());
    REQUIRE(next->done());
    CHECK(queue.get_nowait() == 3);
    CHECK(queue.unfinished() == 2);
    CHECK(queue.waiting() == 0);
}

TEST_CASE("A get that times out leaves no waiter behind, and the next item is not swallowed",
          "[loop][queue][timeouts][Q14]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    auto limited = aio::wait_for(test.loop, queue.get(), 1s);
    CHECK_THROWS_AS(test.loop.run_until_complete(std::move(limited)), aio::TimeoutError);
    CHECK(queue.waiting() == 0);
    queue.put_nowait(1);
    test.turn();
    CHECK(queue.get_nowait() == 1);
}

TEST_CASE("Several getters that are woken at once get an item each", "[loop][queue][Q15]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    const Getters getters(test, queue);
    for (const int item : {1, 2, 4}) queue.put_nowait(item);
    test.turn();
    CHECK(getters.first->result() + getters.second->result() + getters.third->result() == 7);
    CHECK(queue.empty());
    CHECK(queue.waiting() == 0);
}
