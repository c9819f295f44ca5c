// fd_table.cpp: from an event of the selector to the one who waits for it.
//
// Chapter: L31 and L33.
// The one thing to know: each event is looked up anew when its turn comes, since the Handle that
// ran before it may have taken its wait back, or closed its descriptor.
#include "core/loop/fd_table.hpp"

#include <fmt/format.h>

#include <utility>

namespace aio {

FdTable::FdTable(Selector& selector, const ExceptionHandler& handler)
    : selector_(selector), handler_(handler) {}

void FdTable::add(int fd, EventMask event, Handle& handle) {
    const auto found = entries_.find(fd);
    const EventMask registered = found == entries_.end() ? 0 : found->second.registered;
    if (found != entries_.end() && found->second.waiting(event) != nullptr) {
        throw KeyError(fmt::format("somebody waits for fd {} already", fd));
    }
    if ((registered & event) == 0) set_interest(fd, registered | event);
    entries_.at(fd).waiting(event) = &handle;
}

bool FdTable::remove(int fd, EventMask event) {
    const auto found = entries_.find(fd);
    if (found == entries_.end()) return false;
    if (std::exchange(found->second.waiting(event), nullptr) == nullptr) return false;
    set_interest(fd, found->second.registered & ~event);
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
            set_interest(fd, found->second.registered & ~event);
        }
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
