// ownership_random.cpp: small random graphs of tasks, taken apart at random moments.
//
// Tasks wait for timers, descriptors, futures, a queue, children, and each other. Meanwhile
// everything is resolved, cancelled and destroyed in any order, from outside and from other tasks.
// The one thing to know: a graph is its seed. `INFO` prints it when a graph fails.
// Left out on purpose: circles of tasks that wait for each other. They wait for ever, as in
// asyncio, and cannot be cancelled.
#include <algorithm>
#include <iterator>
#include <memory>
#include <random>

#include "core/loop/fd_wait.hpp"
#include "core/loop/joinable_queue.hpp"
#include "core/loop/sleep.hpp"
#include "core/loop/timeouts.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using aio::CancelledError;
using aio::Coro;
using aio::EventLoop;
using aio::Future;
using aio::Task;
using loop_test::Counted;
using loop_test::Lives;
using loop_test::ScriptedSelector;

namespace {

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
constexpr int first_fd = 1000;  // Of no meaning to the system, which is never asked.

// Owns all that its tasks wait for. The members are destroyed from the last to the first, unless
// take_apart() has done so in another order.
struct Graph {
    Graph(unsigned seed, Lives& l) : random(seed), lives(l), spawns(seed % 2 == 0) {
        loop.set_exception_handler([this](const aio::ErrorContext& context) {
            if (context.message == "Exception in callback") ++callback_errors;
        });
        for (auto& future : futures) future = std::make_unique<Future<int>>(loop);
    }

    // Some time passes, and perhaps a descriptor is ready.
    ScriptedSelector::Events select() {
        now += random.delay();
        const int fd = first_fd + static_cast<int>(random.below(2));
        return {{fd, random.one_in(2) ? aio::Event::read : aio::Event::write}};
    }

    Random random;
    Lives& lives;
    bool spawns;
    aio::TimePoint now;
    int callback_errors = 0;
    EventLoop loop{std::make_unique<ScriptedSelector>([this](auto) { return select(); }),
                   [this] { return now; }};
    std::unique_ptr<aio::JoinableQueue<Counted>> queue =
        std::make_unique<aio::JoinableQueue<Counted>>(loop, 1);
    std::unique_ptr<Future<int>> futures[futures_in_graph];
    std::unique_ptr<Task<void>> tasks[tasks_in_graph];
};

Coro<void> wander(Graph& graph, unsigned rank, unsigned depth, Counted parameter);

Coro<void> wander(Graph& graph, unsigned rank, unsigned depth) {
    return wander(graph, rank, depth, Counted(graph.lives));
}

Coro<void> wait_for_queue(Graph& graph, unsigned choice) {
    if (graph.queue == nullptr) co_return;
    if (choice == 0) co_await graph.queue->put(Counted(graph.lives));
    if (choice == 1) co_await graph.queue->get();
    if (choice == 2) co_await graph.queue->join();
}

// A descriptor, a future, or a task of lower rank. So there are no circles.
Coro<void> wait_for_other(Graph& graph, unsigned rank) {
    const unsigned choice = graph.random.below(4);
    if (choice == 0) {
        co_await aio::readable(graph.loop, first_fd + static_cast<int>(graph.random.below(2)));
    } else if (choice == 1) {
        const auto& future = graph.futures[graph.random.below(futures_in_graph)];
        if (future != nullptr) co_await *future;
    } else if (rank > 0) {
        const auto& task = graph.tasks[graph.random.below(rank)];
        if (task == nullptr) co_return;
        if (choice == 2) co_await *task;
        if (choice == 3) co_await aio::wait_for(graph.loop, *task, graph.random.delay());
    }
}

// A child that belongs to this frame, in one of several ways.
Coro<void> wait_for_child(Graph& graph, unsigned rank, unsigned depth) {
    const unsigned choice = graph.random.below(4);
    if (choice == 0) co_await wander(graph, rank, depth + 1);
    if (choice == 1)
        co_await aio::wait_for(graph.loop, wander(graph, rank, depth + 1), graph.random.delay());
    if (choice == 2 && graph.spawns) graph.loop.spawn(wander(graph, rank, depth + 1));
    if (choice == 3) {
        const auto child = graph.loop.create_task(wander(graph, rank, depth + 1));
        co_await aio::sleep(graph.loop, graph.random.delay());
        if (graph.random.one_in(2)) child->cancel();
        if (graph.random.one_in(2)) co_await *child;
    }
}

// Not the one that runs now, nor one that may own it.
bool may_destroy(const Graph& graph, const std::unique_ptr<Task<void>>& victim) {
    const aio::TaskBase* running = graph.loop.current_task();
    if (running == nullptr) return true;
    const auto is_running = [running](const auto& task) { return task.get() == running; };
    return std::any_of(std::begin(graph.tasks), std::end(graph.tasks), is_running) &&
           !is_running(victim);
}

// What another task, or the test, does to the graph.
void disturb(Graph& graph) {
    auto& future = graph.futures[graph.random.below(futures_in_graph)];
    auto& task = graph.tasks[graph.random.below(tasks_in_graph)];
    switch (graph.random.below(6)) {
        case 0:
            if (future != nullptr && !future->done()) future->set_result(1);
            break;
        case 1:
            if (future != nullptr) future->cancel();
            break;
        case 2:
            future.reset();
            break;
        case 3:
            if (task != nullptr) task->cancel();
            break;
        case 4:
            if (may_destroy(graph, task)) task.reset();
            break;
        default:
            if (graph.random.one_in(4)) graph.queue.reset();
    }
}

Coro<void> wait_for_something(Graph& graph, unsigned rank, unsigned depth) {
    const Counted local(graph.lives);
    const unsigned choice = graph.random.below(depth < 3 ? 8 : 6);
    if (choice == 0) {
        co_await aio::sleep(graph.loop, graph.random.delay());
    } else if (choice <= 2) {
        co_await wait_for_queue(graph, graph.random.below(3));
    } else if (choice <= 4) {
        co_await wait_for_other(graph, rank);
    } else if (choice == 5) {
        disturb(graph);
    } else {
        co_await wait_for_child(graph, rank, depth);
    }
}

Coro<void> wander(Graph& graph, unsigned rank, unsigned depth, Counted parameter) {
    const Counted local = parameter;
    for (int i = 0; i < 3; ++i) {
        try {
            co_await wait_for_something(graph, rank, depth);
        } catch (const CancelledError&) {
            if (!graph.random.one_in(4)) throw;
        } catch (const std::exception&) {
            if (graph.random.one_in(4)) throw;
        }
    }
}

// Destroys what is left, in any order; the loop itself goes with the graph.
void take_apart(Graph& graph) {
    for (unsigned i = 0; i < 5; ++i) {
        graph.tasks[graph.random.below(tasks_in_graph)].reset();
        graph.futures[graph.random.below(futures_in_graph)].reset();
        if (graph.random.one_in(8)) graph.queue.reset();
    }
    for (auto& task : graph.tasks) task.reset();
    for (auto& future : graph.futures) future.reset();
    graph.queue.reset();
}

struct Leftovers {
    int callback_errors = 0;
    std::size_t timers = 0;
    int waits = 0;
};

// Lets one graph live for some turns. What its loop still holds after everything else is destroyed
// is returned; unless there are spawned tasks, which the loop owns until it goes itself.
Leftovers run_graph(unsigned seed, Lives& lives) {
    Graph graph(seed, lives);
    for (unsigned rank = 0; rank < tasks_in_graph; ++rank) {
        graph.tasks[rank] = graph.loop.create_task(wander(graph, rank, 0));
    }
    for (unsigned turns = graph.random.below(20); turns > 0; --turns) {
        graph.loop.stop();
        graph.loop.run_forever();
        disturb(graph);
    }
    take_apart(graph);
    Leftovers left{graph.callback_errors, graph.loop.timer_count()};
    for (const int fd : {first_fd, first_fd + 1}) {
        if (graph.loop.fds().remove(fd, aio::Event::read)) ++left.waits;
    }
    return graph.spawns ? Leftovers{left.callback_errors} : left;
}

}  // namespace

TEST_CASE("Ten thousand random graphs of tasks leave nothing behind",
          "[loop][task][V04][T19][bug-H16]") {
    for (unsigned seed = 1; seed <= 10'000; ++seed) {
        INFO("seed " << seed);
        Lives lives;
        const Leftovers left = run_graph(seed, lives);
        REQUIRE(lives.born > 0);
        REQUIRE(lives.left() == 0);
        REQUIRE(left.callback_errors == 0);
        REQUIRE(left.timers == 0);
        REQUIRE(left.waits == 0);
    }
}
