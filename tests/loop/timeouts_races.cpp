// timeouts_races.cpp: a limit, a result and a cancellation in one turn.
//
// The one thing to know: each of these comes out in exactly one way, and nothing that was given
// away is lost: a cancellation wins over a result, and the result is freed or stays where it was.
#include "core/loop/joinable_queue.hpp"
#include "core/loop/timeouts.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;
using aio::TimeoutError;
using aio::wait_for;

namespace {

Coro<void> wait_and_go_on(EventLoop& loop, Future<int>& future, bool& went_on) {
    co_await wait_for(loop, future, 1h);
    went_on = true;
}

Coro<Counted> open_resource(Future<void>& opened, Lives& lives) {
    co_await opened;
    co_return Counted(lives);
}

Coro<void> use_resource(EventLoop& loop, Future<Counted>& inner, bool& went_on) {
    const Counted resource = co_await wait_for(loop, inner, 1h);
    went_on = true;
    co_await aio::sleep(loop, 1h);
}

// Counts how often the wait ends, and how.
struct LimitedEnds {
    int results = 0;
    int timeouts = 0;
};

Coro<int> return_after(EventLoop& loop, aio::Duration delay) {
    co_await aio::sleep(loop, delay);
    co_return 7;
}

Coro<void> count_ends(Coro<int> limited, LimitedEnds& ends) {
    try {
        co_await std::move(limited);
        ++ends.results;
    } catch (const TimeoutError&) {
        ++ends.timeouts;
    }
}

// Puts 0, 1, 2, ... with these pauses, used again and again.
Coro<void> produce(EventLoop& loop, aio::JoinableQueue<int>& queue, int count,
                   std::vector<aio::Duration> pauses) {
    for (int i = 0; i < count; ++i) {
        co_await aio::sleep(loop, pauses[static_cast<std::size_t>(i) % pauses.size()]);
        queue.put_nowait(i);
    }
}

Coro<std::vector<int>> consume_with_limit(EventLoop& loop, aio::JoinableQueue<int>& queue,
                                          int count, int& timeouts) {
    std::vector<int> items;
    while (std::ssize(items) < count) {
        try {
            const int item = co_await wait_for(loop, queue.get(), 1ms);
            items.push_back(item);
            queue.task_done();
        } catch (const TimeoutError&) {
            ++timeouts;
        }
    }
    co_return items;
}

std::vector<int> first_numbers(int count) {
    std::vector<int> numbers;
    for (int i = 0; i < count; ++i) numbers.push_back(i);
    return numbers;
}

}  // namespace

TEST_CASE("A cancel is not lost when the result comes in the same turn",
          "[loop][timeouts][D12][bug-B4]") {
    for (const bool result_first : {true, false}) {
        TestLoop test;
        Future<int> future(test.loop);
        bool went_on = false;
        const auto task = test.loop.create_task(wait_and_go_on(test.loop, future, went_on));
        test.turn();
        if (result_first) future.set_result(1);
        task->cancel();
        CHECK_THROWS_AS(future.set_result(2), aio::InvalidStateError);
        CHECK_THROWS_AS(test.loop.run_until_complete(*task), CancelledError);
        CHECK(task->cancelled());
        CHECK_FALSE(went_on);
        CHECK(test.loop.timer_count() == 0);
    }
}

TEST_CASE("A cancelled wait with a limit frees what it was just given",
          "[loop][timeouts][D12][bug-B5]") {
    TestLoop test;
    Lives lives;
    bool went_on = false;
    Future<void> opened(test.loop);
    opened.set_result();
    auto inner = test.loop.create_task(open_resource(opened, lives));
    const auto task = test.loop.create_task(use_resource(test.loop, *inner, went_on));
    SECTION("before it was looked at") {
        while (!inner->done()) test.turn();
    }
    SECTION("when it is in use") {
        while (!went_on) test.turn();
    }
    CHECK(lives.born > 0);
    task->cancel();
    CHECK_THROWS_AS(test.loop.run_until_complete(*task), CancelledError);
    inner.reset();
    CHECK(lives.left() == 0);
}

TEST_CASE("A limit and a result of the same moment end the wait once",
          "[loop][timeouts][D13][bug-B29]") {
    TestLoop test;
    auto& loop = test.loop;
    LimitedEnds as_coroutine, as_task, as_future;
    const auto inner = loop.create_task(return_after(loop, 1s));
    Future<int> future(loop);
    loop.call_later(1s, [&future] { future.set_result(7); });
    const auto one =
        loop.create_task(count_ends(wait_for(loop, return_after(loop, 1s), 1s), as_coroutine));
    const auto two = loop.create_task(count_ends(wait_for(loop, *inner, 1s), as_task));
    const auto three = loop.create_task(count_ends(wait_for(loop, future, 1s), as_future));
    loop.run_until_complete(return_after(loop, 2s));
    for (const LimitedEnds& ends : {as_coroutine, as_task, as_future}) {
        CHECK(ends.results + ends.timeouts == 1);
    }
    CHECK(future.result() == 7);
    CHECK((one->done() && two->done() && three->done()));
    CHECK(test.reports.empty());
}

TEST_CASE("A consumer whose gets time out at the moment of the put still gets everything",
          "[loop][timeouts][queue][D13]") {
    TestLoop test;
    aio::JoinableQueue<int> queue(test.loop);
    int timeouts = 0;
    const auto producer = test.loop.create_task(produce(test.loop, queue, 200, {1ms}));
    CHECK(test.loop.run_until_complete(consume_with_limit(test.loop, queue, 200, timeouts)) ==
          first_numbers(200));
    CHECK(timeouts > 0);
    CHECK(queue.empty());
    CHECK(queue.waiting() == 0);
}

TEST_CASE("A consumer whose gets time out receives everything in order, and join returns",
          "[loop][timeouts][queue][bug-A5]") {
    TestLoop test;
    aio::JoinableQueue<int> queue(test.loop);
    int timeouts = 0;
    const auto producer = test.loop.create_task(
        produce(test.loop, queue, 100, {0ms, 2ms, 1ms, 1500us, 900us, 0ms, 1001us}));
    CHECK(test.loop.run_until_complete(consume_with_limit(test.loop, queue, 100, timeouts)) ==
          first_numbers(100));
    CHECK(timeouts > 20);
    test.loop.run_until_complete(wait_for(test.loop, queue.join(), 1s));
    CHECK(queue.unfinished() == 0);
}
