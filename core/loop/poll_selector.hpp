// poll_selector.hpp: the selector over poll, which every POSIX system has.
//
// Chapter: "Async", L04: what DefaultSelector is where there is neither epoll nor kqueue.
// All backends have the same functions in the same order; read them side by side.
// The one thing to know: the set of descriptors lives in this program and is handed to the kernel
// at each wait, so a wait costs more the more are registered, ready or not.
// Left out on purpose: an index from number to place; poll looks at every entry anyway.
#pragma once

#include <poll.h>

#include "core/loop/selector.hpp"

namespace aio {

// Owned like any Selector. Owns no descriptor, so there is nothing that the system could refuse.
class PollSelector final : public Selector {
  public:
    std::string name() const override { return "poll"; }

  private:
    void do_register(int fd, EventMask events) override;
    void do_modify(int fd, EventMask events) override;
    void do_unregister(int fd) override;
    bool do_select(std::optional<Duration> timeout) override;

    std::vector<pollfd> polled_;
};

}  // namespace aio
