// time_limit.cpp: arithmetic on a point in time that may not be there.
//
// Chapter: none of its listings; aiohttp's ClientTimeout.
// The one thing to know: TimeoutError is the loop's; to a caller of the session each failure is a
// ClientError, so it is turned into one here.
#include "core/web/time_limit.hpp"

#include "core/web/request_errors.hpp"

namespace aio {

TimeLimit::TimeLimit(const EventLoop& loop, std::optional<Duration> limit) {
    if (!limit || *limit == Duration::zero()) return;
    deadline_ = loop.after(*limit);
    limit_ = *limit;
}

std::optional<Duration> TimeLimit::left(const EventLoop& loop) const {
    if (!deadline_) return std::nullopt;
    return *deadline_ - loop.time();
}

bool TimeLimit::ends_before(const TimeLimit& other) const {
    return deadline_ && (!other.deadline_ || *deadline_ < *other.deadline_);
}

void TimeLimit::rethrow(Timeout& timeout, const std::string& phase) const {
    try {
        timeout.rethrow();
    } catch (const TimeoutError&) {
        throw RequestTimeout(phase, limit_);
    }
}

}  // namespace aio
