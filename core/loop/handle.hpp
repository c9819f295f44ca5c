// handle.hpp: the unit of what the loop runs, and the lists in which it waits.
//
// Chapter: none by name; asyncio.Handle.
// The one thing to know: a Handle stands in at most one list at a time: a future's callbacks, or
// the loop's ready list, or the loop's timers. Destroying it takes it out. So nothing is allocated
// to wait or to wake, and nothing can be left behind: whoever dies unlinks. (Timers stand in a heap
// of their own, which they leave by TimerHandle::unschedule().)
//
// A Task is a Handle (it runs by taking a step), a Sleep is one, and so is a plain function that
// was passed to call_soon (callback.hpp).
#pragma once

#include <string>

namespace aio {

class FutureBase;

// [handle]
// Two neighbours in a circle. An element in no list is a circle of one.
struct Links {
    Links() = default;
    Links(const Links&) = delete;
    Links& operator=(const Links&) = delete;

    void unlink() {
        previous->next = next;
        next->previous = previous;
        previous = next = this;
    }
    // Takes this out of where it stands, and puts it in front of `place`.
    void insert_before(Links& place);

    Links* previous = this;
    Links* next = this;
};

// Something that the loop can run. Owned by whoever declares it; it does not move.
class Handle : private Links {
  public:
    virtual ~Handle() { unlink(); }
    virtual void run() = 0;
    // What it is, for a reader: "a callback", "sleep until +0.8 s", "Task-3".
    virtual std::string describe() const { return "a callback"; }
    // Leaves the list that it stands in, if any: run() will not be called for it.
    using Links::unlink;

  private:
    friend class HandleList;
    // Called when the list itself goes: the future or the loop that held it was destroyed.
    virtual void abandoned() {}
    // True if it is to take the result of this future when it runs.
    virtual bool waits_for(const FutureBase&) const { return false; }
};

// Handles in order of arrival. Owns none of them.
class HandleList {
  public:
    ~HandleList() {
        while (Handle* handle = pop_front()) handle->abandoned();
    }
    bool empty() const { return ends_.next == &ends_; }
    void push_back(Handle& handle);
    // The first one, of a list that is not empty.
    Handle& front() const { return *static_cast<Handle*>(ends_.next); }
    // The same, taken out; null if the list is empty.
    Handle* pop_front() {
        if (empty()) return nullptr;
        Handle& first = front();
        first.unlink();
        return &first;
    }
    // Moves all of `other` to the end of this list; takes no time per element.
    void splice_back(HandleList& other);
    // Abandons those that wait for `future`, which is about to go.
    void abandon_waiters_of(const FutureBase& future);

  private:
    Links ends_;
};
// [/handle]

}  // namespace aio
