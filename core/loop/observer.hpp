// observer.hpp: hears what the loop does.
//
// Chapter: none; what the reader of "Async" and "Coordinating Coroutines" has to imagine.
// The one thing to know: the loop has one place for an observer, and asks there at a few points
// whether somebody is set. Without one that is all that it costs. The lines that ask are not
// counted among the mechanism's.
// Left out on purpose: several observers at once, and changing anything from inside one.
#pragma once

#include <cstddef>
#include <optional>

#include "core/loop/clock.hpp"

namespace aio {

class FutureBase;
class Handle;
class TaskBase;

// Owned by whoever sets it (EventLoop::set_observer), and outlives its use there. Each function is
// called at that moment, inside the loop, and throws nothing. Override those that are wanted.
class LoopObserver {
  public:
    virtual ~LoopObserver() = default;

    // A turn begins.
    virtual void tick() {}
    // The selector is asked; it waits, at most that long, or without an end.
    virtual void before_select(std::optional<Duration> /*timeout*/) {}
    // It has answered with so many descriptors.
    virtual void after_select(std::size_t /*ready*/) {}
    // A timer is due, and goes to the ready list.
    virtual void timer(const Handle&) {}
    // A Handle of the ready list is about to run: a callback, or a task that takes a step.
    virtual void before_run(const Handle&) {}
    // A task resumes its coroutine; and is back, because that waits or has ended. Only then are
    // the frames destroyed and the task's result set.
    virtual void before_step(const TaskBase&) {}
    virtual void after_step(const TaskBase&) {}
    // A future has got its result, its exception, or was cancelled.
    virtual void future_done(const FutureBase&) {}
};

}  // namespace aio
