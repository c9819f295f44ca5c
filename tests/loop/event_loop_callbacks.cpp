// event_loop_callbacks.cpp: plain functions on the loop, and taking them back.
//
// The one thing to know: a turn runs what is ready at its start. The manual selector counts the
// turns, and nothing here waits.
#include <memory>

#include "core/loop/fd_wait.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/loop/selector_backends.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

using Log = std::vector<std::string>;

Coro<void> log_readable(EventLoop& loop, int fd, Log& log) {
    co_await aio::readable(loop, fd);
    log.push_back("descriptor");
}

}  // namespace

TEST_CASE("Callbacks run in order, once each, and never inside the call",
          "[loop][event-loop][loop-L01]") {
    TestLoop test;
    std::vector<int> order;
    for (const int i : {1, 2, 3}) test.loop.call_soon([&order, i] { order.push_back(i); });
    CHECK(order.empty());

    test.turn();
    CHECK(order == std::vector<int>{1, 2, 3});
    test.turn();
    CHECK(order.size() == 3);
}

TEST_CASE("What a callback schedules runs one turn later, after another look at descriptors",
          "[loop][event-loop][loop-L02]") {
    TestLoop test;
    int second_turn = 0;
    test.loop.call_soon([&] {
        test.loop.call_soon([&] {
            second_turn = test.clock.turns;
            test.loop.stop();
        });
    });

    test.loop.run_forever();
    CHECK(second_turn == 2);
}

TEST_CASE("Callbacks that reschedule themselves for ever starve neither descriptors nor timers",
          "[loop][event-loop][loop-L03]") {
    TestLoop test;
    Log log;
    auto ends = selector_test::socket_pair();
    const auto reader = test.loop.create_task(log_readable(test.loop, ends.ours, log));
    test.loop.call_later(3ms, [&log] { log.push_back("timer"); });
    std::function<void()> again = [&] {
        test.clock.advance(1ms);
        if (test.clock.turns == 2) selector_test::send_text(ends.theirs, "x");
        if (log.size() == 2 || test.clock.turns > 100) return test.loop.stop();
        test.loop.call_soon(again);
    };
    test.loop.call_soon(again);

    test.loop.run_forever();
    CHECK(log == Log{"descriptor", "timer"});
    CHECK(test.clock.sleeps.empty());
    test.loop.forget(ends.ours);
}

TEST_CASE("A turn runs what was ready, then descriptors, then timers that are due",
          "[loop][event-loop][loop-L04]") {
    TestLoop test;
    Log log;
    auto ends = selector_test::socket_pair();
    const auto reader = test.loop.create_task(log_readable(test.loop, ends.ours, log));
    test.turn();  // Now the reader waits.

    test.loop.call_later(0ms, [&log] { log.push_back("timer"); });
    test.loop.call_soon([&log] { log.push_back("ready"); });
    selector_test::send_text(ends.theirs, "x");
    test.loop.call_soon([&log] { log.push_back("ready as well"); });
    test.turn();
    CHECK(log == Log{"ready", "ready as well", "descriptor", "timer"});
    test.loop.forget(ends.ours);
}

TEST_CASE("A cancelled callback never runs", "[loop][event-loop][loop-L05]") {
    TestLoop test;
    bool ran = false;
    const auto run = [&ran] { ran = true; };
    const auto soon = test.loop.call_soon(run);
    const auto later = test.loop.call_later(1ms, run);
    const auto at = test.loop.call_at(test.loop.time() + 1ms, run);
    CHECK_FALSE(soon->cancelled());
    for (const auto& callback : {soon, later, at}) callback->cancel();

    test.clock.advance(1s);
    test.turn();
    CHECK_FALSE(ran);
    CHECK(soon->cancelled());
}

TEST_CASE("A callback may cancel another one of the same turn",
          "[loop][event-loop][loop-L05][loop-L43]") {
    TestLoop test;
    Log log;
    std::shared_ptr<aio::Callback> ready, due;
    test.loop.call_soon([&] { ready->cancel(); });
    ready = test.loop.call_soon([&log] { log.push_back("ready"); });
    test.loop.call_later(1ms, [&] { due->cancel(); });
    due = test.loop.call_later(1ms, [&log] { log.push_back("due"); });

    test.clock.advance(1ms);
    test.turn();
    test.turn();
    CHECK(log.empty());
}

TEST_CASE("Cancelling twice, after the run, or inside it is harmless",
          "[loop][event-loop][loop-L06]") {
    TestLoop test;
    std::shared_ptr<aio::Callback> itself;
    int runs = 0;
    itself = test.loop.call_soon([&] {
        ++runs;
        itself->cancel();
    });
    test.turn();
    itself->cancel();
    itself->cancel();

    test.turn();
    CHECK(runs == 1);
    CHECK(test.reports.empty());
}

TEST_CASE("Cancelling destroys the callback and its captures at once",
          "[loop][event-loop][loop-L07]") {
    TestLoop test;
    Lives lives;
    const auto soon = test.loop.call_soon([local = Counted(lives)] {});
    const auto later = test.loop.call_later(1h, [local = Counted(lives)] {});
    REQUIRE(lives.left() == 2);

    soon->cancel();
    CHECK(lives.left() == 1);
    later->cancel();
    CHECK(lives.left() == 0);
}

TEST_CASE("A callback that has run keeps nothing, though its handle is kept",
          "[loop][event-loop][loop-L07]") {
    TestLoop test;
    Lives lives;
    const auto callback = test.loop.call_soon([local = Counted(lives)] {});
    test.turn();
    CHECK(lives.left() == 0);
}

TEST_CASE("The destructor of what a cancelled callback held may use the loop",
          "[loop][event-loop][loop-L07]") {
    TestLoop test;
    bool ran = false;
    std::weak_ptr<aio::Callback> weak;
    std::shared_ptr<void> guard(nullptr, [&](void*) {
        test.loop.call_soon([&ran] { ran = true; });
        if (const auto callback = weak.lock()) callback->cancel();
    });
    weak = test.loop.call_later(1h, [guard = std::move(guard)] {});

    weak.lock()->cancel();
    test.turn();
    CHECK(ran);
    CHECK(weak.expired());
}
