// 02_queue_sketch.cpp: a queue that can be joined, once.
//
// Chapter: "Coordinating Coroutines" (L63, and the footnote on its join future).
// The one thing to know: join() waits for task_done(), not for get(). An item that was taken is
// still unfinished.
//
// You see: join of the sketch, which is released by the last task_done; a second round, which works
// only because the sketch's future lets itself be resolved twice; and the library's queue, whose
// joiners wait for a future of their own in each round.
#include <fmt/core.h>

#include "core/loop/joinable_queue.hpp"
#include "core/loop/sleep.hpp"
#include "stage3_crawler/sketch/queue.hpp"

namespace {

// [join-sketch]
void join_the_sketch() {
    sketch::Queue<int> q;
    q.put_nowait(1);
    q.put_nowait(2);
    bool joined = false;
    sketch::Task join(q.join());
    join.add_done_callback([&joined](sketch::Future&) { joined = true; });
    q.get_nowait();
    q.get_nowait();
    fmt::print("both items taken: joined = {}\n", joined);
    q.task_done();
    q.task_done();
    fmt::print("both items done: joined = {}\n", joined);
}
// [/join-sketch]

// [join-twice-sketch]
// The first round was never joined; so the one future is resolved, and then resolved again.
void join_the_sketch_again() {
    sketch::Queue<int> q;
    int resumed = 0;
    q.put_nowait(1);
    q.task_done();
    q.put_nowait(2);
    sketch::Task join(q.join());
    join.add_done_callback([&resumed](sketch::Future&) { ++resumed; });
    q.task_done();
    fmt::print("the second round resolved the same future again: joined {} time\n", resumed);
}
// [/join-twice-sketch]

aio::Coro<void> join_twice(aio::EventLoop& loop) {
    aio::JoinableQueue<int> q(loop);
    for (int round = 1; round <= 2; ++round) {
        q.put_nowait(round);
        const auto join = loop.create_task(q.join());
        co_await aio::sleep(loop, aio::Duration::zero());
        const bool waits = !join->done();
        q.get_nowait();
        q.task_done();
        co_await *join;
        fmt::print("the library's queue, round {}: waited = {}, joined = {}\n", round, waits,
                   join->done());
    }
}

}  // namespace

int main() {
    join_the_sketch();
    join_the_sketch_again();
    aio::EventLoop loop;
    loop.run_until_complete(join_twice(loop));
    return 0;
}
