// task.cpp: the step of a task, and its cancellation.
//
// Chapter: L32, L56 and L67 (Task.step), L55 (Task.cancel); footnote on who destroys a task.
// The one thing to know: cancel() never throws into a coroutine. It cancels what the coroutine
// waits for; the error then arrives at the await, in a turn of its own, like any other result.
#include "core/loop/task.hpp"

#include <utility>

namespace aio {

TaskBase::TaskBase(FutureBase& self, PromiseBase& coroutine, std::string name)
    : future(self), innermost(&coroutine), name_(std::move(name)) {
    coroutine.task = this;
}

// [task-step]
void TaskBase::step() {
    future.loop().current_task_ = this;
    if (waiting_on != nullptr) --waiting_on->waiting_tasks;
    waiting_on = nullptr;
    throw_cancelled = std::exchange(must_cancel_, false);
    if (throw_cancelled && !started_) {
        innermost->error = std::make_exception_ptr(CancelledError());
        innermost = nullptr;  // Not one line of it has run, and none will.
    }
    started_ = true;
    while (innermost != nullptr && waiting_on == nullptr) {
        innermost->frame.resume();
    }
    future.loop().current_task_ = nullptr;
    if (innermost == nullptr) {
        complete();  // All frames have returned.
    } else if (must_cancel_ && waiting_on->cancel()) {
        must_cancel_ = false;  // It had cancelled itself: this wait ends with CancelledError.
    }
}
// [/task-step]

void TaskBase::complete() {
    try {
        finish();
        if (must_cancel_) future.FutureBase::cancel();  // Cancelled while it ran its last lines.
    } catch (const CancelledError&) {
        future.FutureBase::cancel();
    } catch (const SystemExit&) {
        future.FutureBase::cancel();
        throw;
    } catch (...) {
        future.set_exception(std::current_exception());
    }
}

// [task-cancel]
bool TaskBase::request_cancel() {
    ++cancel_requests_;
    // False if the future is done already: then its result is dropped, and step() throws.
    if (waiting_on == nullptr || !waiting_on->cancel()) must_cancel_ = true;
    return true;
}
// [/task-cancel]

void TaskBase::abandoned() {
    // The future that it waits for was destroyed; or, if it waits for none, its loop.
    if (std::exchange(waiting_on, nullptr) == nullptr) return;
    must_cancel_ = true;
    future.loop().call_soon(*this);
}

}  // namespace aio
