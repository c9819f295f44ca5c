// timeouts.hpp: a limit to how long an await may take.
//
// Chapter: none; asyncio.timeout and asyncio.wait_for, as in Python 3.12.
// The one thing to know: a timeout cancels the task that set it, and turns the CancelledError that
// comes out into TimeoutError. So what is given up has really ended, cleanup included, before
// TimeoutError is thrown; and a cancellation by somebody else stays a cancellation.
// Left out on purpose: rescheduling a running timeout.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>

#include "core/loop/sleep.hpp"
#include "core/loop/task.hpp"

namespace aio {

// One type for every time limit. Not a std::system_error: no system call failed.
class TimeoutError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// [timeout]
// A time limit on what the current task does while this object lives. Owned by a coroutine:
// declare it, await, and ask in `catch (const CancelledError&)`:
//
//     Timeout timeout(loop, 10s);
//     try {
//         co_await work();
//     } catch (const CancelledError&) {
//         timeout.rethrow();  // TimeoutError if it was this limit, else CancelledError.
//     }
//
// No limit if `delay` is empty; with zero or less, the first await that suspends is cancelled.
// Throws std::logic_error outside a task.
class Timeout final : private TimerHandle {
  public:
    Timeout(EventLoop& loop, std::optional<Duration> delay);
    ~Timeout() override;

    // The limit was reached, whatever came of it.
    bool expired() const { return expired_; }
    std::string describe() const override { return "a time limit of " + task_.name(); }
    // Only in a handler for CancelledError.
    [[noreturn]] void rethrow();

  private:
    void run() override;

    TaskBase& task_;
    std::optional<Duration> delay_;
    int cancelling_before_;
    bool expired_ = false;
    bool taken_back_ = false;
};
// [/timeout]

// [wait-for]
// The coroutine's result, or TimeoutError once `limit` has passed and the coroutine has ended.
// If it ends with a result or with another exception in spite of the cancellation, that comes out.
// With a limit of zero or less it is not even started. Its frame belongs to this call.
template <class T> Coro<T> wait_for(EventLoop& loop, Coro<T> coro, std::optional<Duration> limit) {
    if (limit && *limit <= Duration::zero()) throw TimeoutError("no time was given");
    Timeout timeout(loop, limit);
    try {
        co_return co_await std::move(coro);
    } catch (const CancelledError&) {
        timeout.rethrow();
    }
}

// The same for a future, or a task that runs already; it is cancelled when the limit is reached.
// The caller owns it. What is done already needs no time.
template <class T>
Coro<T> wait_for(EventLoop& loop, Future<T>& future, std::optional<Duration> limit) {
    Timeout timeout(loop, limit);
    try {
        co_return co_await future;
    } catch (const CancelledError&) {
        timeout.rethrow();
    }
}
// [/wait-for]

}  // namespace aio
