// kqueue_selector.hpp: the selector over kqueue, of macOS and the BSDs.
//
// Chapter: "Async", L04: what DefaultSelector is there.
// All backends have the same functions in the same order; read them side by side.
// The one thing to know: kqueue knows no mask. Reading and writing are two filters of a
// descriptor, each added, deleted and reported on its own; this class makes one key of them.
// Like epoll it is level-triggered here: EV_CLEAR, which would change that, is not set.
// Left out on purpose: the other filters (timers, signals, files, processes).
#pragma once

#include <sys/types.h>
// After sys/types.h, which it needs on some BSDs.
#include <sys/event.h>

#include "core/loop/selector.hpp"

namespace aio {

// What one kevent says: which descriptor is ready, for what, and an errno if something is wrong
// (0 otherwise). The error is for whoever debugs: the waiter is woken and asks SO_ERROR itself.
struct KqueueEvent {
    int fd;
    EventMask mask;
    int error;
};

// Translates one event of kqueue; a pure function. A filter wakes its own waiter only: EV_EOF on
// the write filter says that nobody reads any more, and nothing about what can still be read.
KqueueEvent from_kevent(const struct kevent& event);

// Owns the kqueue descriptor (close-on-exec) and closes it.
class KqueueSelector final : public Selector {
  public:
    // Throws std::system_error ("kqueue").
    KqueueSelector();
    ~KqueueSelector() override;

    std::string name() const override { return "kqueue"; }
    // The kqueue's own descriptor. It stays this object's.
    int fileno() const { return kqueue_fd_; }

  private:
    void do_register(int fd, EventMask events) override;
    void do_modify(int fd, EventMask events) override;
    void do_unregister(int fd) override;
    bool do_select(std::optional<Duration> timeout) override;

    // Adds or deletes one filter (`flags`: EV_ADD or EV_DELETE). Returns an errno, 0 for success.
    int change(int fd, int filter, int flags);

    int kqueue_fd_;
    std::vector<struct kevent> events_;
};

}  // namespace aio
