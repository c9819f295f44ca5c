// time_limit.hpp: how long a request may take, counted from the moment it was asked for.
//
// Chapter: none of its listings; aiohttp's ClientTimeout.
// The one thing to know: a request has several awaits, and a limit per await would let a server
// that drips a byte at a time go on for ever. So the point in time is fixed once, at the start,
// and each await gets what is left.
// Left out on purpose: a limit per read.
#pragma once

#include <optional>
#include <string>

#include "core/loop/timeouts.hpp"

namespace aio {

// A value: copied along with the request.
class TimeLimit {
  public:
    TimeLimit() = default;
    // `limit` from now on the loop's clock. None at all, and zero, mean no limit.
    TimeLimit(const EventLoop& loop, std::optional<Duration> limit);

    // For a Timeout: none if there is no limit, zero or less if it has passed.
    std::optional<Duration> left(const EventLoop& loop) const;
    // Whether this one is reached before `other`.
    bool ends_before(const TimeLimit& other) const;
    // Only in a handler for CancelledError: throws RequestTimeout with `phase` if `timeout` was
    // the cause, else CancelledError.
    [[noreturn]] void rethrow(Timeout& timeout, const std::string& phase) const;

  private:
    std::optional<TimePoint> deadline_;
    Duration limit_{};
};

}  // namespace aio
