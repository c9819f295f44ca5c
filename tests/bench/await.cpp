// await.cpp: creating and awaiting a child that returns at once.
//
// Chapter: "Factoring Coroutines With yield from" (L38, L40): what it costs to be a coroutine of
// its own.
// The one thing to know: the children are not inlined. Clang would otherwise see that the floor's
// frame need not be allocated at all, and that is not what a program of many files gets.
#include "core/loop/task.hpp"
#include "tests/bench/asio_side.hpp"
#include "tests/bench/floor.hpp"
#include "tests/bench/measure.hpp"
#include "tests/support/catch.hpp"

namespace bench {

namespace {

constexpr std::size_t children = 1'000'000;

[[gnu::noinline]] aio::Coro<int> child() { co_return 1; }

aio::Coro<void> parent(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) co_await child();
}

void await_children(std::size_t count) {
    aio::EventLoop loop;
    loop.run_until_complete(parent(count));
}

[[gnu::noinline]] floor::Task floor_child() { co_return 1; }

floor::Task floor_parent(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) co_await floor_child();
    co_return 0;
}

void floor_await_children(std::size_t count) {
    floor::Loop loop;
    const floor::Task task = floor_parent(count);
    loop.call_soon(task.frame());
    loop.run();
}

}  // namespace

std::vector<Row> await_rows() {
    const auto timed = [](void (*await_all)(std::size_t)) {
        return [await_all] {
            return nanoseconds_each(children, [await_all] { await_all(children); });
        };
    };
    const std::string name = "create and await a child, ns";
    std::vector<Row> rows{{name,
                           timed(await_children),
                           "floor",
                           timed(floor_await_children),
                           {Target::Kind::ratio_at_most, 1.4}}};
    if (const auto version = asio_side::version()) {
        rows.push_back({name,
                        timed(await_children),
                        *version,
                        timed(asio_side::await_children),
                        {Target::Kind::ratio_at_most, 1.2}});
    }
    return rows;
}

TEST_CASE("Create and await 100,000 children that return at once", "[bench][await]") {
    constexpr std::size_t count = 100'000;
    BENCHMARK("core") { await_children(count); };
    BENCHMARK("floor") { floor_await_children(count); };
    if (asio_side::version()) {
        BENCHMARK("Asio") { asio_side::await_children(count); };
    }
}

}  // namespace bench
