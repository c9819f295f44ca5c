// loop_tasks.cpp: joining the circle, and going round it.
//
// Chapter: none; asyncio.all_tasks.
// The one thing to know: a task that is done stays in the circle until it is destroyed, and is
// passed over.
#include "core/loop/loop_tasks.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/loop/task.hpp"

namespace aio {

TaskEntry::TaskEntry(EventLoop& loop, std::string name) : id_(loop.tasks().next_id_++) {
    if (!name.empty()) name_ = std::make_unique<const std::string>(std::move(name));
    insert_before(loop.tasks().ends_);
}

std::string TaskEntry::name() const { return name_ ? *name_ : fmt::format("Task-{}", id_); }

std::vector<TaskBase*> LoopTasks::pending() const {
    std::vector<TaskBase*> tasks;
    for (Links* at = ends_.next; at != &ends_; at = at->next) {
        auto* task = static_cast<TaskBase*>(static_cast<TaskEntry*>(at));
        if (!task->future.done()) tasks.push_back(task);
    }
    return tasks;
}

}  // namespace aio
