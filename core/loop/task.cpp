// task.cpp: the step of a task, and its cancellation.
//
// Chapter: L32, L56 and L67 (Task.step), L55 (Task.cancel); footnote on who destroys a task.
// The one thing to know: cancel() never throws into a coroutine. It cancels what the coroutine
// waits for; the error then arrives at the await, in a turn of its own, like any other result.
#include "core/loop/task.hpp"

#include <utility>

namespace aio {

TaskBase::TaskBase(FutureBase& self, Frame frame, std::string name)
    : TaskEntry(self.loop(), std::move(name)), future(self), outermost(std::move(frame)) {
    innermost->task = this;
}

// [task-step]
void TaskBase::step() {
    if (LoopObserver* observer = future.loop().observer()) observer->before_step(*this);
    future.loop().tasks().current = this;
    if (waiting_on != nullptr) --std::exchange(waiting_on, nullptr)->waiting_tasks;
    throw_cancelled = std::exchange(must_cancel_, false);
    if (throw_cancelled && !started) {
        innermost->error = std::make_exception_ptr(CancelledError());
        innermost = nullptr;  // Not one line of it has run, and none will.
    }
    started = true;
    while (innermost != nullptr && waiting_on == nullptr) {
        innermost->frame.resume();
    }
    future.loop().tasks().current = nullptr;
    if (LoopObserver* observer = future.loop().observer()) observer->after_step(*this);
    if (innermost == nullptr) {
        complete();  // All frames have returned. It may be gone after that.
    } else if (must_cancel_ && waiting_on->cancel()) {
        must_cancel_ = false;  // It had cancelled itself: this wait ends with CancelledError.
    }
}
// [/task-step]

void TaskBase::complete() {
    const Frame finished = std::move(outermost);  // Goes last, since this task may go with it.
    try {
        // Cancelled while it ran its last lines: too late to throw it there.
        if (must_cancel_ && !finished->error) throw CancelledError();
        finish(*finished);
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
    // Asked while it asks: it waits for itself, round others. Then nobody but itself can end it.
    const bool in_circle = std::exchange(in_cancel_, true);
    cancel_requests_ += in_circle ? 0 : 1;
    if (in_circle) future.loop().call_soon(*this);
    // False if the future is done already: then its result is dropped, and step() throws.
    if (in_circle || waiting_on == nullptr || !waiting_on->cancel()) must_cancel_ = true;
    in_cancel_ = in_circle;
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
