// handle.cpp: linking and unlinking.
//
// Chapter: none by name; asyncio.Handle.
// The one thing to know: with a circle there are no special cases. The list's own `ends_` is an
// element as well, and every element has two neighbours at all times.
#include "core/loop/handle.hpp"

namespace aio {

void Links::insert_before(Links& place) {
    unlink();
    previous = place.previous;
    next = &place;
    place.previous->next = this;
    place.previous = this;
}

void HandleList::push_back(Handle& handle) { handle.insert_before(ends_); }

void HandleList::splice_back(HandleList& other) {
    if (other.empty()) return;
    Links& first = *other.ends_.next;
    Links& last = *other.ends_.previous;
    other.ends_.next = other.ends_.previous = &other.ends_;
    first.previous = ends_.previous;
    last.next = &ends_;
    ends_.previous->next = &first;
    ends_.previous = &last;
}

void HandleList::abandon_waiters_of(const FutureBase& future) {
    Links* next = nullptr;
    for (Links* at = ends_.next; at != &ends_; at = next) {
        next = at->next;  // Looked up first: whoever is abandoned may go to the end.
        Handle& handle = *static_cast<Handle*>(at);
        if (handle.waits_for(future)) handle.abandoned();
    }
}

}  // namespace aio
