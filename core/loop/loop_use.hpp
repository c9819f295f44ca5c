// loop_use.hpp: who needs the loop to be alive.
//
// Chapter: none; Python's garbage collector keeps a loop as long as somebody holds it.
// The one thing to know: futures, queues and sockets keep a LoopUse instead of a plain reference.
// The loop counts them, and if some are left when it is destroyed, it ends the program with a
// sentence instead of leaving them with a dangling reference.
#pragma once

#include "core/loop/event_loop.hpp"

namespace aio {

// Owned by the object that needs the loop.
class LoopUse {
  public:
    explicit LoopUse(EventLoop& loop) : loop_(loop) { ++loop_.users_.count; }
    LoopUse(const LoopUse& other) : LoopUse(other.loop_) {}
    ~LoopUse() { --loop_.users_.count; }
    EventLoop& get() const { return loop_; }
    // For a future that goes: cancels those who are about to run and to take its result.
    void abandon_waiters_of(const FutureBase& future) { loop_.ready_.abandon_waiters_of(future); }

  private:
    EventLoop& loop_;
};

}  // namespace aio
