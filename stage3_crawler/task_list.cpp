// task_list.cpp: the list, and the signal that asks for it.
//
// Chapter: none.
// The one thing to know: the list is made in a turn of the loop, so no task is in the middle of a
// step, and each says truly where it waits.
#include "stage3_crawler/task_list.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "core/loop/task.hpp"

namespace aio {

namespace {

volatile sig_atomic_t pipe_of_list = -1;
struct sigaction list_action_before{};

extern "C" void on_list_signal(int) {
    const int saved_errno = errno;
    [[maybe_unused]] const ssize_t written = ::write(pipe_of_list, "", 1);
    errno = saved_errno;
}

}  // namespace

std::string list_tasks(const EventLoop& loop) {
    std::string text;
    for (const TaskBase* task : loop.all_tasks()) {
        text += fmt::format("{} {}", task->name(), task->where());
        if (task->waiting_on != nullptr) text += ", for " + task->waiting_on->describe();
        text += "\n";
    }
    return text;
}

TaskListOnSignal::TaskListOnSignal(EventLoop& loop)
    : pipe_(loop, [&loop] { fmt::print(stderr, "{}", list_tasks(loop)); }) {
    pipe_of_list = pipe_.write_end();
    struct sigaction action{};
    action.sa_handler = on_list_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    ::sigaction(task_list_signal, &action,
                &list_action_before);  // It fails for a wrong signal only.
}

TaskListOnSignal::~TaskListOnSignal() {
    ::sigaction(task_list_signal, &list_action_before, nullptr);
    pipe_of_list = -1;
}

}  // namespace aio
