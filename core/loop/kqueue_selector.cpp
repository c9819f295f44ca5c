// kqueue_selector.cpp: filters in, one key per descriptor out.
//
// Chapter: "Async", L04 and L05.
// The one thing to know: the kernel drops the filters of a descriptor that is closed, and may
// have done so before we delete them. So a failing EV_DELETE is no error, and every change can
// say what shall be there without remembering what was.
#include "core/loop/kqueue_selector.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace aio {

namespace {

timespec to_timespec(Duration timeout) {
    const auto wait = std::chrono::ceil<std::chrono::nanoseconds>(timeout);
    const auto seconds = std::chrono::floor<std::chrono::seconds>(wait);
    const std::chrono::nanoseconds rest = wait - seconds;
    timespec result{};
    result.tv_sec = static_cast<decltype(result.tv_sec)>(seconds.count());
    result.tv_nsec = static_cast<decltype(result.tv_nsec)>(rest.count());
    return result;
}

}  // namespace

KqueueEvent from_kevent(const struct kevent& event) {
    KqueueEvent result{static_cast<int>(event.ident), 0, 0};
    if ((event.flags & EV_ERROR) != 0) {
        result.error = static_cast<int>(event.data);
        // Zero is a receipt for a change, not an error. An error concerns whoever waits.
        if (result.error != 0) result.mask = Event::read | Event::write;
        return result;
    }
    result.mask = event.filter == EVFILT_READ ? Event::read : Event::write;
    if ((event.flags & EV_EOF) != 0) result.error = static_cast<int>(event.fflags);
    return result;
}

KqueueSelector::KqueueSelector() : kqueue_fd_(::kqueue()) {
    if (kqueue_fd_ < 0) throw std::system_error(errno, std::generic_category(), "kqueue");
    ::fcntl(kqueue_fd_, F_SETFD, FD_CLOEXEC);
}

KqueueSelector::~KqueueSelector() { ::close(kqueue_fd_); }

void KqueueSelector::do_register(int fd, EventMask events) {
    int error = 0;
    if ((events & Event::read) != 0) error = change(fd, EVFILT_READ, EV_ADD);
    if (error == 0 && (events & Event::write) != 0) error = change(fd, EVFILT_WRITE, EV_ADD);
    if (error == 0) return;
    do_unregister(fd);  // The other filter may have been added, or left from before.
    throw std::system_error(error, std::generic_category(), "kevent");
}

void KqueueSelector::do_modify(int fd, EventMask events) {
    if ((events & Event::read) == 0) change(fd, EVFILT_READ, EV_DELETE);
    if ((events & Event::write) == 0) change(fd, EVFILT_WRITE, EV_DELETE);
    do_register(fd, events);  // Adding a filter that is there already changes nothing.
}

void KqueueSelector::do_unregister(int fd) {
    // Fails with ENOENT or EBADF if the kernel dropped the filter: then it is gone as it should.
    change(fd, EVFILT_READ, EV_DELETE);
    change(fd, EVFILT_WRITE, EV_DELETE);
}

bool KqueueSelector::do_select(std::optional<Duration> timeout) {
    // Room for both filters of each descriptor; with no room at all kevent would not wait.
    events_.resize(std::max<std::size_t>(2 * size(), 1));
    const timespec wait = to_timespec(timeout.value_or(Duration::zero()));
    const int count = ::kevent(kqueue_fd_, nullptr, 0, events_.data(),
                               static_cast<int>(events_.size()), timeout ? &wait : nullptr);
    if (count < 0 && errno == EINTR) return false;
    if (count < 0) throw std::system_error(errno, std::generic_category(), "kevent");
    events_.resize(static_cast<std::size_t>(count));
    std::unordered_map<int, EventMask> masks;
    for (const struct kevent& event : events_) {
        const KqueueEvent ready = from_kevent(event);
        masks[ready.fd] |= ready.mask;
    }
    // In the kernel's order; the second event of a descriptor finds an empty mask and adds none.
    for (const struct kevent& event : events_) {
        const int fd = from_kevent(event).fd;
        add_ready(fd, std::exchange(masks[fd], 0));
    }
    return true;
}

int KqueueSelector::change(int fd, int filter, int flags) {
    struct kevent event{};
    event.ident = static_cast<decltype(event.ident)>(fd);
    event.filter = static_cast<decltype(event.filter)>(filter);
    event.flags = static_cast<decltype(event.flags)>(flags);
    const int count = ::kevent(kqueue_fd_, &event, 1, nullptr, 0, nullptr);
    return count < 0 ? errno : 0;
}

}  // namespace aio
