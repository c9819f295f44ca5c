// sleep.hpp: co_await sleep(loop, 50ms);
//
// Chapter: none; asyncio.sleep, which every reader of the chapter meets next.
// The one thing to know: a Sleep is a future and a timer in one object, in the frame of whoever
// awaits it. Nothing is allocated but the loop's timer entry, and destroying or cancelling it
// takes that entry out at once.
// Left out on purpose: a result value that the sleep returns.
#pragma once

#include "core/loop/coro.hpp"

namespace aio {

// [sleep]
// Owned by the coroutine that awaits it. Done when `delay` has passed on the loop's clock; with a
// delay of zero or less, as soon as somebody waits for it: the waiter goes to the end of the
// ready list and comes back in the next turn.
class Sleep final : public Future<void>, private TimerHandle {
  public:
    Sleep(EventLoop& loop, Duration delay);

    using Future<void>::add_done_callback;
    void add_done_callback(Handle& handle) override;
    bool cancel() override;
    // "sleep until +0.8 s", seen from now.
    std::string describe() const override;

  private:
    void run() override;

    TimePoint until_;
};

inline Sleep sleep(EventLoop& loop, Duration delay) { return Sleep(loop, delay); }
// [/sleep]

}  // namespace aio
