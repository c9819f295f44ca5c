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

#include "core/loop/coro.hpp"

namespace aio {

// [task-base]
// The part of a task that does not depend on its result's type. Owned as part of its Task.
class TaskBase : public Handle {
  public:
    // "Task-N" unless it was given a name.
    std::string name() const;
    // The frames, the innermost first, and what it waits for.
    const AwaitChain& chain() const { return chain_; }
    FutureBase& as_future() const { return chain_.result; }
    // How many calls of cancel() are not taken back by uncancel(), which returns what is left:
    // the way in which a timeout tells its own cancellation from another's.
    int cancelling() const { return cancel_requests_; }
    int uncancel() { return cancel_requests_ > 0 ? --cancel_requests_ : 0; }

  protected:
    TaskBase(FutureBase& future, PromiseBase& coroutine, std::string name);
    ~TaskBase() override = default;

    bool request_cancel();
    // Throws if the coroutine was cancelled while it ran its last lines.
    void throw_if_cancelled() const;
    void report_pending();

  private:
    void run() override { step(); }
    void abandoned() override;
    void step();
    void complete();
    // Takes the coroutine's outcome as this future's, and destroys its frame.
    virtual void finish() = 0;
    virtual void finish_cancelled() = 0;

    AwaitChain chain_;
    std::string name_;
    std::uint64_t id_;
    int cancel_requests_ = 0;
    bool must_cancel_ = false;  // CancelledError is to be thrown at the next chance.
    bool started_ = false;
};
// [/task-base]

// [task]
// Owned by whoever created it. Destroying a pending task reports it and destroys its frames, the
// innermost first. A task must not be destroyed by its own coroutine.
template <class T>
class Task final : public Future<T>, public TaskBase {
  public:
    Task(EventLoop& loop, Coro<T> coro, std::string name = {})
        : Future<T>(loop),
          TaskBase(*this, *coro.promise(), std::move(name)),
          coro_(std::move(coro)) {
        loop.call_soon(static_cast<Handle&>(*this));
    }
    ~Task() override {
        if (!this->done()) report_pending();
    }

    // Asks the coroutine to end: what it waits for is cancelled now, and CancelledError appears
    // at its await in a later turn. It may catch it. False if the task is done.
    bool cancel() override {
        if (this->done()) return Future<T>::cancel();
        return request_cancel();
    }

  private:
    // A task resolves itself (L67); nobody else does.
    using Future<T>::set_result;
    using Future<T>::set_exception;

    void finish() override {
        const Coro<T> finished = std::move(coro_);
        if constexpr (std::is_void_v<T>) {
            finished.promise()->take();
            throw_if_cancelled();
            set_result();
        } else {
            T value = finished.promise()->take();
            throw_if_cancelled();
            set_result(std::forward<T>(value));
        }
    }
    void finish_cancelled() override {
        const Coro<T> unwound = std::move(coro_);
        Future<T>::cancel();
    }

    Coro<T> coro_;
};
// [/task]

template <class T>
std::unique_ptr<Task<T>> EventLoop::create_task(Coro<T> coro, std::string name) {
    return std::make_unique<Task<T>>(*this, std::move(coro), std::move(name));
}

// [run-until-complete-coro]
template <class T>
T EventLoop::run_until_complete(Coro<T> coro) {
    const auto task = create_task(std::move(coro));
    run_until_done(*task);
    return std::move(*task).result();
}
// [/run-until-complete-coro]

}  // namespace aio
