// event_loop_ending.cpp: what becomes of everything when the loop goes.
//
// The one thing to know: there is no close(). Destroying the loop drops what was to run, and frees
// the tasks that it owns. What others own must have gone before; if not, the program ends there.
#include <csignal>
#include <memory>
#include <thread>

#include "core/loop/fd_wait.hpp"
#include "core/loop/joinable_queue.hpp"
#include "core/loop/sleep.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/loop/selector_backends.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

Coro<void> sleep_holding(EventLoop& loop, Counted) { co_await aio::sleep(loop, 1h); }

Coro<void> sleep_in_child(EventLoop& loop, Counted counted) {
    co_await sleep_holding(loop, counted);
}

Coro<void> read_holding(EventLoop& loop, int fd, Counted) { co_await aio::readable(loop, fd); }

Coro<void> await_holding(Future<void>& future, Counted) { co_await future; }

Coro<void> get_holding(aio::JoinableQueue<int>& queue, Counted) { co_await queue.get(); }

Coro<void> nothing() { co_return; }

void outlive_with_future() {
    auto loop = std::make_unique<EventLoop>();
    const Future<int> one(*loop), two(*loop);
    loop.reset();
}

void outlive_with_new_task() {
    auto loop = std::make_unique<EventLoop>();
    const auto task = loop->create_task(nothing());
    loop.reset();
}

void outlive_with_woken_task() {
    Lives lives;
    auto loop = std::make_unique<EventLoop>();
    Future<void> future(*loop);
    const auto task = loop->create_task(await_holding(future, Counted(lives)));
    loop->stop();
    loop->run_forever();
    future.set_result();
    loop.reset();
}

}  // namespace

TEST_CASE("A loop that goes drops its callbacks and timers without running them",
          "[loop][event-loop][loop-L37]") {
    Lives lives;
    bool ran = false;
    {
        EventLoop loop;
        const auto run = [&ran, counted = Counted(lives)] { ran = true; };
        loop.call_soon(run);
        loop.call_later(0s, run);
        loop.call_later(1h, run);
        loop.call_soon_threadsafe(run);
    }
    CHECK_FALSE(ran);
    CHECK(lives.left() == 0);
}

TEST_CASE("What a thread left for a loop that is about to go is dropped",
          "[loop][event-loop][threads][loop-L37]") {
    Lives lives;
    bool ran = false;
    {
        EventLoop loop;
        const auto run = [&ran, counted = Counted(lives)] { ran = true; };
        std::thread([&] { loop.call_soon_threadsafe(run); }).join();
        CHECK(lives.left() == 2);
    }
    CHECK_FALSE(ran);
    CHECK(lives.left() == 0);
}

TEST_CASE("A loop that goes before what was made with it ends the program with a sentence",
          "[loop][event-loop][loop-L39][V04]") {
    const auto future = death_of(outlive_with_future);
    CHECK(future.signal == SIGABRT);
    CHECK(future.text == "EventLoop destroyed while 2 objects made with it are alive.\n");

    // These stand in the ready list, which goes first.
    for (const auto function : {outlive_with_new_task, outlive_with_woken_task}) {
        const auto task = death_of(function);
        CHECK(task.signal == SIGABRT);
        CHECK(task.text.find("EventLoop destroyed while ") == 0);
    }
}

TEST_CASE("Every kind of pending wait is freed when the loop goes, and reported once",
          "[loop][event-loop][bug-H11][bug-B14][T17][V04]") {
    std::vector<std::string> reports;
    Lives lives;
    auto ends = selector_test::socket_pair();
    {
        TestLoop test;
        auto& loop = test.loop;
        loop.set_exception_handler(
            [&reports](const aio::ErrorContext& context) { reports.push_back(context.message); });
        Future<void> future(loop);
        aio::JoinableQueue<int> queue(loop);
        const auto task = loop.create_task(sleep_holding(loop, Counted(lives)));
        loop.spawn(sleep_holding(loop, Counted(lives)));
        loop.spawn(read_holding(loop, ends.ours, Counted(lives)));
        loop.spawn(await_holding(future, Counted(lives)));
        loop.spawn(await_holding(*task, Counted(lives)));
        loop.spawn(get_holding(queue, Counted(lives)));
        test.turn();
        loop.spawn(sleep_holding(loop, Counted(lives)));  // Never started.
        CHECK(lives.left() == 7);
    }
    CHECK(lives.left() == 0);
    CHECK(lives.born == 7);
    CHECK(reports.size() == 7);
}

TEST_CASE("Spawned tasks, owned tasks and awaited children are unwound alike",
          "[loop][event-loop][bug-H12]") {
    Lives spawned, owned, child;
    {
        TestLoop test;
        test.loop.spawn(sleep_holding(test.loop, Counted(spawned)));
        const auto task = test.loop.create_task(sleep_holding(test.loop, Counted(owned)));
        const auto parent = test.loop.create_task(sleep_in_child(test.loop, Counted(child)));
        test.turn();
    }
    CHECK(spawned.left() == 0);
    CHECK(owned.left() == 0);
    CHECK(child.left() == 0);
}
