// waiting_line.hpp: coroutines that wait for their turn.
//
// Chapter: none by name; the getters, putters and joiners of asyncio.Queue.
// The one thing to know: waking somebody promises nothing. The woken one looks again when it runs,
// and waits again if another was faster. A place that was woken and then cancelled passes the
// wake-up on to the next, so none is ever lost.
#pragma once

#include <list>

#include "core/loop/coro.hpp"

namespace aio {

// Owned by a queue or a pool. Wakes whoever still waits with CancelledError when it goes.
class WaitingLine {
  public:
    // `name` is what a task says that it waits for; a string that lives as long as this.
    explicit WaitingLine(const char* name) : name_(name) {}
    WaitingLine(const WaitingLine&) = delete;
    WaitingLine& operator=(const WaitingLine&) = delete;
    ~WaitingLine();

    // Waits, behind whoever waits already, until it is woken.
    Coro<void> wait(EventLoop& loop);
    // Wakes the one that has waited longest and was not woken yet.
    void wake_next();
    void wake_all();
    std::size_t size() const { return places_.size(); }

  private:
    class Place;
    const char* name_;
    std::list<Place*> places_;
};

}  // namespace aio
