// fd_wait.hpp: co_await readable(loop, fd);
//
// Chapter: "Building Coroutines With Generators" (L31, L33) makes a future, registers a callback
// that resolves it, awaits it and unregisters. An FdWait is those four steps in one object.
// The one thing to know: readable means "data or the end", and writable does not mean connected.
// Try the system call, and ask SO_ERROR after a connect.
// Left out on purpose: waiting for both directions at once.
#pragma once

#include "core/loop/coro.hpp"

namespace aio {

// [fd-wait]
// Owned by the coroutine that awaits it. Done as soon as `fd` is ready for `event`. Destroying or
// cancelling it takes the wait back. Throws KeyError if somebody waits for the same already, and
// std::system_error if the system refuses the descriptor, and std::invalid_argument if `event` is
// not one of the two.
//
// Whoever closes `fd` calls loop.forget(fd) first, as aio::Socket does: after a wait that ended
// well the loop still watches it, and would take the next file with this number for the same one.
class FdWait final : public Future<void>, private Handle {
  public:
    FdWait(EventLoop& loop, int fd, EventMask event);
    ~FdWait() override;
    bool cancel() override;
    std::string describe() const override;

    int fd() const { return fd_; }
    EventMask event() const { return event_; }

  private:
    // The selector resolves it; nobody else does.
    using Future<void>::set_result;
    using Future<void>::set_exception;

    void run() override;

    int fd_;
    EventMask event_;
};

inline FdWait readable(EventLoop& loop, int fd) { return FdWait(loop, fd, Event::read); }
inline FdWait writable(EventLoop& loop, int fd) { return FdWait(loop, fd, Event::write); }
// [/fd-wait]

}  // namespace aio
