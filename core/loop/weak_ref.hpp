// weak_ref.hpp: for a coroutine that may begin after the object that it belongs to has gone.
//
// Chapter: none; Python's weakref.
// The one thing to know: a coroutine function that is a member only copies `this` when it is
// called. It runs later, and the object may be destroyed by then. In Python the coroutine would
// keep the object alive; here it holds a WeakRef, looks, and is cancelled if nothing is there.
// Left out on purpose: threads. Object and coroutine belong to the same one.
#pragma once

#include <memory>

#include "core/loop/future.hpp"

namespace aio {

// A value, passed to the coroutine as a parameter. Does not keep the object alive.
template <class T> class WeakRef {
  public:
    // Throws CancelledError if the object is gone.
    T& get() const {
        if (*target_ == nullptr) throw CancelledError();
        return **target_;
    }

  private:
    template <class> friend class WeakTarget;
    explicit WeakRef(T& target) : target_(std::make_shared<T*>(&target)) {}
    std::shared_ptr<T*> target_;
};

// Owned by the object itself, as its last member, so that this goes first.
template <class T> class WeakTarget {
  public:
    explicit WeakTarget(T& self) : ref_(self) {}
    WeakTarget(const WeakTarget&) = delete;
    WeakTarget& operator=(const WeakTarget&) = delete;
    ~WeakTarget() { *ref_.target_ = nullptr; }
    WeakRef<T> ref() const { return ref_; }

  private:
    WeakRef<T> ref_;
};

}  // namespace aio
