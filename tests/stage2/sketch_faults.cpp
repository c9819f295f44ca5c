// sketch_faults.cpp: what goes wrong with the chapter's short Future, and the cure.
//
// Chapter: L29, L32 and L44, and the footnote on a future that is resolved already. Each test shows
// the fault on the sketch first, then the same story with the library, where it ends well.
//
// The one thing to know: a sketch that hangs does so quietly. No callback is left that could wake
// it, so there is nothing to wait for, and a task that is not done is the whole proof.
#include "core/loop/event_loop.hpp"
#include "core/loop/task.hpp"
#include "stage2_coroutines/sketch/task.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/manual_clock.hpp"

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

namespace {

using aio::test::ManualLoop;
using Lines = std::vector<std::string>;

// Each coroutine is there twice: for the sketch, and for the library.
template <class Coro, class Future> Coro note_result(Future& future, Lines& lines) {
    const std::string result = co_await future;
    lines.push_back(result);
}

template <class Coro, class Future> Coro note_two(Future& one, Future& two, Lines& lines) {
    const std::string first = co_await one;
    lines.push_back(first);
    const std::string second = co_await two;
    lines.push_back("second: " + second);
}

// How many coroutines are inside one another.
struct Depth {
    int now = 0;
    int deepest = 0;
};

// Waits for one future, and resolves the next.
template <class Coro, class Future> Coro pass_on(Future& mine, Future& next, Depth& depth) {
    co_await mine;
    depth.deepest = std::max(depth.deepest, ++depth.now);
    next.set_result();
    --depth.now;
}

constexpr std::size_t chain_length = 100;

}  // namespace

TEST_CASE("Sketch: a future that is resolved already is awaited for ever, core goes on at once",
          "[stage2][sketch][L29][L44][F15][F16][bug-G20]") {
    Lines lines;
    sketch::Future<std::string> resolved;
    resolved.set_result("there");
    sketch::Task task(note_result<sketch::Coro<>>(resolved, lines));
    CHECK_FALSE(task.done());
    CHECK(lines.empty());

    ManualLoop manual;
    aio::Future<std::string> cured(manual.loop);
    cured.set_result("there");
    const auto cured_task = manual.loop.create_task(note_result<aio::Coro<>>(cured, lines));
    manual.loop.call_soon([&] { lines.push_back("next in line"); });
    manual.loop.run_until_complete(*cured_task);
    CHECK(lines == Lines{"there", "next in line"});
}

TEST_CASE("Sketch: a second result wakes the coroutine at another await, core refuses it",
          "[stage2][sketch][L29][F04][bug-G21]") {
    Lines lines;
    sketch::Future<std::string> one;
    sketch::Future<std::string> two;
    sketch::Task task(note_two<sketch::Coro<>>(one, two, lines));
    one.set_result("first");
    one.set_result("again");
    CHECK(lines == Lines{"first", "second: "});  // Nobody has resolved `two`.

    ManualLoop manual;
    aio::Future<std::string> cured(manual.loop);
    cured.set_result("first");
    CHECK_THROWS_AS(cured.set_result("again"), aio::InvalidStateError);
    CHECK(cured.result() == "first");
}

TEST_CASE("Sketch: the consumer runs inside the producer, core lets the producer finish",
          "[stage2][sketch][L29][F07][F08]") {
    Lines lines;
    sketch::Future<std::string> future;
    sketch::Task task(note_result<sketch::Coro<>>(future, lines));
    future.set_result("consumed");
    lines.push_back("produced");
    CHECK(lines == Lines{"consumed", "produced"});

    lines.clear();
    ManualLoop manual;
    aio::Future<std::string> cured(manual.loop);
    const auto consumer = manual.loop.create_task(note_result<aio::Coro<>>(cured, lines));
    const auto producer = [&] {
        cured.set_result("consumed");
        lines.push_back("produced");
    };
    manual.loop.call_soon(producer);
    manual.loop.run_until_complete(*consumer);
    CHECK(lines == Lines{"produced", "consumed"});
}

TEST_CASE("Sketch: a chain of futures runs each coroutine inside the last, core one at a time",
          "[stage2][sketch][L29][F08]") {
    Depth depth;
    std::deque<sketch::Future<>> futures(chain_length + 1);
    std::deque<sketch::Task<>> tasks;
    for (std::size_t i = 0; i < chain_length; ++i) {
        tasks.emplace_back(pass_on<sketch::Coro<>>(futures[i], futures[i + 1], depth));
    }
    futures.front().set_result();
    CHECK(depth.deepest == chain_length);

    Depth cured_depth;
    ManualLoop manual;
    std::deque<aio::Future<void>> cured;
    for (std::size_t i = 0; i <= chain_length; ++i) cured.emplace_back(manual.loop);
    for (std::size_t i = 0; i < chain_length; ++i) {
        manual.loop.spawn(pass_on<aio::Coro<>>(cured[i], cured[i + 1], cured_depth));
    }
    cured.front().set_result();
    manual.loop.run_until_complete(cured.back());
    CHECK(cured_depth.deepest == 1);
}

TEST_CASE("Sketch: a callback that throws stops the others, core reports it and runs them",
          "[stage2][sketch][L29][F11][bug-G21]") {
    const auto throws = [] { throw std::runtime_error("in a callback"); };
    int ran = 0;
    sketch::Future<> future;
    future.add_done_callback(throws);
    future.add_done_callback([&ran] { ++ran; });
    CHECK_THROWS_AS(future.set_result(), std::runtime_error);
    CHECK(ran == 0);

    int reports = 0;
    ManualLoop manual;
    manual.loop.set_exception_handler([&reports](const aio::ErrorContext&) { ++reports; });
    aio::Future<void> cured(manual.loop);
    cured.add_done_callback(throws);
    cured.add_done_callback([&ran] { ++ran; });
    cured.set_result();
    manual.loop.run_until_complete(cured);
    CHECK(ran == 1);
    CHECK(reports == 1);
}
