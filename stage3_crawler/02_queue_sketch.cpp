// 02_queue_sketch.cpp: a queue that can be joined, once.
//
// Chapter: "Coordinating Coroutines" (L63, and the footnote on its join future).
// The one thing to know: join() waits for task_done(), not for get(). An item that was taken is
// still unfinished.
//
// What you see: join of the sketch, which is released by the last task_done; a second round, whose
// end wakes who joined the first once more, since the sketch has one future for all rounds; and the
// library's queue, whose joiners wait for a future of their own in each round.
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
// The one future is resolved at the end of each round, and its callbacks run each time.
void join_the_sketch_again() {
    sketch::Queue<int> q;
    int woken = 0;
    q.put_nowait(1);
    sketch::Task join(q.join());
    join.add_done_callback([&woken](sketch::Future&) { ++woken; });
    q.task_done();
    fmt::print("after the first round: who joined it was woken {} time\n", woken);
    q.put_nowait(2);
    q.task_done();
    fmt::print("after the second round: who joined the first was woken {} times\n", woken);
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
