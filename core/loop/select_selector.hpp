// select_selector.hpp: the selector over select, the oldest of these system calls.
//
// Chapter: "Async", before L04: where the line of select, poll, kqueue and epoll begins.
// All backends have the same functions in the same order; read them side by side.
// The one thing to know: a set has room for the numbers below FD_SETSIZE (1024 almost
// everywhere), and FD_SET writes beyond its end without a word. So a larger number is refused.
// Left out on purpose: the third set, for exceptional conditions; nothing here sends urgent data.
#pragma once

#include <sys/select.h>
#include <sys/time.h>

#include "core/loop/selector.hpp"

namespace aio {

// Whole microseconds for select, rounded up so that no wait ends early; never a million of them,
// which some systems refuse. A pure function.
timeval to_timeval(Duration timeout);

// Owned like any Selector. Owns no descriptor, so there is nothing that the system could refuse.
class SelectSelector final : public Selector {
  public:
    SelectSelector();

    std::string name() const override { return "select"; }

  private:
    // Throws std::invalid_argument for a number that does not fit into a set.
    void do_register(int fd, EventMask events) override;
    void do_modify(int fd, EventMask events) override;
    void do_unregister(int fd) override;
    // A descriptor that was closed but not unregistered is reported at every wait, as poll does,
    // for all that it is registered for.
    bool do_select(std::optional<Duration> timeout) override;
    // Takes the closed descriptors out of both sets, and returns them.
    std::vector<int> take_closed(fd_set& readable, fd_set& writable) const;

    fd_set readers_;
    fd_set writers_;
    int highest_ = -1;
};

}  // namespace aio
