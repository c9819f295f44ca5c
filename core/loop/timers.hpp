// timers.hpp: Handles that wait for a point in time.
//
// Chapter: none; asyncio.TimerHandle, and the heap in which asyncio's loop keeps them.
// The one thing to know: a heap is a vector in which no entry is earlier than its parent, the one
// at half its index; so the first entry is the earliest. Each handle knows its index: a timer that
// is cancelled leaves at once. And each entry has a number, since equal times keep the order of
// arrival, which a heap alone does not.
// Left out on purpose: a timer wheel. It is faster with very many timers, and longer to read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/loop/clock.hpp"
#include "core/loop/handle.hpp"
#include "core/loop/observer.hpp"

namespace aio {

class Timers;

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
    Timers* timers_ = nullptr;
    std::size_t index_ = 0;
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
    std::size_t size() const { return heap_.size(); }

  private:
    friend class TimerHandle;
    struct Entry {
        TimePoint when;
        std::uint64_t number;
        TimerHandle* handle;

        bool operator<(const Entry& other) const {
            return when != other.when ? when < other.when : number < other.number;
        }
    };

    void put(std::size_t index, const Entry& entry);
    void put_below_earlier(std::size_t gap, const Entry& entry);
    std::size_t earlier_child(std::size_t index) const;
    void remove(std::size_t index);

    std::vector<Entry> heap_;
    std::uint64_t next_number_ = 0;
};

}  // namespace aio
