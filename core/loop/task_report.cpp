// task_report.cpp: what a task says of itself.
//
// Chapter: "Coordinating Coroutines" (L53): "Task was destroyed but it is pending!".
// The one thing to know: the message comes at the moment of destruction, with the task's name and
// the line at which its innermost coroutine waits.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "core/loop/task.hpp"

namespace aio {

std::string TaskBase::name() const { return name_.empty() ? fmt::format("Task-{}", id_) : name_; }

void TaskBase::report_pending() {
    EventLoop& loop = future.loop();
    if (loop.current_task() == this) {
        fmt::print(stderr, "{} destroys itself while it runs.\n", name());
        std::abort();
    }
    unlink();
    const CallSite& where = innermost->where;
    const char* state = started_ ? "it waits" : "it was never started,";
    loop.call_exception_handler(
        {fmt::format("Task was destroyed but it is pending! {}: {} in {} ({}:{})", name(), state,
                     where.function, where.file, where.line),
         nullptr});
}

}  // namespace aio
