// 03_run_until_complete.cpp: how a loop knows when to stop.
//
// Chapter: "Coordinating Coroutines" (L65, L66, L67).
// The one thing to know: the loop makes a task of the coroutine and adds a callback that stops it.
// That works because a task is a future, and resolves itself with what its coroutine returned.
//
// What you see: the sketch, stopped by StopError; the same when another coroutine resolves the
// future, through which StopError flies, so that this coroutine is cut off in the middle; and the
// library's loop, which stops after its turn and cuts nobody off.
#include <fmt/core.h>

#include "core/loop/task.hpp"
#include "stage3_crawler/sketch/event_loop.hpp"

namespace {

sketch::Coro wait_for(sketch::Future& future) {
    const int value = co_await future;
    co_return value + 1;
}

// [stop-by-callback]
void stop_by_callback() {
    sketch::EventLoop loop;
    sketch::Future future;
    loop.add_event([&future] { future.set_result(41); });
    loop.add_event([] { fmt::print("this event comes too late, and is not run\n"); });
    const int result = loop.run_until_complete(wait_for(future));
    fmt::print("sketch: result {}, stopped by the task = {}\n", result, loop.stopped_by_task);
}
// [/stop-by-callback]

sketch::Coro resolve(sketch::Future& start, sketch::Future& future, bool& finished) {
    co_await start;
    future.set_result(41);
    finished = true;
    co_return 0;
}

// [stop-error-cuts-off]
void stop_error_cuts_off() {
    sketch::EventLoop loop;
    sketch::Future start;
    sketch::Future future;
    bool finished = false;
    sketch::Task resolver(resolve(start, future, finished));
    loop.add_event([&start] { start.set_result(0); });
    const int result = loop.run_until_complete(wait_for(future));
    fmt::print("sketch: result {}, the one that resolved it has finished = {}\n", result, finished);
}
// [/stop-error-cuts-off]

aio::Coro<int> wait_for(aio::Future<int>& future) {
    const int value = co_await future;
    co_return value + 1;
}

aio::Coro<void> resolve(aio::Future<int>& future, bool& finished) {
    future.set_result(41);
    finished = true;
    co_return;
}

void stop_as_the_library_does() {
    aio::EventLoop loop;
    aio::Future<int> future(loop);
    bool finished = false;
    loop.spawn(resolve(future, finished));
    const int result = loop.run_until_complete(wait_for(future));
    fmt::print("library: result {}, the one that resolved it has finished = {}\n", result,
               finished);
}

}  // namespace

int main() {
    stop_by_callback();
    stop_error_cuts_off();
    stop_as_the_library_does();
    return 0;
}
