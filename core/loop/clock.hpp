// clock.hpp: points in time and lengths of time.
//
// Chapter: none; Python's time.monotonic().
// The one thing to know: every length of time in this library is a std::chrono duration. A plain
// number does not compile, so nobody can take seconds for milliseconds.
#pragma once

#include <chrono>
#include <optional>

namespace aio {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;
using Duration = Clock::duration;

// No wait in the operating system is longer: neither `now + timeout` nor an int of milliseconds
// overflows. Whoever wants to wait longer looks again after a day.
constexpr Duration longest_wait = std::chrono::hours(24);

// Whole milliseconds for poll and epoll, rounded up so that no wait ends early: -1 for "for ever".
int to_milliseconds(std::optional<Duration> timeout);

}  // namespace aio
