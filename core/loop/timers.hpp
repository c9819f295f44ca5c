// timers.hpp: Handles that wait for a point in time.
//
// Chapter: none; asyncio.TimerHandle, and the heap in which asyncio's loop keeps them.
// The one thing to know: a multimap keeps equal times in order of arrival, which a heap does not,
// and a timer that is cancelled leaves it at once.
// Left out on purpose: a timer wheel. It is faster with very many timers, and longer to read.
#pragma once

#include <map>
#include <optional>

#include "core/loop/clock.hpp"
#include "core/loop/handle.hpp"
#include "core/loop/observer.hpp"

namespace aio {

// A Handle that the loop runs at a point in time (EventLoop::call_at). Owned as every Handle.
class TimerHandle : public Handle {
  public:
    ~TimerHandle() override { unschedule(); }
    // Leaves the timers, or the ready list if it is due already.
    void unschedule();
    // It stands among the timers: it is not due yet.
    bool scheduled() const { return timers_ != nullptr; }

  private:
    friend class Timers;
    using Map = std::multimap<TimePoint, TimerHandle*>;
    Map* timers_ = nullptr;
    Map::iterator place_;
};

// Owned by its loop. Owns no Handle; those that are left when it goes are abandoned.
class Timers {
  public:
    ~Timers();
    void add(TimePoint when, TimerHandle& handle);
    // How long it is from `now` until the first one is due: zero if it is, empty if there is none.
    std::optional<Duration> time_left(TimePoint now) const;
    // Moves those that are due at `now` to the end of `due`, the earliest first; tells `observer`.
    void take_due(TimePoint now, HandleList& due, LoopObserver* observer = nullptr);
    std::size_t size() const { return timers_.size(); }

  private:
    TimerHandle::Map timers_;
};

}  // namespace aio
