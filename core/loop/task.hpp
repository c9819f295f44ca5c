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

// [task-base]
// The part of a task that does not depend on its result's type: the chain of awaits, seen from
// its inner end, and what was asked of it. Owned as part of its Task.
class TaskBase : public Handle {
  public:
    FutureBase& future;                // This task as a future.
    PromiseBase* innermost;            // The frame to resume next; null once all have returned.
    FutureBase* waiting_on = nullptr;  // Set while the innermost frame waits for a future.
    bool throw_cancelled = false;      // The wait that is over now ends with CancelledError.

    // "Task-N" unless it was given a name.
    std::string name() const;
    // The chain of awaits in words, the outermost first: "waits in work (a.cpp:7), get (b.hpp:9)".
    std::string where() const;
    // How many calls of cancel() are not taken back by uncancel(), which returns what is left:
    // the way in which a timeout tells its own cancellation from another's.
    int cancelling() const { return cancel_requests_; }
    int uncancel() { return cancel_requests_ > 0 ? --cancel_requests_ : 0; }

  protected:
    TaskBase(FutureBase& self, PromiseBase& coroutine, std::string name);
    bool request_cancel();
    void report_pending();

    bool must_cancel_ = false;  // CancelledError is to be thrown at the next chance.

  private:
    void run() override;
    void abandoned() override;
    bool waits_for(const FutureBase& other) const override { return waiting_on == &other; }
    void step();
    void complete();
    // Takes the coroutine's result as this future's, or throws; destroys its frame.
    virtual void finish() = 0;

    bool started_ = false;
    int cancel_requests_ = 0;
    std::uint64_t id_ = future.loop().next_task_id_++;
    std::string name_;
};
// [/task-base]

// [task]
// Owned by whoever created it. Destroying a pending task reports it and destroys its frames, the
// innermost first. A task must not be destroyed by its own coroutine.
template <class T> class Task final : public Future<T>, public TaskBase {
  public:
    Task(EventLoop& loop, Coro<T> coro, std::string name = {})
        : Future<T>(loop), TaskBase(*this, coro.unused(), std::move(name)), coro_(std::move(coro)) {
        loop.call_soon(static_cast<Handle&>(*this));
    }
    ~Task() override {
        if (!this->done()) report_pending();
    }

    // Asks the coroutine to end: what it waits for is cancelled now, and CancelledError appears
    // at its await in a later turn. It may catch it. False if the task is done.
    bool cancel() override { return this->done() ? Future<T>::cancel() : request_cancel(); }

  private:
    // A task resolves itself (L67); nobody else does.
    using Future<T>::set_result;
    using Future<T>::set_exception;

    void finish() override {
        const Coro<T> finished = std::move(coro_);
        if constexpr (std::is_void_v<T>) {
            finished.take();
            if (!must_cancel_) set_result();
        } else {
            T value = finished.take();
            if (!must_cancel_) set_result(std::forward<T>(value));
        }
    }

    Coro<T> coro_;
};
// [/task]

}  // namespace aio

// A Task is of no use without coroutines. They know tasks, so theirs comes second.
#include "core/loop/coro.hpp"
