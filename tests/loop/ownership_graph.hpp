// ownership_graph.hpp: a small random graph of tasks that wait for each other and for all else.
//
// The one thing to know: a graph is its seed. Everything in it is decided by one generator, also
// what the system reports and how much time passes, so a graph that fails can be run again alone.
#pragma once

#include <memory>
#include <random>

#include "core/loop/joinable_queue.hpp"
#include "tests/loop/loop_support.hpp"

namespace ownership_test {

// The standard's distributions differ between libraries; this does not.
struct Random {
    explicit Random(unsigned seed) : engine(seed) {}
    // Any of 0, 1 and so on, less than `count`.
    unsigned below(unsigned count) { return static_cast<unsigned>(engine() >> 8) % count; }
    bool one_in(unsigned count) { return below(count) == 0; }
    aio::Duration delay() { return std::chrono::milliseconds(below(8)); }
    std::mt19937 engine;
};

constexpr unsigned tasks_in_graph = 5;
constexpr unsigned futures_in_graph = 3;
constexpr unsigned fds_in_graph = 2;
constexpr int first_fd = 1000;  // Of no meaning to the system, which is never asked.

// Owns all that its tasks wait for; the loop goes last. Owned by the test.
struct Graph {
    // In each second graph some tasks are spawned, so that the loop owns them.
    Graph(unsigned seed, loop_test::Lives& counted);
    void turn();
    // Some time passes, and perhaps a descriptor is ready.
    loop_test::ScriptedSelector::Events select();
    int any_fd() { return first_fd + static_cast<int>(random.below(fds_in_graph)); }
    aio::EventMask any_event() { return random.one_in(2) ? aio::Event::read : aio::Event::write; }

    Random random;
    loop_test::Lives& lives;
    bool spawns;
    aio::TimePoint now;
    int callback_errors = 0;
    aio::EventLoop loop;
    std::unique_ptr<aio::JoinableQueue<loop_test::Counted>> queue;
    std::unique_ptr<aio::Future<int>> futures[futures_in_graph];
    std::unique_ptr<aio::Task<void>> tasks[tasks_in_graph];
};

// Waits for this and that, three times. `depth` is how many frames it stands inside.
aio::Coro<void> wander(Graph& graph, unsigned depth, loop_test::Counted parameter);

// What another task, or the test, does to the graph: resolves, cancels or destroys something.
void disturb(Graph& graph);

}  // namespace ownership_test
