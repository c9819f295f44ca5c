// task_list.hpp: what a program that seems to hang is waiting for.
//
// Chapter: none; asyncio.all_tasks and Task.print_stack.
// The one thing to know: `kill -USR1` (Ctrl-T where there is a SIGINFO) makes the crawler print
// each of its tasks: its name, the chain of its awaits, and what the innermost one waits for.
#pragma once

#include <signal.h>

#include <string>

#include "stage3_crawler/signal_pipe.hpp"

namespace aio {

#ifdef SIGINFO
inline constexpr int task_list_signal = SIGINFO;
#else
inline constexpr int task_list_signal = SIGUSR1;
#endif

// A line for each task that is not done, the oldest first.
std::string list_tasks(const EventLoop& loop);

// Owned by the program; at most one at a time. Prints the list on stderr when the signal comes. The
// signal does what it did before when this goes.
class TaskListOnSignal {
  public:
    // Throws std::system_error ("pipe").
    explicit TaskListOnSignal(EventLoop& loop);
    TaskListOnSignal(const TaskListOnSignal&) = delete;
    TaskListOnSignal& operator=(const TaskListOnSignal&) = delete;
    ~TaskListOnSignal();

  private:
    SignalPipe pipe_;
};

}  // namespace aio
