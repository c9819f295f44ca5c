// task_report.cpp: what a task says of itself.
//
// Chapter: "Coordinating Coroutines" (L53): "Task was destroyed but it is pending!".
// The one thing to know: the message comes at the moment of destruction, with the task's name and
// the chain of its awaits, the outermost first, as in Python's tracebacks.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "core/loop/task.hpp"

namespace aio {

std::string TaskBase::name() const { return name_.empty() ? fmt::format("Task-{}", id_) : name_; }

void TaskBase::run() {
    if (future.done()) throw InvalidStateError(name() + " is done, and was made to take a step");
    step();
}

std::string TaskBase::where() const {
    if (future.done()) return "done";
    if (!started_) return fmt::format("not started, {}", innermost->where.function);
    std::string text;
    for (const PromiseBase* frame = innermost; frame != nullptr; frame = frame->parent) {
        const CallSite& site = frame->where;
        const std::string place = fmt::format("{} ({}:{})", site.function, site.file, site.line);
        text = text.empty() ? place : place + ", " + text;
    }
    return "waits in " + text;
}

void TaskBase::report_pending() {
    EventLoop& loop = future.loop();
    if (loop.current_task() == this) {
        fmt::print(stderr, "{} destroys itself while it runs.\n", name());
        std::abort();
    }
    unlink();
    if (waiting_on != nullptr) --waiting_on->waiting_tasks;
    loop.call_exception_handler(
        {fmt::format("Task was destroyed but it is pending! {}: {}", name(), where()), nullptr});
}

}  // namespace aio
