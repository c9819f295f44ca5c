// timers_order.cpp: which timer runs first.
//
// The one thing to know: by due time, and those of one time in order of arrival. asyncio's heap
// leaves the second open.
#include <numeric>

#include "core/loop/sleep.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

using Log = std::vector<std::string>;

// Schedules something that logs its name.
void log_later(TestLoop& test, aio::Duration delay, Log& log, const char* name) {
    test.loop.call_later(delay, [&log, name] { log.push_back(name); });
}

// One turn that finds all timers due which are not further away than this.
void turn_after(TestLoop& test, aio::Duration duration) {
    test.clock.advance(duration);
    test.turn();
}

}  // namespace

TEST_CASE("Timers run by due time, whatever order they came in", "[loop][timers][loop-L08]") {
    TestLoop test;
    Log log;
    log_later(test, 3s, log, "3");
    log_later(test, 1s, log, "1");
    log_later(test, -1s, log, "-1");
    log_later(test, -2s, log, "-2");
    log_later(test, 2s, log, "2");
    turn_after(test, 10s);
    CHECK(log == Log{"-2", "-1", "1", "2", "3"});
}

TEST_CASE("A delay of zero or less means the next turn, not this moment",
          "[loop][timers][loop-L09][bug-B22]") {
    TestLoop test;
    Log log;
    test.loop.call_soon([&log] { log.push_back("a"); });
    log_later(test, 0ms, log, "b");
    log_later(test, -5ms, log, "c");
    test.loop.call_soon([&log] { log.push_back("d"); });
    CHECK(log.empty());

    test.turn();
    CHECK(log == Log{"a", "d", "c", "b"});
    test.turn();
    CHECK(log.size() == 4);
}

TEST_CASE("The smallest and the largest delay are ordinary timers",
          "[loop][timers][loop-L09][loop-L13]") {
    TestLoop test;
    test.clock.advance(1h);
    Log log;
    log_later(test, aio::Duration::max(), log, "never");
    log_later(test, aio::Duration::min(), log, "long ago");
    test.loop.call_at(aio::TimePoint::min(), [&log] { log.push_back("at the beginning"); });
    turn_after(test, 1s);
    CHECK(log == Log{"at the beginning", "long ago"});
    CHECK(test.loop.timer_count() == 1);
}

TEST_CASE("64 timers of one deadline run in order", "[loop][timers][loop-L10][bug-B17]") {
    TestLoop test;
    std::vector<int> order;
    const auto deadline = test.loop.time() + 1s;
    for (int i = 0; i < 64; ++i) {
        test.loop.call_at(deadline, [&order, i] { order.push_back(i); });
        test.loop.call_later(i % 3 * 500ms, [] {});  // Others in between, to disturb the order.
    }
    turn_after(test, 1s);
    std::vector<int> expected(64);
    std::iota(expected.begin(), expected.end(), 0);
    CHECK(order == expected);
}

TEST_CASE("Timers that came due in one long turn run by deadline", "[loop][timers][bug-B19]") {
    TestLoop test;
    Log log;
    log_later(test, 10ms, log, "10 ms");
    log_later(test, 5ms, log, "5 ms");
    test.loop.call_soon([&] {
        log.push_back("the long one");
        test.clock.advance(20ms);
    });
    test.loop.call_soon([&log] { log.push_back("ready"); });
    test.turn();
    CHECK(log == Log{"the long one", "ready"});
    test.turn();
    CHECK(log == Log{"the long one", "ready", "5 ms", "10 ms"});
}

TEST_CASE("A timer due exactly now runs in this turn", "[loop][timers][bug-C12]") {
    TestLoop test;
    bool ran = false;
    test.loop.call_at(test.loop.time() + 5ms, [&ran] { ran = true; });
    turn_after(test, 5ms - 1ns);
    CHECK_FALSE(ran);
    turn_after(test, 1ns);
    CHECK(ran);
    CHECK(test.clock.turns == 2);
}

TEST_CASE("A timer that schedules itself for now runs in the next turn",
          "[loop][timers][loop-L03]") {
    TestLoop test;
    int runs = 0;
    std::function<void()> again = [&] {
        ++runs;
        test.loop.call_later(0ms, again);
    };
    test.loop.call_later(0ms, again);
    test.turn();
    CHECK(runs == 1);
    test.turn();
    CHECK(runs == 2);
}
