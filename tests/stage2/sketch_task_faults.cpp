// sketch_task_faults.cpp: what goes wrong with the chapter's short Task, and the cure.
//
// Chapter: L32, L55, L56 and L67. Each test shows the fault on the sketch first, then the same
// story with the library, where it ends well.
//
// The one thing to know: most of these are one fault. The sketch has no place to keep an error, so
// errors come out wherever the coroutine happened to be resumed.
#include "core/loop/event_loop.hpp"
#include "core/loop/task.hpp"
#include "stage2_coroutines/sketch/task.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/manual_clock.hpp"

#include <string>
#include <vector>

namespace {

using aio::test::ManualLoop;
using Lines = std::vector<std::string>;

// Each coroutine is there twice: for the sketch, and for the library.
template <class Coro> Coro note_start(Lines& lines) {
    lines.push_back("started");
    co_return;
}

template <class Coro, class Future> Coro fails_after(Future& future) {
    co_await future;
    throw std::runtime_error("of the consumer");
}

template <class Coro, class Future> Coro note_end(Future& future, Lines& lines) {
    co_await future;
    lines.push_back("went on");
}

// Throws its own kind of CancelledError, as a coroutine does that was cancelled and cleaned up.
template <class Coro, class Error, class Future> Coro gives_up(Future& future) {
    co_await future;
    throw Error();
}

// Catches its cancellation, and waits for something else.
template <class Coro, class Error, class Future>
Coro survives(Future& future, Future& other, Lines& lines) {
    try {
        co_await future;
    } catch (const Error&) {
        lines.push_back("caught");
    }
    co_await other;
    lines.push_back("went on");
}

template <class Future> aio::Coro<> note_error(Future& future, Lines& lines) {
    try {
        co_await future;
    } catch (const std::runtime_error& error) {
        lines.push_back(error.what());
    } catch (const aio::CancelledError&) {
        lines.push_back("cancelled");
    }
}

}  // namespace

TEST_CASE("Sketch: making a task runs its coroutine, core begins in the next turn",
          "[stage2][sketch][L32][T03]") {
    Lines lines;
    sketch::Task task(note_start<sketch::Coro<>>(lines));
    CHECK(lines == Lines{"started"});

    lines.clear();
    ManualLoop manual;
    const auto cured = manual.loop.create_task(note_start<aio::Coro<>>(lines));
    CHECK(lines.empty());
    manual.loop.run_until_complete(*cured);
    CHECK(lines == Lines{"started"});
}

TEST_CASE("Sketch: an error of the consumer hits the producer, core keeps it for who awaits it",
          "[stage2][sketch][L32][T02][bug-G17]") {
    Lines lines;
    sketch::Future<> future;
    sketch::Task task(fails_after<sketch::Coro<>>(future));
    sketch::Task waits(note_end<sketch::Coro<>>(task, lines));
    CHECK_THROWS_AS(future.set_result(), std::runtime_error);
    CHECK(task.done());
    CHECK_FALSE(waits.done());  // Nobody tells it.

    ManualLoop manual;
    aio::Future<void> cured(manual.loop);
    const auto cured_task = manual.loop.create_task(fails_after<aio::Coro<>>(cured));
    cured.set_result();
    manual.loop.run_until_complete(note_error(*cured_task, lines));
    CHECK(lines == Lines{"of the consumer"});
}

TEST_CASE("Sketch: an error of a coroutine stops the whole loop, core goes on",
          "[stage2][sketch][L32][T02]") {
    sketch::Future<> future;
    sketch::Task task(fails_after<sketch::Coro<>>(future));
    int ran = 0;
    const std::vector<std::function<void()>> ready = {[&] { future.set_result(); }, [&] { ++ran; }};
    const auto loop = [&ready] {
        for (const auto& callback : ready) callback();
    };
    CHECK_THROWS_AS(loop(), std::runtime_error);
    CHECK(ran == 0);

    ManualLoop manual;
    manual.loop.set_exception_handler([](const aio::ErrorContext&) {});
    aio::Future<void> cured(manual.loop);
    const auto cured_task = manual.loop.create_task(fails_after<aio::Coro<>>(cured));
    manual.loop.call_soon([&] { cured.set_result(); });
    manual.loop.call_later(std::chrono::seconds(1), [&] { ++ran; });
    manual.loop.call_later(std::chrono::seconds(2), [&] { manual.loop.stop(); });
    manual.loop.run_forever();
    CHECK(ran == 1);
}

TEST_CASE("Sketch: cancel throws at its caller and does not set cancelled, core only requests",
          "[stage2][sketch][L55][X02][bug-G16]") {
    Lines lines;
    sketch::Future<> future;
    sketch::Task task(note_end<sketch::Coro<>>(future, lines));
    CHECK_THROWS_AS(task.cancel(), sketch::CancelledError);
    CHECK(task.done());
    CHECK_FALSE(task.cancelled);

    ManualLoop manual;
    aio::Future<void> cured(manual.loop);
    const auto cured_task = manual.loop.create_task(note_end<aio::Coro<>>(cured, lines));
    manual.loop.call_soon([&] { CHECK(cured_task->cancel()); });
    CHECK_THROWS_AS(manual.loop.run_until_complete(*cured_task), aio::CancelledError);
    CHECK(cured_task->cancelled());
    CHECK(lines.empty());
}

TEST_CASE("Sketch: who awaits a cancelled task waits for ever, core wakes it",
          "[stage2][sketch][L56][L67][X18][bug-G17]") {
    Lines lines;
    sketch::Future<> future;
    sketch::Task inner(gives_up<sketch::Coro<>, sketch::CancelledError>(future));
    sketch::Task outer(note_end<sketch::Coro<>>(inner, lines));
    future.set_result();
    CHECK(inner.cancelled);
    CHECK_FALSE(outer.done());

    ManualLoop manual;
    aio::Future<void> cured(manual.loop);
    const auto cured_inner =
        manual.loop.create_task(gives_up<aio::Coro<>, aio::CancelledError>(cured));
    cured.set_result();
    manual.loop.run_until_complete(note_error(*cured_inner, lines));
    CHECK(lines == Lines{"cancelled"});
}

TEST_CASE("Sketch: a coroutine that survives its cancellation is never resumed, core drives it on",
          "[stage2][sketch][L55][X07]") {
    Lines lines;
    sketch::Future<> future;
    sketch::Future<> other;
    sketch::Task task(survives<sketch::Coro<>, sketch::CancelledError>(future, other, lines));
    task.cancel();
    other.set_result();
    CHECK(lines == Lines{"caught"});
    CHECK_FALSE(task.done());

    lines.clear();
    ManualLoop manual;
    aio::Future<void> cured(manual.loop);
    aio::Future<void> later(manual.loop);
    const auto cured_task =
        manual.loop.create_task(survives<aio::Coro<>, aio::CancelledError>(cured, later, lines));
    manual.loop.call_soon([&] { cured_task->cancel(); });
    later.set_result();
    manual.loop.run_until_complete(*cured_task);
    CHECK(lines == Lines{"caught", "went on"});
}
