// timers.cpp: adding, taking, and leaving.
//
// Chapter: none; asyncio's _scheduled heap.
// The one thing to know: a timer whose time is exactly `now` is due.
#include "core/loop/timers.hpp"

#include <algorithm>
#include <utility>

namespace aio {

void TimerHandle::unschedule() {
    unlink();
    if (timers_ != nullptr) std::exchange(timers_, nullptr)->erase(place_);
}

Timers::~Timers() {
    HandleList never_run;
    take_due(TimePoint::max(), never_run);
}

void Timers::add(TimePoint when, TimerHandle& handle) {
    handle.unschedule();
    handle.place_ = timers_.emplace(when, &handle);
    handle.timers_ = &timers_;
}

std::optional<Duration> Timers::time_left(TimePoint now) const {
    if (timers_.empty()) return std::nullopt;
    // The later one first: `first - now` of a time long ago would overflow.
    const TimePoint first = std::max(timers_.begin()->first, now);
    return first - now;
}

void Timers::take_due(TimePoint now, HandleList& due, LoopObserver* observer) {
    while (!timers_.empty() && timers_.begin()->first <= now) {
        TimerHandle* timer = timers_.begin()->second;
        if (observer != nullptr) observer->timer(*timer);
        timer->unschedule();
        due.push_back(*timer);
    }
}

}  // namespace aio
