// turns.cpp: tasks that give their turn away, and get the next one.
//
// Chapter: "Coroutines" (L32): Task.step, called by the loop.
// The one thing to know: a turn looks at the descriptors once, which is a system call. With one
// task that is nearly all there is to measure; a thousand tasks share it.
#include "core/loop/sleep.hpp"
#include "tests/bench/asio_side.hpp"
#include "tests/bench/floor.hpp"
#include "tests/bench/measure.hpp"
#include "tests/support/catch.hpp"

namespace bench {

namespace {

constexpr std::size_t one_task_times = 20'000;
constexpr std::size_t many_tasks = 1'000;
constexpr std::size_t many_times = 1'000;

aio::Coro<void> yielder(aio::EventLoop& loop, std::size_t times) {
    for (std::size_t i = 0; i < times; ++i) co_await aio::sleep(loop, aio::Duration::zero());
}

aio::Coro<void> all_of(std::vector<std::unique_ptr<aio::Task<void>>>& tasks) {
    for (const auto& task : tasks) co_await *task;
}

void yield(std::size_t count, std::size_t times) {
    aio::EventLoop loop;
    std::vector<std::unique_ptr<aio::Task<void>>> tasks;
    for (std::size_t i = 0; i < count; ++i) tasks.push_back(loop.create_task(yielder(loop, times)));
    loop.run_until_complete(all_of(tasks));
}

floor::Task floor_yielder(floor::Loop& loop, std::size_t times) {
    for (std::size_t i = 0; i < times; ++i) co_await floor::Yield{loop};
    co_return 0;
}

void floor_yield(std::size_t count, std::size_t times) {
    floor::Loop loop;
    std::vector<floor::Task> tasks;
    for (std::size_t i = 0; i < count; ++i) {
        tasks.push_back(floor_yielder(loop, times));
        loop.call_soon(tasks.back().frame());
    }
    loop.run();
}

Run timed(void (*yield_all)(std::size_t, std::size_t), std::size_t tasks, std::size_t times) {
    return [=] { return nanoseconds_each(tasks * times, [=] { yield_all(tasks, times); }); };
}

}  // namespace

std::vector<Row> turn_rows() {
    const auto one = [](auto yield_all) { return timed(yield_all, 1, one_task_times); };
    const auto many = [](auto yield_all) { return timed(yield_all, many_tasks, many_times); };
    const std::string one_name = "1 task yields to the loop, ns";
    const std::string many_name = "1,000 tasks yield to the loop, ns each";
    const auto version = asio_side::version();
    std::vector<Row> rows;
    rows.push_back({one_name, one(yield), "floor", one(floor_yield)});
    if (version) rows.push_back({one_name, one(yield), *version, one(asio_side::yield)});
    rows.push_back(
        {many_name, many(yield), "floor", many(floor_yield), {Target::Kind::ratio_at_most, 4}});
    if (version) rows.push_back({many_name, many(yield), *version, many(asio_side::yield)});
    return rows;
}

TEST_CASE("1 task yields to the loop 10,000 times", "[bench][turn]") {
    BENCHMARK("core") { yield(1, 10'000); };
    BENCHMARK("floor") { floor_yield(1, 10'000); };
    if (asio_side::version()) {
        BENCHMARK("Asio") { asio_side::yield(1, 10'000); };
    }
}

TEST_CASE("1,000 tasks yield to the loop 100 times each", "[bench][turn]") {
    BENCHMARK("core") { yield(1'000, 100); };
    BENCHMARK("floor") { floor_yield(1'000, 100); };
    if (asio_side::version()) {
        BENCHMARK("Asio") { asio_side::yield(1'000, 100); };
    }
}

}  // namespace bench
