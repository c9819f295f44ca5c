// selector.cpp: the table of registrations and its checks, shared by all backends.
//
// Chapter: "Async", listings L04 and L05.
// The one thing to know: the table changes only after the system call has succeeded, and the
// entry goes before it in modify and unregister_fd, so there is never half a registration.
#include "core/loop/selector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace aio {

namespace {

void check_arguments(int fd, EventMask events) {
    if (fd < 0) throw std::invalid_argument(fmt::format("invalid file descriptor: {}", fd));
    if (events == 0 || (events & ~(Event::read | Event::write)) != 0) {
        throw std::invalid_argument(fmt::format("invalid event mask {} for fd {}", events, fd));
    }
}

}  // namespace

const SelectorKey& Selector::register_fd(int fd, EventMask events, SelectorCallback data) {
    check_arguments(fd, events);
    if (keys_.contains(fd)) throw KeyError(fmt::format("fd {} is already registered", fd));
    do_register(fd, events);
    return keys_.emplace(fd, SelectorKey{fd, events, std::move(data)}).first->second;
}

const SelectorKey& Selector::modify(int fd, EventMask events, SelectorCallback data) {
    check_arguments(fd, events);
    if (get_key(fd).events != events) {
        keys_.erase(fd);  // Gone first: if the system refuses, nothing is left half changed.
        do_modify(fd, events);
    }
    return keys_.insert_or_assign(fd, SelectorKey{fd, events, std::move(data)}).first->second;
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
    if (timeout) timeout = std::clamp(*timeout, Duration::zero(), longest_wait);
    const TimePoint deadline = Clock::now() + timeout.value_or(longest_wait);
    while (!do_select(timeout)) {
        if (timeout) timeout = std::max(deadline - Clock::now(), Duration::zero());
    }
    return std::exchange(ready_, {});
}

void Selector::add_ready(int fd, EventMask mask) {
    const auto found = keys_.find(fd);
    if (found == keys_.end()) return;
    const EventMask wanted = mask & found->second.events;
    if (wanted != 0) ready_.push_back(ReadyKey{found->second, wanted});
}

}  // namespace aio
