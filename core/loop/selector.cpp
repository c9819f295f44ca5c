// selector.cpp: the table of registrations and its checks, shared by all backends.
//
// Chapter: "Async", listings L04 and L05.
// The one thing to know: the table changes only after the system call has succeeded, and the
// entry goes before it in modify and unregister_fd, so there is never half a registration.
#include "core/loop/selector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <system_error>
#include <utility>

#if defined(__linux__)
#include "core/loop/epoll_selector.hpp"
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__) || \
    defined(__DragonFly__)
#include "core/loop/kqueue_selector.hpp"
#endif
#include "core/loop/poll_selector.hpp"

namespace aio {

namespace {

void check_arguments(int fd, EventMask events) {
    if (fd < 0) throw std::invalid_argument(fmt::format("invalid file descriptor: {}", fd));
    const EventMask known = Event::read | Event::write;
    if (events == 0 || (events & ~known) != 0) {
        throw std::invalid_argument(fmt::format("invalid event mask {} for fd {}", events, fd));
    }
}

}  // namespace

void Selector::register_fd(int fd, EventMask events, SelectorCallback data) {
    check_arguments(fd, events);
    if (keys_.contains(fd)) throw KeyError(fmt::format("fd {} is already registered", fd));
    do_register(fd, events);
    keys_.emplace(fd, SelectorKey{fd, events, std::move(data)});
}

void Selector::modify(int fd, EventMask events, SelectorCallback data) {
    check_arguments(fd, events);
    const EventMask old_events = get_key(fd).events;
    SelectorKey key{fd, events, std::move(data)};
    if (events != old_events) {
        keys_.erase(fd);  // Gone first: if the system refuses, nothing is left half changed.
        do_modify(fd, events);
    }
    keys_.insert_or_assign(fd, std::move(key));
}

SelectorKey Selector::unregister_fd(int fd) {
    SelectorKey key = get_key(fd);
    keys_.erase(fd);
    do_unregister(fd);
    return key;
}

const SelectorKey& Selector::get_key(int fd) const {
    const auto found = keys_.find(fd);
    if (found == keys_.end()) throw KeyError(fmt::format("fd {} is not registered", fd));
    return found->second;
}

std::vector<ReadyKey> Selector::select(std::optional<Duration> timeout) {
    ready_.clear();
    std::optional<TimePoint> deadline;
    if (timeout && *timeout > Duration::zero()) deadline = Clock::now() + *timeout;
    while (!do_select(timeout)) {
        if (deadline) timeout = std::max(*deadline - Clock::now(), Duration::zero());
    }
    return std::exchange(ready_, {});
}

void Selector::add_ready(int fd, EventMask mask) {
    const auto found = keys_.find(fd);
    if (found == keys_.end()) return;
    const EventMask wanted = mask & found->second.events;
    if (wanted != 0) ready_.push_back(ReadyKey{found->second, wanted});
}

int to_milliseconds(std::optional<Duration> timeout) {
    if (!timeout) return -1;
    const auto whole = std::chrono::ceil<std::chrono::milliseconds>(*timeout).count();
    const auto longest = std::chrono::milliseconds(std::chrono::hours(24)).count();
    return static_cast<int>(std::clamp<decltype(whole)>(whole, 0, longest));
}

std::unique_ptr<Selector> default_selector() {
    try {
#if defined(__linux__)
        return std::make_unique<EpollSelector>();
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__) || \
    defined(__DragonFly__)
        return std::make_unique<KqueueSelector>();
#endif
    } catch (const std::system_error&) {
        // The kernel refuses to make one (a sandbox, or no descriptors left): poll needs none.
    }
    return std::make_unique<PollSelector>();
}

}  // namespace aio
