// 05_destroyed_but_pending.cpp: a task that goes before it is done.
//
// Chapter: "Coordinating Coroutines" (L53).
// The one thing to know: whoever created a task owns it. When the owner goes while the task still
// waits, the task's frames are destroyed, the innermost first, and the loop says so. The cure is
// to cancel the task and to wait until it has ended.
//
// What you see: the message, with the task's name and where it waited; and silence in the second
// round.
#include <fmt/core.h>

#include <cstdio>

#include "core/loop/joinable_queue.hpp"
#include "core/loop/sleep.hpp"
#include "core/loop/task.hpp"

namespace {

aio::Coro<void> work(aio::JoinableQueue<int>& q) {
    for (;;) {
        const int item = co_await q.get();
        fmt::print("item {}\n", item);
        q.task_done();
    }
}

// [destroyed-but-pending]
aio::Coro<void> forget_the_worker(aio::EventLoop& loop) {
    aio::JoinableQueue<int> q(loop);
    q.put_nowait(1);
    const auto worker = loop.create_task(work(q), "worker");
    co_await q.join();
    fmt::print("the queue is joined, and the worker is forgotten:\n");
}
// [/destroyed-but-pending]

// [cancel-and-wait]
aio::Coro<void> cancel_the_worker(aio::EventLoop& loop) {
    aio::JoinableQueue<int> q(loop);
    q.put_nowait(2);
    const auto worker = loop.create_task(work(q), "worker");
    co_await q.join();
    worker->cancel();
    try {
        co_await *worker;
    } catch (const aio::CancelledError&) {
        fmt::print("the queue is joined, and the worker has ended\n");
    }
}
// [/cancel-and-wait]

}  // namespace

int main() {
    aio::EventLoop loop;
    // On stdout, so that it stands in its place among the other lines.
    loop.set_exception_handler(
        [](const aio::ErrorContext& context) { fmt::print("{}\n", context.message); });
    loop.run_until_complete(forget_the_worker(loop));
    loop.run_until_complete(cancel_the_worker(loop));
    return 0;
}
