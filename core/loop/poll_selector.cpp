// poll_selector.cpp: a list of descriptors, and one system call.
//
// Chapter: "Async", L04 and L05.
// The one thing to know: POLLERR, POLLHUP and POLLNVAL come whether asked for or not. They are
// reported as both read and write, and the table keeps what was registered: whoever waits is
// woken, and learns from its next system call what happened. POLLNVAL means that the descriptor
// was closed but not unregistered; it comes back at every wait until it is.
#include "core/loop/poll_selector.hpp"

#include <cerrno>
#include <system_error>

namespace aio {

namespace {

pollfd to_poll(int fd, EventMask events) {
    const int readable = (events & Event::read) != 0 ? POLLIN : 0;
    const int writable = (events & Event::write) != 0 ? POLLOUT : 0;
    return pollfd{fd, static_cast<short>(readable | writable), 0};
}

EventMask from_poll(int bits) {
    EventMask mask = 0;
    if ((bits & (POLLIN | POLLERR | POLLHUP | POLLNVAL)) != 0) mask |= Event::read;
    if ((bits & (POLLOUT | POLLERR | POLLHUP | POLLNVAL)) != 0) mask |= Event::write;
    return mask;
}

}  // namespace

void PollSelector::do_register(int fd, EventMask events) { polled_.push_back(to_poll(fd, events)); }

void PollSelector::do_modify(int fd, EventMask events) {
    for (pollfd& entry : polled_) {
        if (entry.fd == fd) entry = to_poll(fd, events);
    }
}

void PollSelector::do_unregister(int fd) {
    std::erase_if(polled_, [fd](const pollfd& entry) { return entry.fd == fd; });
}

bool PollSelector::do_select(std::optional<Duration> timeout) {
    const auto size = static_cast<nfds_t>(polled_.size());
    const int count = ::poll(polled_.data(), size, to_milliseconds(timeout));
    if (count < 0 && errno == EINTR) return false;
    if (count < 0) throw std::system_error(errno, std::generic_category(), "poll");
    for (const pollfd& entry : polled_) {
        add_ready(entry.fd, from_poll(entry.revents));
    }
    return true;
}

}  // namespace aio
