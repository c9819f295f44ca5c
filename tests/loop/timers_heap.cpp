// timers_heap.cpp: timers that leave from the middle.
//
// The one thing to know: the heap fills the gap of a timer that leaves with the last one, which may
// have to go up or down from there. A thousand timers in a mixed order meet both ways.
#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>

#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using aio::Callback;
using loop_test::TestLoop;
using namespace std::chrono_literals;

TEST_CASE("Timers that leave from anywhere among the others keep these in order",
          "[loop][timers]") {
    constexpr std::size_t count = 1000;
    TestLoop test;
    std::mt19937 random(1);
    std::vector<std::shared_ptr<Callback>> timers;
    std::vector<std::pair<std::uint_fast32_t, std::size_t>> ran;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint_fast32_t delay = 1 + random() % 100;
        timers.push_back(test.loop.call_later(std::chrono::milliseconds(delay),
                                              [&ran, delay, i] { ran.emplace_back(delay, i); }));
    }
    std::shuffle(timers.begin(), timers.end(), random);
    for (std::size_t i = 0; i < count / 2; ++i) {
        timers[i]->cancel();
        REQUIRE(test.loop.timer_count() == count - i - 1);
    }
    test.clock.advance(1s);
    test.turn();
    CHECK(ran.size() == count / 2);
    CHECK(std::is_sorted(ran.begin(), ran.end()));
    CHECK(test.loop.timer_count() == 0);
}
