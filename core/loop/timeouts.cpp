// timeouts.cpp: who cancelled this task, the time limit or somebody else?
//
// Chapter: none; asyncio.timeout.
// The one thing to know: a task counts the cancellations asked of it. The limit takes its own one
// back; if more are left than there were before, somebody else wants the task to end as well.
#include "core/loop/timeouts.hpp"

#include <fmt/format.h>

namespace aio {

namespace {

TaskBase& require_task(EventLoop& loop) {
    if (loop.current_task() != nullptr) return *loop.current_task();
    throw std::logic_error("a Timeout works inside a task only");
}

}  // namespace

Timeout::Timeout(EventLoop& loop, std::optional<Duration> delay)
    : task_(require_task(loop)), delay_(delay), cancelling_before_(task_.cancelling()) {
    if (!delay) return;
    if (*delay > Duration::zero()) {
        loop.call_at(loop.after(*delay), *this);
    } else {
        loop.call_soon(*this);  // Ahead of what the task awaits next; a timer would come behind it.
    }
}

Timeout::~Timeout() {
    if (expired_ && !taken_back_) task_.uncancel();
}

void Timeout::run() {
    expired_ = true;
    task_.future.cancel();
}

void Timeout::rethrow() {
    if (expired_) {
        taken_back_ = true;
        if (task_.uncancel() <= cancelling_before_) {
            const std::chrono::duration<double> seconds = *delay_;
            throw TimeoutError(fmt::format("timed out after {:g} s", seconds.count()));
        }
    }
    throw CancelledError();
}

}  // namespace aio
