// ownership_graph.cpp: the ways in which the tasks of a random graph wait, and are disturbed.
//
// The one thing to know: a task may destroy another at any await, but not itself, nor the one whose
// frames own it. So only the tasks that the graph owns destroy tasks.
#include "tests/loop/ownership_graph.hpp"

#include <algorithm>
#include <iterator>

#include "core/loop/fd_wait.hpp"
#include "core/loop/gather.hpp"
#include "core/loop/shield.hpp"
#include "core/loop/sleep.hpp"
#include "core/loop/timeouts.hpp"

namespace ownership_test {

using aio::CancelledError;
using aio::Coro;
using aio::Task;
using loop_test::Counted;

namespace {

// A child coroutine.
Coro<void> wander_below(Graph& graph, unsigned depth) {
    return wander(graph, depth + 1, Counted(graph.lives));
}

Coro<void> wait_for_queue(Graph& graph) {
    const unsigned choice = graph.random.below(3);
    if (graph.queue == nullptr) co_return;
    if (choice == 0) co_await graph.queue->put(Counted(graph.lives));
    if (choice == 1) co_await graph.queue->get();
    if (choice == 2) co_await graph.queue->join();
}

Coro<void> wait_for_future(Graph& graph) {
    const auto& future = graph.futures[graph.random.below(futures_in_graph)];
    const unsigned choice = graph.random.below(3);
    if (future == nullptr) co_return;
    if (choice == 0) co_await *future;
    if (choice == 1) co_await aio::shield(*future);
    if (choice == 2) co_await aio::wait_for(graph.loop, *future, graph.random.delay());
}

// For any of them, itself included: only a cancellation or a limit ends such a circle.
Coro<void> wait_for_task(Graph& graph) {
    const auto& task = graph.tasks[graph.random.below(tasks_in_graph)];
    const auto& future = graph.futures[graph.random.below(futures_in_graph)];
    const unsigned choice = graph.random.below(4);
    if (task == nullptr) co_return;
    if (choice == 0) co_await *task;
    if (choice == 1) co_await aio::shield(*task);
    if (choice == 2) co_await aio::wait_for(graph.loop, *task, graph.random.delay());
    if (choice == 3 && future != nullptr) co_await aio::gather(graph.loop, *task, *future);
}

Coro<void> wander_in_time(Graph& graph, unsigned depth) {
    aio::Timeout timeout(graph.loop, graph.random.delay());
    try {
        co_await wander_below(graph, depth);
        co_await aio::sleep(graph.loop, graph.random.delay());
    } catch (const CancelledError&) {
        timeout.rethrow();
    }
}

Coro<void> wander_as_task(Graph& graph, unsigned depth) {
    const auto child = graph.loop.create_task(wander_below(graph, depth));
    co_await aio::sleep(graph.loop, graph.random.delay());
    if (graph.random.one_in(2)) child->cancel();
    if (graph.random.one_in(2)) co_await *child;
}

// A child that belongs to this frame, in one of several ways; or to the loop.
Coro<void> wait_for_child(Graph& graph, unsigned depth) {
    const unsigned choice = graph.random.below(5);
    if (choice == 0) co_await wander_below(graph, depth);
    if (choice == 1) co_await wander_in_time(graph, depth);
    if (choice == 2 && graph.spawns) graph.loop.spawn(wander_below(graph, depth));
    if (choice == 3) co_await wander_as_task(graph, depth);
    if (choice == 4) {
        co_await aio::gather(graph.loop, wander_below(graph, depth), wander_below(graph, depth));
    }
}

Coro<void> wait_for_something(Graph& graph, unsigned depth) {
    const Counted local(graph.lives);
    const unsigned choice = graph.random.below(depth < 3 ? 9 : 7);
    if (choice == 0) {
        co_await aio::sleep(graph.loop, graph.random.delay());
    } else if (choice == 1) {
        co_await aio::FdWait(graph.loop, graph.any_fd(), graph.any_event());
    } else if (choice <= 3) {
        co_await wait_for_queue(graph);
    } else if (choice == 4) {
        co_await wait_for_future(graph);
    } else if (choice == 5) {
        co_await wait_for_task(graph);
    } else if (choice == 6) {
        disturb(graph);
    } else {
        co_await wait_for_child(graph, depth);
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

}  // namespace

Graph::Graph(unsigned seed, loop_test::Lives& counted)
    : random(seed),
      lives(counted),
      spawns(seed % 2 == 0),
      loop(std::make_unique<loop_test::ScriptedSelector>([this](auto) { return select(); }),
           [this] { return now; }),
      queue(std::make_unique<aio::JoinableQueue<Counted>>(loop, 1)) {
    loop.set_exception_handler([this](const aio::ErrorContext& context) {
        if (context.message == "Exception in callback") ++callback_errors;
    });
    for (auto& future : futures) future = std::make_unique<aio::Future<int>>(loop);
    for (auto& task : tasks) task = loop.create_task(wander(*this, 0, Counted(lives)));
}

void Graph::turn() {
    loop.stop();
    loop.run_forever();
}

loop_test::ScriptedSelector::Events Graph::select() {
    now += random.delay();
    const int fd = any_fd();
    return {{fd, any_event()}};
}

Coro<void> wander(Graph& graph, unsigned depth, Counted parameter) {
    const Counted local = parameter;
    for (int i = 0; i < 3; ++i) {
        try {
            co_await wait_for_something(graph, depth);
        } catch (const CancelledError&) {
            if (!graph.random.one_in(4)) throw;
        } catch (const std::exception&) {
            if (graph.random.one_in(4)) throw;
        }
    }
}

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

}  // namespace ownership_test
