// task.cpp: the step of a task, and its cancellation.
//
// Chapter: L32, L56 and L67 (Task.step), L55 (Task.cancel); footnote on who destroys a task.
// The one thing to know: cancel() never throws into a coroutine. It cancels what the coroutine
// waits for; the error then arrives at the await, in a turn of its own, like any other result.
#include "core/loop/task.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace aio {

TaskBase::TaskBase(FutureBase& future, PromiseBase& coroutine, std::string name)
    : chain_{future, *this}, name_(std::move(name)), id_(future.loop().next_task_id_++) {
    coroutine.chain = &chain_;
    chain_.innermost = &coroutine;
}

std::string TaskBase::name() const {
    return name_.empty() ? fmt::format("Task-{}", id_) : name_;
}

// [task-step]
void TaskBase::step() {
    TaskBase*& current = chain_.result.loop().current_task_;
    TaskBase* const outer = std::exchange(current, this);
    chain_.waiting_on = nullptr;
    chain_.throw_cancelled = std::exchange(must_cancel_, false);
    if (chain_.throw_cancelled && !started_) {
        finish_cancelled();  // Not one line of it has run, and none will.
        current = outer;
        return;
    }
    started_ = true;
    while (chain_.innermost != nullptr && chain_.waiting_on == nullptr) {
        chain_.innermost->frame.resume();
    }
    current = outer;
    if (chain_.innermost == nullptr) {
        complete();
    } else if (must_cancel_ && chain_.waiting_on->cancel()) {
        must_cancel_ = false;  // It had cancelled itself: this wait ends with CancelledError.
    }
}
// [/task-step]

void TaskBase::complete() {
    try {
        finish();
    } catch (const CancelledError&) {
        finish_cancelled();
    } catch (const SystemExit&) {
        chain_.result.set_exception(std::current_exception());
        throw;
    } catch (...) {
        chain_.result.set_exception(std::current_exception());
    }
}

void TaskBase::throw_if_cancelled() const {
    if (must_cancel_) throw CancelledError();
}

// [task-cancel]
bool TaskBase::request_cancel() {
    ++cancel_requests_;
    // False if the future is done already: then its result is dropped, and step() throws.
    if (chain_.waiting_on == nullptr || !chain_.waiting_on->cancel()) must_cancel_ = true;
    return true;
}
// [/task-cancel]

void TaskBase::abandoned() {
    // The future that this task waits for was destroyed.
    chain_.waiting_on = nullptr;
    must_cancel_ = true;
    chain_.result.loop().call_soon(*this);
}

void TaskBase::report_pending() {
    EventLoop& loop = chain_.result.loop();
    if (loop.current_task() == this) {
        fmt::print(stderr, "{} destroys itself while it runs.\n", name());
        std::abort();
    }
    unlink();
    const CallSite& where = chain_.innermost->where;
    const char* state = started_ ? "it waits" : "it was never started,";
    loop.call_exception_handler(
        {fmt::format("Task was destroyed but it is pending! {}: {} in {} ({}:{})", name(), state,
                     where.function, where.file, where.line),
         nullptr});
}

namespace {

using Spawned = std::list<std::unique_ptr<Handle>>;

// A task that the loop owns until it is done. It stands among the task's callbacks.
class SpawnedTask final : public Handle {
  public:
    SpawnedTask(EventLoop& loop, Coro<void> coro, std::string name, Spawned& owners)
        : task_(loop, std::move(coro), std::move(name)), owners_(owners) {
        task_.add_done_callback(*this);
    }
    void run() override { owners_.erase(place); }

    Spawned::iterator place;

  private:
    Task<void> task_;
    Spawned& owners_;
};

}  // namespace

void EventLoop::spawn(Coro<void> coro, std::string name) {
    auto task = std::make_unique<SpawnedTask>(*this, std::move(coro), std::move(name), spawned_);
    SpawnedTask& spawned = *task;
    spawned_.push_back(std::move(task));
    spawned.place = std::prev(spawned_.end());
}

}  // namespace aio
