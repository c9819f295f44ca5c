// timeouts_wait_for.cpp: waiting with a limit.
//
// The one thing to know: wait_for gives up nothing that still runs. It cancels, waits until that
// has really ended, and only then throws TimeoutError.
#include "core/loop/timeouts.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;
using aio::TimeoutError;
using aio::wait_for;

namespace {

Coro<int> value_after(EventLoop& loop, aio::Duration delay) {
    co_await aio::sleep(loop, delay);
    co_return 42;
}

Coro<int> error_after(EventLoop& loop, aio::Duration delay) {
    co_await aio::sleep(loop, delay);
    throw std::runtime_error("oops");
}

// Needs 5 s to clean up when it is cancelled.
Coro<int> end_slowly(EventLoop& loop, bool& cleaned) {
    try {
        co_await aio::sleep(loop, 1h);
    } catch (const CancelledError&) {
    }
    co_await aio::sleep(loop, 5s);
    cleaned = true;
    throw CancelledError();
}

// Ends with 42, or with an exception, when it is cancelled.
Coro<int> end_otherwise(EventLoop& loop, bool fail) {
    try {
        co_await aio::sleep(loop, 1h);
    } catch (const CancelledError&) {
        if (fail) throw std::logic_error("the clean-up failed");
    }
    co_return 42;
}

Coro<int> note_start(bool& started, Counted) {
    started = true;
    co_return 1;
}

Coro<int> await_until_done(Future<int>& future) { co_return co_await future; }

}  // namespace

TEST_CASE("What ends in time gives its value or exception, and leaves no timer",
          "[loop][timeouts][D04]") {
    TestLoop test;
    auto& loop = test.loop;
    CHECK(loop.run_until_complete(wait_for(loop, value_after(loop, 1s), 2s)) == 42);
    CHECK(loop.timer_count() == 0);
    const auto task = loop.create_task(wait_for(loop, error_after(loop, 1s), 2s));
    CHECK_THROWS_AS(loop.run_until_complete(*task), std::runtime_error);
    CHECK(text_of(task->exception()) == "oops");
    CHECK(loop.timer_count() == 0);
    CHECK(test.clock.elapsed() == 2s);
}

TEST_CASE("A timeout is thrown after what it gave up has cleaned up",
          "[loop][timeouts][D05][bug-B7]") {
    TestLoop test;
    bool cleaned = false;
    SECTION("a coroutine") {
        const auto wait = [&] {
            test.loop.run_until_complete(wait_for(test.loop, end_slowly(test.loop, cleaned), 2s));
        };
        CHECK_THROWS_AS(wait(), TimeoutError);
    }
    SECTION("a task") {
        const auto task = test.loop.create_task(end_slowly(test.loop, cleaned));
        const auto wait = [&] { test.loop.run_until_complete(wait_for(test.loop, *task, 2s)); };
        CHECK_THROWS_AS(wait(), TimeoutError);
        CHECK(task->cancelled());
    }
    CHECK(cleaned);
    CHECK(test.clock.elapsed() == 7s);
}

TEST_CASE("What swallows the cancellation of a timeout still gives its value",
          "[loop][timeouts][D06]") {
    TestLoop test;
    auto& loop = test.loop;
    CHECK(loop.run_until_complete(wait_for(loop, end_otherwise(loop, false), 1s)) == 42);
    const auto task = loop.create_task(end_otherwise(loop, false));
    CHECK(loop.run_until_complete(wait_for(loop, *task, 1s)) == 42);
}

TEST_CASE("Another exception thrown in the clean-up comes out instead of the timeout",
          "[loop][timeouts][D07]") {
    TestLoop test;
    auto& loop = test.loop;
    const auto one = loop.create_task(wait_for(loop, end_otherwise(loop, true), 1s));
    CHECK_THROWS_AS(loop.run_until_complete(*one), std::logic_error);
    const auto inner = loop.create_task(end_otherwise(loop, true));
    const auto two = loop.create_task(wait_for(loop, *inner, 1s));
    CHECK_THROWS_AS(loop.run_until_complete(*two), std::logic_error);
}

TEST_CASE("With no time at all a coroutine is not started", "[loop][timeouts][D08]") {
    for (const aio::Duration none : {aio::Duration(0s), aio::Duration(-1s)}) {
        TestLoop test;
        Lives lives;
        bool started = false;
        auto coro = wait_for(test.loop, note_start(started, Counted(lives)), none);
        CHECK_THROWS_AS(test.loop.run_until_complete(std::move(coro)), TimeoutError);
        CHECK_FALSE(started);
        CHECK(lives.left() == 0);
    }
}

TEST_CASE("With no time at all a future that is done gives its value, and a task is cancelled",
          "[loop][timeouts][D08]") {
    TestLoop test;
    auto& loop = test.loop;
    Future<int> done(loop);
    done.set_result(7);
    CHECK(loop.run_until_complete(wait_for(loop, done, 0s)) == 7);

    bool cleaned = false;
    const auto running = loop.create_task(end_slowly(loop, cleaned));
    test.turn();
    const auto wait = loop.create_task(wait_for(loop, *running, -1s));
    CHECK_THROWS_AS(loop.run_until_complete(*wait), TimeoutError);
    CHECK(cleaned);
}

TEST_CASE("Without a limit wait_for is a plain await", "[loop][timeouts][D09]") {
    TestLoop test;
    auto& loop = test.loop;
    CHECK(loop.run_until_complete(wait_for(loop, value_after(loop, 1h), std::nullopt)) == 42);
    CHECK(test.clock.sleeps == std::vector<aio::Duration>{1h});
    Future<int> future(loop);
    loop.call_later(1h, [&future] { future.set_result(7); });
    CHECK(loop.run_until_complete(wait_for(loop, future, std::nullopt)) == 7);
}

TEST_CASE("A future that is not there in time is cancelled", "[loop][timeouts][D10]") {
    TestLoop test;
    Future<int> future(test.loop);
    const auto task = test.loop.create_task(wait_for(test.loop, future, 1s));
    CHECK_THROWS_AS(test.loop.run_until_complete(*task), TimeoutError);
    CHECK(future.cancelled());
}

TEST_CASE("Cancelling who waits with a limit cancels what is waited for, and waits for its end",
          "[loop][timeouts][D11]") {
    const std::vector<std::optional<aio::Duration>> limits{std::nullopt, 1h};
    for (const auto& limit : limits) {
        TestLoop test;
        bool cleaned = false;
        const auto inner = test.loop.create_task(end_slowly(test.loop, cleaned));
        const auto outer = test.loop.create_task(wait_for(test.loop, *inner, limit));
        test.turn();
        test.turn();
        outer->cancel();
        CHECK_THROWS_AS(test.loop.run_until_complete(*outer), CancelledError);
        CHECK(cleaned);
        CHECK(inner->cancelled());
        CHECK(test.loop.timer_count() == 0);
    }
}

TEST_CASE("Awaiting what timed out and still cleans up ends with it, and does not hang",
          "[loop][timeouts][bug-B15]") {
    TestLoop test;
    bool cleaned = false;
    const auto inner = test.loop.create_task(end_slowly(test.loop, cleaned));
    const auto first = test.loop.create_task(wait_for(test.loop, *inner, 1s));
    test.loop.run_until_complete(wait_for(test.loop, value_after(test.loop, 3s), 4s));
    REQUIRE_FALSE(inner->done());
    const auto second = test.loop.create_task(await_until_done(*inner));
    CHECK_THROWS_AS(test.loop.run_until_complete(*second), CancelledError);
    CHECK(cleaned);
    CHECK_THROWS_AS(test.loop.run_until_complete(*first), TimeoutError);
    CHECK(test.clock.elapsed() == 6s);
    const auto third = test.loop.create_task(await_until_done(*inner));
    CHECK_THROWS_AS(test.loop.run_until_complete(*third), CancelledError);
}
