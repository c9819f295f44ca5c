// timeouts_scope.cpp: a limit on a piece of a coroutine.
//
// The one thing to know: a Timeout cancels the task that declared it, and rethrow() says whose
// cancellation it was. Each coroutine here notes in a log how its limited piece ended.
#include "core/loop/timeouts.hpp"

#include <system_error>

#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;
using aio::Timeout;
using aio::TimeoutError;

namespace {

// What the limited pieces of one task came to.
struct ScopeLog {
    std::string text;
    bool expired = false;
    int cancelling = -1;  // Once the scope was left.
};

// Sleeps within a limit.
Coro<void> limited_sleep(EventLoop& loop, aio::Duration limit, aio::Duration pause, ScopeLog& log) {
    Timeout timeout(loop, limit);
    try {
        co_await aio::sleep(loop, pause);
        log.text += "slept ";
        log.expired = timeout.expired();
    } catch (const CancelledError&) {
        log.expired = timeout.expired();
        timeout.rethrow();
    }
}

// Runs that, notes a timeout, and goes on.
Coro<void> survive_limit(EventLoop& loop, aio::Duration limit, aio::Duration pause, ScopeLog& log) {
    try {
        co_await limited_sleep(loop, limit, pause, log);
    } catch (const TimeoutError&) {
        log.text += "timed out ";
    }
    log.cancelling = loop.current_task()->cancelling();
    co_await aio::sleep(loop, 1s);
    log.text += "went on ";
}

// Lets the limit pass without a suspension.
Coro<void> busy_beyond(EventLoop& loop, aio::test::ManualClock& clock, aio::Duration limit,
                       ScopeLog& log) {
    Timeout timeout(loop, limit);
    clock.advance(10s);
    log.expired = timeout.expired();
    co_return;
}

Coro<void> throw_within(EventLoop& loop, bool after_expiry, ScopeLog& log) {
    try {
        Timeout timeout(loop, 1s);
        try {
            if (after_expiry) co_await aio::sleep(loop, 1h);
        } catch (const CancelledError&) {
            log.expired = timeout.expired();
        }
        throw std::runtime_error("oops");
    } catch (const std::runtime_error& error) {
        log.text = error.what();
    }
    log.cancelling = loop.current_task()->cancelling();
}

Coro<void> swallow_expiry(EventLoop& loop, ScopeLog& log) {
    {
        Timeout timeout(loop, 1s);
        try {
            co_await aio::sleep(loop, 1h);
        } catch (const CancelledError&) {
            log.text += "swallowed ";
        }
        log.expired = timeout.expired();
    }
    log.cancelling = loop.current_task()->cancelling();
    co_await aio::sleep(loop, 1s);
    log.text += "went on";
}

Coro<void> sleep_in_two_limits(EventLoop& loop, aio::Duration outer_limit,
                               aio::Duration inner_limit, ScopeLog& outer, ScopeLog& inner) {
    Timeout timeout(loop, outer_limit);
    try {
        co_await survive_limit(loop, inner_limit, 5s, inner);
        outer.expired = timeout.expired();
    } catch (const CancelledError&) {
        outer.expired = timeout.expired();
        timeout.rethrow();
    }
}

// Is cancelled from outside, and cleans up with a limit of its own.
Coro<void> clean_up_within_limit(EventLoop& loop, ScopeLog& log) {
    try {
        co_await aio::sleep(loop, 1h);
    } catch (const CancelledError&) {
        log.text += "cancelled ";
    }
    co_await survive_limit(loop, 1s, 1h, log);
}

}  // namespace

TEST_CASE("A timeout turns its own cancellation into TimeoutError, and the task goes on",
          "[loop][timeouts][D14]") {
    TestLoop test;
    ScopeLog log;
    const auto task = test.loop.create_task(survive_limit(test.loop, 2s, 5s, log));
    test.loop.run_until_complete(*task);
    CHECK(log.text == "timed out went on ");
    CHECK(log.expired);
    CHECK(log.cancelling == 0);
    CHECK(test.clock.elapsed() == 3s);
}

TEST_CASE("A piece that ends in time leaves no timer and is not expired", "[loop][timeouts][D15]") {
    TestLoop test;
    ScopeLog log;
    test.loop.run_until_complete(limited_sleep(test.loop, 2s, 1s, log));
    CHECK(log.text == "slept ");
    CHECK_FALSE(log.expired);
    CHECK(test.loop.timer_count() == 0);
}

TEST_CASE("A piece that never suspends does not time out", "[loop][timeouts][D16]") {
    TestLoop test;
    ScopeLog log;
    for (const aio::Duration limit : {aio::Duration(1s), aio::Duration(0s)}) {
        test.loop.run_until_complete(busy_beyond(test.loop, test.clock, limit, log));
        CHECK_FALSE(log.expired);
    }
    CHECK(test.loop.timer_count() == 0);
}

TEST_CASE("A limit of zero or less is reached at the first real suspension",
          "[loop][timeouts][D16]") {
    for (const aio::Duration limit : {aio::Duration(0s), aio::Duration(-1s)}) {
        TestLoop test;
        ScopeLog log;
        test.loop.run_until_complete(survive_limit(test.loop, limit, 0s, log));
        CHECK(log.text == "timed out went on ");
        CHECK(log.cancelling == 0);
    }
}

TEST_CASE("Another exception passes through a timeout unchanged, before and after it expired",
          "[loop][timeouts][D17]") {
    for (const bool after_expiry : {false, true}) {
        TestLoop test;
        ScopeLog log;
        test.loop.run_until_complete(throw_within(test.loop, after_expiry, log));
        CHECK(log.text == "oops");
        CHECK(log.expired == after_expiry);
        CHECK(log.cancelling == 0);
        CHECK(test.loop.timer_count() == 0);
    }
}

TEST_CASE("A piece that swallows the expiry ends normally, and expired is true",
          "[loop][timeouts][D18]") {
    TestLoop test;
    ScopeLog log;
    test.loop.run_until_complete(swallow_expiry(test.loop, log));
    CHECK(log.text == "swallowed went on");
    CHECK(log.expired);
    CHECK(log.cancelling == 0);
}

TEST_CASE("A cancel from outside comes out as a cancel, with the expiry and without",
          "[loop][timeouts][D19]") {
    for (const bool expires_too : {false, true}) {
        TestLoop test;
        ScopeLog log;
        const auto task = test.loop.create_task(survive_limit(test.loop, 1s, 1h, log));
        test.turn();
        if (expires_too) test.clock.advance(1s);
        test.loop.call_soon([&task] { task->cancel(); });
        CHECK_THROWS_AS(test.loop.run_until_complete(*task), CancelledError);
        CHECK(log.text.empty());
        CHECK(log.expired == expires_too);
    }
}

TEST_CASE("Of nested timeouts only the one that expired reports", "[loop][timeouts][D20]") {
    TestLoop test;
    ScopeLog outer, inner;
    const auto run = [&](aio::Duration outer_limit, aio::Duration inner_limit) {
        test.loop.run_until_complete(
            sleep_in_two_limits(test.loop, outer_limit, inner_limit, outer, inner));
    };
    SECTION("the inner one") {
        run(10s, 1s);
        CHECK(inner.text == "timed out went on ");
        CHECK((inner.expired && !outer.expired));
    }
    SECTION("the outer one") {
        CHECK_THROWS_AS(run(1s, 10s), TimeoutError);
        CHECK(inner.text.empty());
        CHECK((outer.expired && !inner.expired));
    }
    SECTION("both at once") {
        CHECK_THROWS_AS(run(1s, 1s), TimeoutError);
        CHECK(inner.text.empty());
        CHECK((outer.expired && inner.expired));
    }
}

TEST_CASE("A timeout works in the clean-up after a cancel, and after an earlier timeout",
          "[loop][timeouts][D21]") {
    TestLoop test;
    ScopeLog log;
    const auto task = test.loop.create_task(clean_up_within_limit(test.loop, log));
    test.turn();
    task->cancel();
    test.loop.run_until_complete(*task);
    CHECK(log.text == "cancelled timed out went on ");
    CHECK(log.cancelling == 1);

    ScopeLog outer, inner;
    const auto nested = test.loop.create_task(
        wait_for(test.loop, sleep_in_two_limits(test.loop, 9s, 1s, outer, inner), 1500ms));
    CHECK_THROWS_AS(test.loop.run_until_complete(*nested), TimeoutError);
    CHECK(inner.text == "timed out ");
}

TEST_CASE("A timeout outside a task is an error", "[loop][timeouts]") {
    TestLoop test;
    const auto outside = [&test] { Timeout timeout(test.loop, 1s); };
    CHECK_THROWS_AS(outside(), std::logic_error);
    CHECK(test.loop.timer_count() == 0);
}

TEST_CASE("There is one TimeoutError, and it is no error of the system", "[loop][timeouts][D23]") {
    static_assert(std::is_base_of_v<std::exception, TimeoutError>);
    static_assert(!std::is_base_of_v<std::system_error, TimeoutError>);
    TestLoop test;
    ScopeLog log;
    const auto limited = test.loop.create_task(limited_sleep(test.loop, 300ms, 1s, log));
    CHECK_THROWS_AS(test.loop.run_until_complete(*limited), TimeoutError);
    CHECK(text_of(limited->exception()) == "timed out after 0.3 s");
}
