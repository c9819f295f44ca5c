// sleep.cpp: a future that a timer resolves.
//
// Chapter: none; asyncio.sleep.
// The one thing to know: asyncio makes sleep(0) a bare yield for the same reason as here. A timer
// would cost a turn more: one to become due, one to resume the waiter.
#include "core/loop/sleep.hpp"

#include <fmt/format.h>

namespace aio {

Sleep::Sleep(EventLoop& loop, Duration delay) : Future<void>(loop), until_(loop.after(delay)) {
    if (delay > Duration::zero()) loop.call_at(until_, *this);
}

void Sleep::add_done_callback(Handle& handle) {
    if (!scheduled() && !done()) set_result();
    Future<void>::add_done_callback(handle);
}

bool Sleep::cancel() {
    unschedule();
    return Future<void>::cancel();
}

std::string Sleep::describe() const {
    const std::chrono::duration<double> left = until_ - loop().time();
    return fmt::format("sleep until {:+.1f} s", left.count());
}

void Sleep::run() {
    if (!done()) set_result();
}

}  // namespace aio
