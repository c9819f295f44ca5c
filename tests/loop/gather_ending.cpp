// gather_ending.cpp: gathers whose children fail, are cancelled, or outlive them.
//
// The one thing to know: a gather that has failed is done, while its other children run on. They
// are its own, so they end with it at the latest.
#include "core/loop/gather.hpp"
#include "core/loop/outcome.hpp"
#include "core/loop/sleep.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

// Fails after some time, and counts that.
Coro<void> fail_counted(EventLoop& loop, aio::Duration delay, int& failures, std::string text) {
    co_await aio::sleep(loop, delay);
    ++failures;
    throw std::runtime_error(text);
}

Coro<void> hold_and_sleep(EventLoop& loop, Counted) { co_await aio::sleep(loop, 1h); }

Coro<int> seven_later(EventLoop& loop) {
    co_await aio::sleep(loop, 1s);
    co_return 7;
}

// Needs a second to clean up when it is cancelled; then throws `error`, if there is one.
Coro<void> clean_up_slowly(EventLoop& loop, int& cleaned, std::exception_ptr error) {
    try {
        co_await aio::sleep(loop, 1h);
    } catch (const aio::CancelledError&) {
    }
    co_await aio::sleep(loop, 1s);
    ++cleaned;
    if (error) std::rethrow_exception(error);
    throw aio::CancelledError();
}

// Awaits a gather whose children would swallow the cancellation, and says that it went on.
Coro<void> gather_outcomes(EventLoop& loop, bool& went_on) {
    co_await aio::gather(loop, aio::outcome_of(seven_later(loop)),
                         aio::outcome_of(seven_later(loop)));
    went_on = true;
}

const auto oops = [] { return std::make_exception_ptr(std::runtime_error("oops")); };

}  // namespace

TEST_CASE("The first exception ends a gather at once, while the others run on",
          "[loop][gather][G03]") {
    TestLoop test;
    int failures = 0;
    {
        auto all = aio::gather(test.loop, fail_counted(test.loop, 3s, failures, "late"),
                               fail_counted(test.loop, 1s, failures, "first"),
                               fail_counted(test.loop, 2s, failures, "second"));
        CHECK_THROWS_AS(test.loop.run_until_complete(all), std::runtime_error);
        CHECK(text_of(all.exception()) == "first");
        CHECK(test.clock.elapsed() == 1s);
        test.loop.call_later(3s, [&test] { test.loop.stop(); });
        test.loop.run_forever();
        CHECK(failures == 3);
    }
    CHECK(test.reports.empty());
}

TEST_CASE("A child that was cancelled counts as one that threw", "[loop][gather][G05]") {
    TestLoop test;
    Future<int> one(test.loop), two(test.loop);
    auto both = aio::gather(test.loop, one, two);
    two.cancel();
    CHECK_THROWS_AS(test.loop.run_until_complete(both), aio::CancelledError);
    CHECK_FALSE(both.cancelled());
    CHECK_FALSE(one.done());
}

TEST_CASE("Cancelling a gather cancels its children and waits for their clean-up",
          "[loop][gather][G06]") {
    TestLoop test;
    int cleaned = 0;
    Future<int> future(test.loop);
    auto all = aio::gather(test.loop, clean_up_slowly(test.loop, cleaned, nullptr), future,
                           clean_up_slowly(test.loop, cleaned, nullptr));
    test.turn();
    CHECK(all.cancel());
    CHECK(future.cancelled());
    CHECK_FALSE(all.done());
    CHECK_THROWS_AS(test.loop.run_until_complete(all), aio::CancelledError);
    CHECK(cleaned == 2);
    CHECK(all.cancelled());
    CHECK(test.clock.elapsed() == 1s);
}

TEST_CASE("An exception thrown in the clean-up comes out of a cancelled gather, after all ended",
          "[loop][gather][G06]") {
    TestLoop test;
    int cleaned = 0;
    auto all = aio::gather(test.loop, clean_up_slowly(test.loop, cleaned, oops()),
                           clean_up_slowly(test.loop, cleaned, nullptr));
    test.turn();
    all.cancel();
    CHECK_THROWS_AS(test.loop.run_until_complete(all), std::runtime_error);
    CHECK(cleaned == 2);
}

TEST_CASE("Gathering outcomes does not swallow a cancellation", "[loop][gather][G06][bug-B9]") {
    TestLoop test;
    bool went_on = false;
    const auto task = test.loop.create_task(gather_outcomes(test.loop, went_on));
    test.turn();
    test.turn();
    REQUIRE(test.loop.timer_count() == 2);
    task->cancel();
    CHECK_THROWS_AS(test.loop.run_until_complete(*task), aio::CancelledError);
    CHECK(task->cancelled());
    CHECK_FALSE(went_on);
    CHECK(test.loop.timer_count() == 0);
}

TEST_CASE("A gather that is done cannot be cancelled, and leaves its children alone",
          "[loop][gather][G07]") {
    TestLoop test;
    Future<int> one(test.loop), two(test.loop);
    auto both = aio::gather(test.loop, one, two);
    one.set_exception(oops());
    test.turn();
    REQUIRE(both.done());
    CHECK_FALSE(both.cancel());
    CHECK_FALSE(two.done());
}

TEST_CASE("A cancel after the last child has ended does not lose the results",
          "[loop][gather][G08]") {
    TestLoop test;
    Future<int> one(test.loop), two(test.loop);
    auto both = aio::gather(test.loop, one, two);
    one.set_result(6);
    two.set_result(7);
    CHECK_FALSE(both.done());
    CHECK_FALSE(both.cancel());
    CHECK(test.loop.run_until_complete(both) == std::tuple(6, 7));
}

TEST_CASE("What a gather made ends with it, and is reported", "[loop][gather][G03]") {
    TestLoop test;
    Lives lives;
    int failures = 0;
    Future<int> future(test.loop);
    {
        auto all = aio::gather(test.loop, fail_counted(test.loop, 1s, failures, "first"),
                               hold_and_sleep(test.loop, Counted(lives)), future);
        CHECK_THROWS_AS(test.loop.run_until_complete(all), std::runtime_error);
        CHECK(lives.left() == 1);
        CHECK(future.waiting_tasks == 1);
    }
    CHECK(lives.left() == 0);
    CHECK(test.reported("it is pending! Task-2: waits in hold_and_sleep") == 1);
    CHECK(test.reports.size() == 1);
    CHECK(future.waiting_tasks == 0);
    CHECK_FALSE(future.done());
}

TEST_CASE("A child that fails just before its gather goes is not reported", "[loop][gather][G03]") {
    TestLoop test;
    int failures = 0;
    {
        auto all = aio::gather(test.loop, fail_counted(test.loop, 0s, failures, "one"),
                               fail_counted(test.loop, 0s, failures, "two"));
        test.turn();
        test.turn();
        CHECK(failures == 2);
        CHECK_FALSE(all.done());
    }
    CHECK(test.reports.empty());
}

TEST_CASE("A future that is destroyed while it is gathered counts as cancelled",
          "[loop][gather][G05][V04]") {
    TestLoop test;
    auto pending = std::make_unique<Future<int>>(test.loop);
    auto done = std::make_unique<Future<int>>(test.loop);
    auto one = aio::gather(test.loop, *pending);
    auto two = aio::gather(test.loop, *done);
    done->set_result(7);
    pending.reset();
    done.reset();
    CHECK_THROWS_AS(test.loop.run_until_complete(one), aio::CancelledError);
    CHECK_THROWS_AS(test.loop.run_until_complete(two), aio::CancelledError);
}

TEST_CASE("A future that is gone before the other children end has left its result",
          "[loop][gather][V04]") {
    TestLoop test;
    auto early = std::make_unique<Future<std::string>>(test.loop);
    auto both = aio::gather(test.loop, *early, seven_later(test.loop));
    early->set_result(std::string(100, 'x'));
    test.turn();
    early.reset();
    const auto& results = test.loop.run_until_complete(both);
    CHECK(std::get<0>(results) == std::string(100, 'x'));
}
