// timers_clock.cpp: how long the loop waits for its timers, and what it keeps of them.
//
// The one thing to know: the manual selector moves the clock by just the time that the loop would
// have slept, and notes it. So the waits here are exact, and take no time.
#include "core/loop/sleep.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;
using aio::Duration;

namespace {

Coro<void> sleep_often(EventLoop& loop, Duration delay, int times) {
    for (int i = 0; i < times; ++i) co_await aio::sleep(loop, delay);
}

}  // namespace

TEST_CASE("No timer runs early", "[loop][timers][loop-L11]") {
    TestLoop test;
    std::vector<Duration> times;
    for (const auto delay : {3ms, 1ms, 2ms}) {
        test.loop.call_later(delay, [&] { times.push_back(test.clock.elapsed()); });
    }
    test.loop.call_later(4ms, [&] { test.loop.stop(); });
    test.loop.run_forever();
    CHECK(times == std::vector<Duration>{1ms, 2ms, 3ms});
}

TEST_CASE("Waiting for tiny delays does not spin", "[loop][timers][loop-L11][bug-C10]") {
    TestLoop test;
    test.loop.run_until_complete(sleep_often(test.loop, 900us, 5));
    CHECK(test.clock.elapsed() == 4500us);
    // Five waits, each with a turn to wake the sleeper; one for the start and one for the end.
    CHECK(test.clock.sleeps == std::vector<Duration>(5, 900us));
    CHECK(test.clock.turns == 12);
}

TEST_CASE("A deadline is on the clock of the loop", "[loop][timers][loop-L12]") {
    TestLoop test;
    test.clock.advance(1h);
    CHECK(test.loop.time() == test.clock.now());
    test.loop.call_at(test.loop.time() + 5s, [&] { test.loop.stop(); });
    test.loop.run_forever();
    CHECK(test.clock.elapsed() == 1h + 5s);

    const EventLoop real;
    const aio::TimePoint before = aio::Clock::now();
    CHECK(real.time() >= before);
    CHECK(aio::Clock::is_steady);
}

TEST_CASE("A timer years away works beside near ones", "[loop][timers][loop-L13]") {
    TestLoop test;
    std::vector<int> order;
    test.loop.call_later(std::chrono::years(10), [&order] { order.push_back(2); });
    test.loop.call_later(1s, [&order] { order.push_back(1); });
    test.loop.call_later(std::chrono::years(11), [&] { test.loop.stop(); });
    test.loop.run_forever();
    CHECK(order == std::vector<int>{1, 2});
    CHECK(test.clock.elapsed() == std::chrono::years(11));
}

TEST_CASE("Cancelled timers do not wake the loop and do not pile up",
          "[loop][timers][loop-L14][bug-B20]") {
    TestLoop test;
    bool ran = false;
    for (int i = 0; i < 10'000; ++i) {
        const auto timer = test.loop.call_later(1h, [&ran] { ran = true; });
        timer->cancel();
        test.loop.call_later(1ms, [&ran] { ran = true; })->cancel();
        REQUIRE(test.loop.timer_count() == 0);
    }
    test.loop.call_later(2h, [&] { test.loop.stop(); });
    test.loop.run_forever();
    CHECK_FALSE(ran);
    CHECK(test.clock.sleeps == std::vector<Duration>{2h});
}

TEST_CASE("A timer that was due and is cancelled in the same turn is gone",
          "[loop][timers][loop-L05][loop-L14]") {
    TestLoop test;
    bool ran = false;
    std::shared_ptr<aio::Callback> second;
    test.loop.call_later(1ms, [&] { second->cancel(); });
    second = test.loop.call_later(2ms, [&ran] { ran = true; });
    test.clock.advance(2ms);
    test.turn();
    CHECK_FALSE(ran);
    CHECK(test.loop.timer_count() == 0);
}

TEST_CASE("A manual clock runs hours of timers without waiting", "[loop][timers][loop-L49]") {
    TestLoop test;
    test.loop.run_until_complete(sleep_often(test.loop, 1h, 24));
    CHECK(test.clock.elapsed() == 24h);
    CHECK(test.clock.sleeps == std::vector<Duration>(24, 1h));
}
