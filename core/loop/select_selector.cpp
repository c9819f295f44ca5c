// select_selector.cpp: two sets of bits, and one system call.
//
// Chapter: "Async", L04 and L05.
// The one thing to know: select overwrites the sets that it is given, so it gets copies. It does
// not tell errors and hang-ups apart: a descriptor in such a state is simply readable and
// writable, and whoever waits learns from its next system call what happened. One closed
// descriptor fails the whole call with EBADF, without a word on which it is: then each is asked,
// the closed ones count as ready for everything, and the others are looked at without them.
#include "core/loop/select_selector.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace aio {

timeval to_timeval(Duration timeout) {
    const auto wait = std::chrono::ceil<std::chrono::microseconds>(timeout);
    const auto seconds = std::chrono::floor<std::chrono::seconds>(wait);
    const std::chrono::microseconds rest = wait - seconds;
    timeval result{};
    result.tv_sec = static_cast<decltype(result.tv_sec)>(seconds.count());
    result.tv_usec = static_cast<decltype(result.tv_usec)>(rest.count());
    return result;
}

SelectSelector::SelectSelector() {
    FD_ZERO(&readers_);
    FD_ZERO(&writers_);
}

void SelectSelector::do_register(int fd, EventMask events) {
    if (fd >= FD_SETSIZE) {
        throw std::invalid_argument(
            fmt::format("fd {} is too large for select, which ends at {}", fd, FD_SETSIZE - 1));
    }
    if ((events & Event::read) != 0) FD_SET(fd, &readers_);
    if ((events & Event::write) != 0) FD_SET(fd, &writers_);
    highest_ = std::max(highest_, fd);
}

void SelectSelector::do_modify(int fd, EventMask events) {
    do_unregister(fd);
    do_register(fd, events);
}

void SelectSelector::do_unregister(int fd) {
    FD_CLR(fd, &readers_);
    FD_CLR(fd, &writers_);
    while (highest_ >= 0 && !FD_ISSET(highest_, &readers_) && !FD_ISSET(highest_, &writers_)) {
        --highest_;
    }
}

bool SelectSelector::do_select(std::optional<Duration> timeout) {
    fd_set readable = readers_;
    fd_set writable = writers_;
    timeval wait = to_timeval(timeout.value_or(Duration::zero()));
    int count = ::select(highest_ + 1, &readable, &writable, nullptr, timeout ? &wait : nullptr);
    std::vector<int> closed;
    if (count < 0 && errno == EBADF) {
        closed = take_closed(readable, writable);
        wait = timeval{};
        count = ::select(highest_ + 1, &readable, &writable, nullptr, &wait);
    }
    if (count < 0 && errno == EINTR) return false;
    if (count < 0) throw std::system_error(errno, std::generic_category(), "select");
    for (int fd = 0; fd <= highest_; ++fd) {
        const EventMask reading = FD_ISSET(fd, &readable) ? Event::read : 0;
        const EventMask writing = FD_ISSET(fd, &writable) ? Event::write : 0;
        add_ready(fd, reading | writing);
    }
    for (const int fd : closed) add_ready(fd, Event::read | Event::write);
    return true;
}

// A call that fails leaves its sets as they were; these are copies of the members.
std::vector<int> SelectSelector::take_closed(fd_set& readable, fd_set& writable) const {
    std::vector<int> closed;
    for (int fd = 0; fd <= highest_; ++fd) {
        const bool registered = FD_ISSET(fd, &readers_) || FD_ISSET(fd, &writers_);
        if (!registered || ::fcntl(fd, F_GETFD) >= 0) continue;
        FD_CLR(fd, &readable);
        FD_CLR(fd, &writable);
        closed.push_back(fd);
    }
    return closed;
}

}  // namespace aio
