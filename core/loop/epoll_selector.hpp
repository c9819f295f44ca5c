// epoll_selector.hpp: the selector over Linux's epoll.
//
// Chapter: "Async", L04: what DefaultSelector is on Linux.
// All backends have the same functions in the same order; read them side by side.
// The one thing to know: the kernel keeps the set of descriptors, so a wait costs the same with
// ten registered as with ten thousand. It is level-triggered: unread data is reported again.
#pragma once

#include <sys/epoll.h>

#include "core/loop/selector.hpp"

namespace aio {

// Owns the epoll descriptor (close-on-exec) and closes it.
class EpollSelector final : public Selector {
  public:
    // Throws std::system_error ("epoll_create1").
    EpollSelector();
    ~EpollSelector() override;

    std::string name() const override { return "epoll"; }
    // The epoll's own descriptor. It stays this object's.
    int fileno() const { return epoll_fd_; }

  private:
    void do_register(int fd, EventMask events) override;
    void do_modify(int fd, EventMask events) override;
    void do_unregister(int fd) override;
    bool do_select(std::optional<Duration> timeout) override;
    // epoll_ctl: 0, or -1 with errno.
    int control(int operation, int fd, EventMask events);

    int epoll_fd_;
    std::vector<epoll_event> events_;
};

}  // namespace aio
