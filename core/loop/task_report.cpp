// task_report.cpp: what a task says of itself.
//
// Chapter: "Coordinating Coroutines" (L53): "Task was destroyed but it is pending!".
// The one thing to know: the message comes at the moment of destruction, with the task's name and
// the chain of its awaits, the outermost first, as in Python's tracebacks.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "core/loop/task.hpp"

namespace aio {

void TaskBase::run() {
    if (future.done()) throw InvalidStateError(name() + " is done, and was made to take a step");
    step();
}

std::string TaskEntry::where() const {
    const auto& task = static_cast<const TaskBase&>(*this);
    if (task.future.done()) return "done";
    if (!task.started) return fmt::format("not started, {}", task.innermost->where.function);
    std::string text;
    for (const CallSite& site : stack()) {
        text += text.empty() ? "waits in " : ", ";
        text += fmt::format("{} ({}:{})", site.function, site.file, site.line);
    }
    return text;
}

std::string FutureBase::describe() const { return "a future"; }

std::vector<CallSite> TaskEntry::stack() const {
    std::vector<CallSite> sites;
    const PromiseBase* frame = static_cast<const TaskBase&>(*this).innermost;
    for (; frame != nullptr; frame = frame->parent()) {
        sites.push_back(frame->where);
    }
    std::reverse(sites.begin(), sites.end());
    return sites;
}

void TaskBase::end_pending() {
    EventLoop& loop = future.loop();
    if (loop.current_task() == this) {
        fmt::print(stderr, "{} destroys itself while it runs.\n", name());
        std::abort();
    }
    Handle::unlink();
    // Its future goes with the inner frames, and an outer one may cancel this task when it goes.
    if (waiting_on != nullptr) --std::exchange(waiting_on, nullptr)->waiting_tasks;
    loop.call_exception_handler(
        {fmt::format("Task was destroyed but it is pending! {}: {}", name(), where()), nullptr});
    // Not by the destructor of the outermost alone: it would go down as deep as the chain is long.
    while (Delegation* await = innermost->delegation) {
        innermost = &await->parent;
        await->child.reset();
    }
    outermost.reset();
}

}  // namespace aio
