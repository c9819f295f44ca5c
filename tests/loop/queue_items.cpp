// queue_items.cpp: what is stored, and how it is counted.
//
// The one thing to know: items stored and items unfinished are two numbers. The first falls with a
// get, the second with task_done().
#include "core/loop/joinable_queue.hpp"
#include "core/loop/timeouts.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;
using aio::JoinableQueue;

namespace {

using Boxes = JoinableQueue<std::unique_ptr<int>>;

// Puts and gets in one go, if neither suspends.
Coro<void> put_and_get_at_once(JoinableQueue<int>& queue, std::string& log) {
    co_await queue.put(1);
    co_await queue.put(2);
    const int first = co_await queue.get();
    log += "got " + std::to_string(first) + " ";
}

Coro<void> put_without_time(EventLoop& loop, JoinableQueue<int>& queue, bool& expired) {
    aio::Timeout timeout(loop, 0s);
    co_await queue.put(1);
    expired = timeout.expired();
}

// Whether these compile with a limit of this type.
template <class Limit>
constexpr bool takes_limit = requires(EventLoop& loop, JoinableQueue<int>& queue, Limit limit) {
    aio::wait_for(loop, queue.get(), limit);
    aio::Timeout(loop, limit);
};

}  // namespace

TEST_CASE("Items come out in the order in which they were put", "[loop][queue][L48][Q01]") {
    TestLoop test;
    Boxes queue(test.loop);
    for (int i = 0; i < 1000; ++i) queue.put_nowait(std::make_unique<int>(i));
    CHECK_FALSE(queue.full());
    CHECK(queue.qsize() == 1000);
    int wrong = 0;
    for (int i = 0; i < 1000; ++i) {
        if (*queue.get_nowait() != i) ++wrong;
    }
    CHECK(wrong == 0);
    CHECK(queue.empty());
}

TEST_CASE("Size, empty and full count what is stored, not who waits", "[loop][queue][Q02]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop, 2);
    CHECK((queue.empty() && !queue.full() && queue.qsize() == 0));
    queue.put_nowait(1);
    CHECK((!queue.empty() && !queue.full() && queue.qsize() == 1));
    queue.put_nowait(2);
    const auto putter = test.loop.create_task(queue.put(3));
    test.turn();
    CHECK((queue.full() && queue.qsize() == 2 && queue.waiting() == 1));
    CHECK(queue.unfinished() == 2);
    putter->cancel();
    test.turn();
}

TEST_CASE("Getting from an empty queue without waiting throws", "[loop][queue][Q03]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    CHECK_THROWS_AS(queue.get_nowait(), aio::QueueEmpty);
    queue.put_nowait(1);
    CHECK(queue.get_nowait() == 1);
    CHECK_THROWS_AS(queue.get_nowait(), aio::QueueEmpty);
}

TEST_CASE("Putting into a full queue without waiting throws, and the item is not lost",
          "[loop][queue][Q04]") {
    TestLoop test;
    Boxes queue(test.loop, 1);
    queue.put_nowait(std::make_unique<int>(1));
    auto second = std::make_unique<int>(2);
    CHECK_THROWS_AS(queue.put_nowait(std::move(second)), aio::QueueFull);
    CHECK(*second == 2);
    CHECK(queue.qsize() == 1);
    CHECK(queue.unfinished() == 1);
    CHECK(*queue.get_nowait() == 1);
}

TEST_CASE("A get and a put that need not wait do not suspend", "[loop][queue][Q05]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop, 2);
    std::string log;
    const auto task = test.loop.create_task(put_and_get_at_once(queue, log));
    test.loop.call_soon([&log] { log += "other "; });
    test.turn();
    CHECK(log == "got 1 other ");
    CHECK(task->done());
    CHECK(queue.get_nowait() == 2);
}

TEST_CASE("A put that need not wait succeeds without any time", "[loop][queue][bug-A14]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop, 3);
    bool expired = true;
    test.loop.run_until_complete(put_without_time(test.loop, queue, expired));
    CHECK_FALSE(expired);
    CHECK(queue.qsize() == 1);
}

TEST_CASE("Every way to put raises the unfinished count once", "[loop][queue][L63][Q16][bug-A7]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop, 3);
    const int named = 1;
    queue.put_nowait(named);
    CHECK(queue.unfinished() == 1);
    queue.put_nowait(2);
    CHECK(queue.unfinished() == 2);
    test.loop.run_until_complete(queue.put(3));
    CHECK(queue.unfinished() == 3);
    const auto late = test.loop.create_task(queue.put(4));
    test.turn();
    CHECK(queue.unfinished() == 3);
    queue.get_nowait();
    CHECK(queue.unfinished() == 3);
    test.loop.run_until_complete(*late);
    CHECK(queue.unfinished() == 4);
    for (std::size_t left = 4; left > 0; --left) {
        CHECK(queue.unfinished() == left);
        queue.task_done();
    }
    CHECK(queue.unfinished() == 0);
}

TEST_CASE("One task_done too many throws, changes nothing and leaves the queue usable",
          "[loop][queue][Q17][bug-A11]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    CHECK_THROWS_AS(queue.task_done(), std::logic_error);
    queue.put_nowait(1);
    queue.get_nowait();
    queue.task_done();
    CHECK_THROWS_AS(queue.task_done(), std::logic_error);
    CHECK(queue.unfinished() == 0);

    queue.put_nowait(2);
    const auto joiner = test.loop.create_task(queue.join());
    test.turn();
    CHECK_FALSE(joiner->done());
    queue.task_done();
    test.loop.run_until_complete(*joiner);
}

TEST_CASE("A put that is made and not awaited stores nothing", "[loop][queue][Q26]") {
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    {
        const auto forgotten = queue.put(1);
        test.turn();
    }
    CHECK(queue.empty());
    CHECK(queue.unfinished() == 0);
}

TEST_CASE("A limit is a duration, and neither a number nor a point in time",
          "[loop][queue][timeouts][bug-A17]") {
    static_assert(takes_limit<std::chrono::seconds>);
    static_assert(takes_limit<std::optional<aio::Duration>>);
    static_assert(!takes_limit<int>);
    static_assert(!takes_limit<double>);
    static_assert(!takes_limit<aio::TimePoint>);
    TestLoop test;
    JoinableQueue<int> queue(test.loop);
    auto get = aio::wait_for(test.loop, queue.get(), 2s);
    CHECK_THROWS_AS(test.loop.run_until_complete(std::move(get)), aio::TimeoutError);
    CHECK(test.clock.elapsed() == 2s);
}
