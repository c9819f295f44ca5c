// hand_over.cpp: from one task to another, by a future and by a queue.
//
// Chapter: "Coroutines" (L29, L32) and "Coordinating Coroutines" (L58, L59).
// The one thing to know: a thousand futures are resolved in one turn, and the queue has room for a
// hundred items, so that the system call of a turn hardly counts.
// Left out on purpose: Asio, whose channels are younger than Debian's.
#include "core/loop/joinable_queue.hpp"
#include "core/loop/sleep.hpp"
#include "tests/bench/floor.hpp"
#include "tests/bench/measure.hpp"
#include "tests/support/catch.hpp"

namespace bench {

namespace {

constexpr std::size_t waiters = 1'000;
constexpr std::size_t room = 100;

// Where those who wait leave what they wait for.
using Futures = std::vector<aio::Future<int>*>;

aio::Coro<void> wait_for_results(aio::EventLoop& loop, Futures& waiting, std::size_t times) {
    for (std::size_t i = 0; i < times; ++i) {
        aio::Future<int> future(loop);
        waiting.push_back(&future);
        co_await future;
    }
}

aio::Coro<void> resolve_all(aio::EventLoop& loop, Futures& waiting) {
    while (!waiting.empty()) {
        for (aio::Future<int>* future : waiting) future->set_result(1);
        waiting.clear();
        co_await aio::sleep(loop, aio::Duration::zero());
    }
}

void resolve_futures(std::size_t times) {
    aio::EventLoop loop;
    Futures waiting;
    std::vector<std::unique_ptr<aio::Task<void>>> tasks;
    for (std::size_t i = 0; i < waiters; ++i) {
        tasks.push_back(loop.create_task(wait_for_results(loop, waiting, times)));
    }
    loop.run_until_complete(resolve_all(loop, waiting));
}

using Events = std::vector<floor::Event*>;

floor::Task floor_wait(Events& waiting, std::size_t times) {
    for (std::size_t i = 0; i < times; ++i) {
        floor::Event event;
        waiting.push_back(&event);
        co_await event;
    }
    co_return 0;
}

floor::Task floor_wake_all(floor::Loop& loop, Events& waiting) {
    while (!waiting.empty()) {
        for (floor::Event* event : waiting) event->wake(loop);
        waiting.clear();
        co_await floor::Yield{loop};
    }
    co_return 0;
}

void floor_resolve_futures(std::size_t times) {
    floor::Loop loop;
    Events waiting;
    std::vector<floor::Task> tasks;
    for (std::size_t i = 0; i < waiters; ++i) tasks.push_back(floor_wait(waiting, times));
    tasks.push_back(floor_wake_all(loop, waiting));
    for (const floor::Task& task : tasks) loop.call_soon(task.frame());
    loop.run();
}

aio::Coro<void> put_all(aio::JoinableQueue<std::size_t>& queue, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) co_await queue.put(i);
}

aio::Coro<std::size_t> get_all(aio::JoinableQueue<std::size_t>& queue, std::size_t count) {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t item = co_await queue.get();
        sum += item;
    }
    co_return sum;
}

void put_and_get(std::size_t count) {
    aio::EventLoop loop;
    aio::JoinableQueue<std::size_t> queue(loop, room);
    const auto producer = loop.create_task(put_all(queue, count));
    loop.run_until_complete(get_all(queue, count));
}

struct FloorQueue {
    std::deque<std::size_t> items;
    floor::Event filled;
    floor::Event taken;
};

floor::Task floor_put_all(floor::Loop& loop, FloorQueue& queue, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        while (queue.items.size() == room) co_await queue.taken;
        queue.items.push_back(i);
        queue.filled.wake(loop);
    }
    co_return 0;
}

floor::Task floor_get_all(floor::Loop& loop, FloorQueue& queue, std::size_t count) {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        while (queue.items.empty()) co_await queue.filled;
        sum += queue.items.front();
        queue.items.pop_front();
        queue.taken.wake(loop);
    }
    co_return static_cast<int>(sum % 2);
}

void floor_put_and_get(std::size_t count) {
    floor::Loop loop;
    FloorQueue queue;
    const floor::Task producer = floor_put_all(loop, queue, count);
    const floor::Task consumer = floor_get_all(loop, queue, count);
    loop.call_soon(producer.frame());
    loop.call_soon(consumer.frame());
    loop.run();
}

}  // namespace

std::vector<Row> hand_over_rows() {
    constexpr std::size_t times = 300;
    constexpr std::size_t items = 300'000;
    const auto timed = [](void (*work)(std::size_t), std::size_t argument, std::size_t operations) {
        return [=] { return nanoseconds_each(operations, [=] { work(argument); }); };
    };
    return {
        {"resolve a future that a task awaits, ns", timed(resolve_futures, times, waiters * times),
         "floor", timed(floor_resolve_futures, times, waiters * times)},
        {"put and get through a queue, ns", timed(put_and_get, items, items), "floor",
         timed(floor_put_and_get, items, items)}};
}

TEST_CASE("Resolve 100,000 futures that tasks await", "[bench][future]") {
    BENCHMARK("core") { resolve_futures(100); };
    BENCHMARK("floor") { floor_resolve_futures(100); };
}

TEST_CASE("Put and get 100,000 items through a queue between two tasks", "[bench][queue]") {
    BENCHMARK("core") { put_and_get(100'000); };
    BENCHMARK("floor") { floor_put_and_get(100'000); };
}

}  // namespace bench
