// fd_table.hpp: who waits for which descriptor.
//
// Chapter: what `selector.register` and `unregister` around each wait do in L31 and L33;
// asyncio's add_reader, add_writer and their counterparts.
// The one thing to know: after a wait has ended well, the selector's registration is kept. The
// next wait is mostly for the same, and then costs no system call. It is dropped when an event
// comes that nobody waits for, when a wait is taken back, and by forget().
// Left out on purpose: two waits for one direction of one descriptor; that is a mistake.
#pragma once

#include <unordered_map>

#include "core/loop/error_report.hpp"
#include "core/loop/selector.hpp"

namespace aio {

// Calls what was registered with the selector for each of `ready`; what that throws is reported.
// Tells `observer` first how many there are.
void run_ready(const std::vector<ReadyKey>& ready, const ExceptionHandler& handler,
               LoopObserver* observer);

// Owned by its loop, as the selector is. Owns neither the descriptors nor the Handles.
class FdTable {
  public:
    // `handler` is told what a Handle throws. Both outlive the table.
    FdTable(Selector& selector, const ExceptionHandler& handler);

    // Runs `handle` once, straight from the poll, as soon as `fd` is ready for `event`. (asyncio's
    // add_reader stays until it is removed; an await is one wait.) Throws KeyError if somebody
    // waits for that already, std::system_error if the system refuses `fd`, std::invalid_argument
    // for anything but one direction.
    void add(int fd, EventMask event, Handle& handle);
    // Takes that wait back. False if nobody waited. Throws nothing.
    bool remove(int fd, EventMask event);
    // Forgets `fd` altogether. Whoever owns a descriptor calls this before closing it.
    void forget(int fd);
    // How many descriptors the selector watches for this table.
    std::size_t size() const { return entries_.size(); }

  private:
    struct Entry {
        Handle* reader = nullptr;
        Handle* writer = nullptr;
        EventMask registered = 0;  // What the selector watches; may be more than is wanted.
        Handle*& waiting(EventMask event) { return event == Event::read ? reader : writer; }
    };

    void on_ready(int fd, EventMask mask);
    void set_interest(int fd, EventMask events);
    void drop_interest(int fd, EventMask event);
    void lose(int fd);

    Selector& selector_;
    const ExceptionHandler& handler_;
    std::unordered_map<int, Entry> entries_;
};

}  // namespace aio
