// fd_table.cpp: from an event of the selector to the one who waits for it.
//
// Chapter: L31 and L33.
// The one thing to know: each event is looked up anew when its turn comes, since the Handle that
// ran before it may have taken its wait back, or closed its descriptor.
#include "core/loop/fd_table.hpp"

#include <fmt/format.h>

#include <system_error>
#include <utility>

namespace aio {

void run_ready(const std::vector<ReadyKey>& ready, const ExceptionHandler& handler,
               LoopObserver* observer) {
    struct Call final : Handle {
        explicit Call(const ReadyKey& r) : one(r) {}
        void run() override { one.key.data(one.key, one.mask); }
        const ReadyKey& one;
    };
    if (observer != nullptr) observer->after_select(ready.size());
    for (const ReadyKey& one : ready) {
        Call call(one);
        run_handle(call, handler);
    }
}

FdTable::FdTable(Selector& selector, const ExceptionHandler& handler)
    : selector_(selector), handler_(handler) {}

void FdTable::add(int fd, EventMask event, Handle& handle) {
    if (event != Event::read && event != Event::write) {
        throw std::invalid_argument(fmt::format("fd {}: a wait is for one direction", fd));
    }
    const auto found = entries_.find(fd);
    const EventMask registered = found == entries_.end() ? 0 : found->second.registered;
    if (found != entries_.end() && found->second.waiting(event) != nullptr) {
        throw KeyError(fmt::format("somebody waits for fd {} already", fd));
    }
    try {
        if ((registered & event) == 0) set_interest(fd, registered | event);
    } catch (...) {
        lose(fd);
        throw;
    }
    entries_.at(fd).waiting(event) = &handle;
}

bool FdTable::remove(int fd, EventMask event) {
    const auto found = entries_.find(fd);
    if (found == entries_.end()) return false;
    if (std::exchange(found->second.waiting(event), nullptr) == nullptr) return false;
    drop_interest(fd, event);
    return true;
}

void FdTable::forget(int fd) {
    if (entries_.contains(fd)) set_interest(fd, 0);
}

void FdTable::on_ready(int fd, EventMask mask) {
    for (const EventMask event : {Event::read, Event::write}) {
        const auto found = entries_.find(fd);
        if ((mask & event) == 0 || found == entries_.end()) continue;
        if (Handle* handle = std::exchange(found->second.waiting(event), nullptr)) {
            run_handle(*handle, handler_);
        } else {
            drop_interest(fd, event);
        }
    }
}

void FdTable::drop_interest(int fd, EventMask event) {
    try {
        set_interest(fd, entries_.at(fd).registered & ~event);
    } catch (const std::system_error&) {
        lose(fd);
    }
}

// The system knows nothing of `fd` any more: it was closed, although somebody waits for it. Whoever
// that is must try its system call to learn of it.
void FdTable::lose(int fd) {
    const auto lost = entries_.extract(fd);
    if (lost.empty()) return;
    for (Handle* handle : {lost.mapped().reader, lost.mapped().writer}) {
        if (handle != nullptr) run_handle(*handle, handler_);
    }
}

void FdTable::set_interest(int fd, EventMask events) {
    const auto callback = [this](const SelectorKey& key, EventMask mask) {
        on_ready(key.fd, mask);
    };
    const auto found = entries_.find(fd);
    if (found == entries_.end()) {
        selector_.register_fd(fd, events, callback);
    } else if (events == 0) {
        entries_.erase(found);
        selector_.unregister_fd(fd);
        return;
    } else {
        selector_.modify(fd, events, callback);
    }
    entries_[fd].registered = events;
}

}  // namespace aio
