// timers.cpp: adding, taking, and leaving.
//
// Chapter: none; asyncio's _scheduled, and the heapq that keeps it.
// The one thing to know: entries do not change places two by two. A gap moves instead: from the end
// up to where a new entry belongs, or from an entry that leaves down to the end.
#include "core/loop/timers.hpp"

#include <algorithm>
#include <utility>

namespace aio {

void TimerHandle::unschedule() {
    unlink();
    if (timers_ != nullptr) std::exchange(timers_, nullptr)->remove(index_);
}

Timers::~Timers() {
    while (size() > 0) {  // What is abandoned may set another.
        HandleList never_run;
        take_due(TimePoint::max(), never_run);
    }
}

void Timers::add(TimePoint when, TimerHandle& handle) {
    handle.unschedule();
    const Entry entry{when, next_number_++, &handle};
    heap_.push_back(entry);
    handle.timers_ = this;
    put_below_earlier(heap_.size() - 1, entry);
}

std::optional<Duration> Timers::time_left(TimePoint now) const {
    if (heap_.empty()) return std::nullopt;
    // The later one first: `first - now` of a time long ago would overflow.
    const TimePoint first = std::max(heap_.front().when, now);
    return first - now;
}

void Timers::take_due(TimePoint now, HandleList& due, LoopObserver* observer) {
    while (!heap_.empty() && heap_.front().when <= now) {  // Exactly `now` is due.
        TimerHandle* timer = heap_.front().handle;
        if (observer != nullptr) observer->timer(*timer);
        timer->unschedule();
        due.push_back(*timer);
    }
}

void Timers::put(std::size_t index, const Entry& entry) {
    heap_[index] = entry;
    entry.handle->index_ = index;
}

// Fills the gap. Parents that are later than the entry move down, and the gap moves up.
void Timers::put_below_earlier(std::size_t gap, const Entry& entry) {
    while (gap > 0) {
        const std::size_t parent = (gap - 1) / 2;
        if (heap_[parent] < entry) break;
        put(gap, heap_[parent]);
        gap = parent;
    }
    put(gap, entry);
}

// Behind the end if it has none.
std::size_t Timers::earlier_child(std::size_t index) const {
    const std::size_t left = 2 * index + 1;
    const std::size_t right = left + 1;
    return right < heap_.size() && heap_[right] < heap_[left] ? right : left;
}

// The earlier children move up until the gap has none below it; there the last entry goes in.
void Timers::remove(std::size_t index) {
    std::size_t gap = index;
    for (std::size_t child; (child = earlier_child(gap)) < heap_.size(); gap = child) {
        put(gap, heap_[child]);
    }
    const Entry last = heap_.back();
    heap_.pop_back();
    if (gap < heap_.size()) put_below_earlier(gap, last);
}

}  // namespace aio
