// loop_tasks.hpp: the tasks of a loop, and which of them takes a step.
//
// Chapter: none; asyncio.all_tasks and asyncio.current_task.
// The one thing to know: the tasks stand in a circle that costs each of them two pointers. A
// debugger walks it without running anything: EventLoop::tasks_, then from next to next.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/loop/call_site.hpp"
#include "core/loop/handle.hpp"

namespace aio {

class EventLoop;
class TaskBase;

// A task's place among those of its loop, and what it says of itself. Owned as part of its task.
class TaskEntry : private Links {
  public:
    // "Task-N" unless it was given a name.
    std::string name() const;
    // The chain of awaits in words, the outermost first: "waits in work (a.cpp:7), get (b.hpp:9)".
    std::string where() const;
    // The same as places in the source: where each frame began, or awaits. asyncio's get_stack().
    std::vector<CallSite> stack() const;

  protected:
    TaskEntry(EventLoop& loop, std::string name);
    ~TaskEntry() { unlink(); }

  private:
    friend class LoopTasks;
    std::uint64_t id_;
    std::unique_ptr<const std::string> name_;
};

// Owned by its loop. Owns no task.
class LoopTasks {
  public:
    // The task whose step is running. Kept by the tasks.
    TaskBase* current = nullptr;

    // Those that are not done, the oldest first.
    std::vector<TaskBase*> pending() const;

  private:
    friend class TaskEntry;
    Links ends_;
    std::uint64_t next_id_ = 1;
};

}  // namespace aio
