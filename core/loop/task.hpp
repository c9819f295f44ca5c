// task.hpp: drives a coroutine, and is the future of its result.
//
// Chapter: "Building Coroutines With Generators" (L32) and "Coordinating Coroutines" (L55, L56,
// L66, L67); asyncio.Task. stage2_coroutines/sketch/task.hpp is the chapter's short version.
//
// The one thing to know: set a breakpoint in TaskBase::step. Every line of every coroutine runs
// under it. step() resumes the innermost frame, again and again, until a frame waits for a future
// that is not done, or the last frame has returned. Then it goes back to the loop.
//
// Left out on purpose: task groups and context variables.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "core/loop/future.hpp"

namespace aio {

struct PromiseBase;
template <class T> struct Promise;

// Owns the frame of a coroutine.
struct DestroyFrame {
    void operator()(PromiseBase* promise) const;
};
using Frame = std::unique_ptr<PromiseBase, DestroyFrame>;

// [task-base]
// The part of a task that does not depend on its result's type: the chain of awaits, seen from
// its inner end, and what was asked of it. Owned as part of its Task.
class TaskBase : public Handle, public TaskEntry {
  public:
    FutureBase& future;  // This task as a future.
    Frame outermost;     // The task's own coroutine; gone once it has returned.
    PromiseBase* innermost = outermost.get();  // The frame to resume next; null after the last one.
    FutureBase* waiting_on = nullptr;          // Set while the innermost frame waits for a future.
    bool started = false;                      // Its first step has begun.
    bool throw_cancelled = false;  // The wait that is over now ends with CancelledError.

    // How many calls of cancel() are not taken back by uncancel(), which returns what is left:
    // the way in which a timeout tells its own cancellation from another's.
    int cancelling() const { return cancel_requests_; }
    int uncancel() { return cancel_requests_ > 0 ? --cancel_requests_ : 0; }

  protected:
    TaskBase(FutureBase& self, Frame frame, std::string name);
    bool request_cancel();
    // Reports that it was destroyed while pending, and destroys its frames, the innermost first.
    void end_pending();

    bool must_cancel_ = false;  // CancelledError is to be thrown at the next chance.

  private:
    void run() override;
    void abandoned() override;
    bool waits_for(const FutureBase& other) const override { return waiting_on == &other; }
    void step();
    void complete();
    // Makes what the coroutine returned this future's result, or throws what it threw.
    virtual void finish(PromiseBase& coroutine) = 0;

    bool in_cancel_ = false;
    int cancel_requests_ = 0;
};
// [/task-base]

// [task]
// Owned by whoever created it. Destroying a pending task reports it and destroys its frames, the
// innermost first. Its own coroutine must not do that while it runs; but it may own the task, by
// a parameter: then the task goes with the frame, once it is done, which must be before its loop
// goes.
template <class T> class Task final : public Future<T>, public TaskBase {
  public:
    Task(EventLoop& loop, Coro<T> coro, std::string name = {})
        : Future<T>(loop), TaskBase(*this, coro.release(), std::move(name)) {
        loop.call_soon(static_cast<Handle&>(*this));
    }
    ~Task() override {
        if (!this->done()) end_pending();
    }

    // Asks the coroutine to end: what it waits for is cancelled now, and CancelledError appears
    // at its await in a later turn. It may catch it. False if the task is done.
    bool cancel() override { return this->done() ? Future<T>::cancel() : request_cancel(); }
    std::string describe() const override { return name(); }

  private:
    // A task resolves itself (L67); nobody else does.
    using Future<T>::set_result;
    using Future<T>::set_exception;

    void finish(PromiseBase& coroutine) override {
        auto& promise = static_cast<Promise<T>&>(coroutine);
        if constexpr (std::is_void_v<T>) {
            promise.take();
            set_result();
        } else {
            set_result(promise.take());
        }
    }
};
// [/task]

}  // namespace aio

// A Task is of no use without coroutines. They know tasks, so theirs comes second.
#include "core/loop/coro.hpp"
