// epoll_selector.cpp: one system call per function.
//
// Chapter: "Async", L04 and L05.
// The one thing to know: EPOLLERR and EPOLLHUP come whether asked for or not. They are reported
// as both read and write, and the table keeps what was registered: whoever waits is woken, and
// learns from its next system call what happened.
#include "core/loop/epoll_selector.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <system_error>

namespace aio {

namespace {

EventMask from_epoll(std::uint32_t bits) {
    EventMask mask = 0;
    if ((bits & (EPOLLIN | EPOLLERR | EPOLLHUP)) != 0) mask |= Event::read;
    if ((bits & (EPOLLOUT | EPOLLERR | EPOLLHUP)) != 0) mask |= Event::write;
    return mask;
}

}  // namespace

EpollSelector::EpollSelector() : epoll_fd_(::epoll_create1(EPOLL_CLOEXEC)) {
    if (epoll_fd_ < 0) throw std::system_error(errno, std::generic_category(), "epoll_create1");
}

EpollSelector::~EpollSelector() { ::close(epoll_fd_); }

int EpollSelector::control(int operation, int fd, EventMask events) {
    epoll_event event{};
    if ((events & Event::read) != 0) event.events |= EPOLLIN;
    if ((events & Event::write) != 0) event.events |= EPOLLOUT;
    event.data.fd = fd;
    return ::epoll_ctl(epoll_fd_, operation, fd, &event);
}

void EpollSelector::do_register(int fd, EventMask events) {
    if (control(EPOLL_CTL_ADD, fd, events) == 0) return;
    throw std::system_error(errno, std::generic_category(), "epoll_ctl");
}

void EpollSelector::do_modify(int fd, EventMask events) {
    if (control(EPOLL_CTL_MOD, fd, events) == 0) return;
    // The number was closed and used again: the kernel forgot the old file, so add the new one.
    if (errno == ENOENT) return do_register(fd, events);
    throw std::system_error(errno, std::generic_category(), "epoll_ctl");
}

void EpollSelector::do_unregister(int fd) {
    // Fails for a descriptor that was closed already. The kernel forgot it then, and so do we.
    control(EPOLL_CTL_DEL, fd, 0);
}

bool EpollSelector::do_select(std::optional<Duration> timeout) {
    // Room for every descriptor; with no room at all epoll_wait refuses to wait.
    events_.resize(std::max<std::size_t>(size(), 1));
    const int count = ::epoll_wait(epoll_fd_, events_.data(), static_cast<int>(events_.size()),
                                   to_milliseconds(timeout));
    if (count < 0 && errno == EINTR) return false;
    if (count < 0) throw std::system_error(errno, std::generic_category(), "epoll_wait");
    for (const auto& event : std::span(events_).first(static_cast<std::size_t>(count))) {
        add_ready(event.data.fd, from_epoll(event.events));
    }
    return true;
}

}  // namespace aio
