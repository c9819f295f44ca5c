// timeouts_sleep.cpp: how long a sleep lasts.
//
// The one thing to know: on the manual clock a sleep lasts exactly as long as it says. How a
// cancelled one ends is in cancel_waits.cpp.
#include "core/loop/sleep.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

Coro<void> sleep_and_note(EventLoop& loop, aio::Duration delay, std::vector<aio::Duration>& woken) {
    co_await aio::sleep(loop, delay);
    woken.push_back(delay);
}

Coro<void> note_turn_around_sleep(EventLoop& loop, aio::Duration delay, std::string& log) {
    log += "before ";
    co_await aio::sleep(loop, delay);
    log += "after ";
}

}  // namespace

TEST_CASE("Sleeps overlap, and end in the order of their deadlines", "[loop][sleep][D01]") {
    TestLoop test;
    std::vector<aio::Duration> woken;
    const auto longest = test.loop.create_task(sleep_and_note(test.loop, 3s, woken));
    const auto shortest = test.loop.create_task(sleep_and_note(test.loop, 1s, woken));
    const auto middle = test.loop.create_task(sleep_and_note(test.loop, 2s, woken));
    test.loop.run_until_complete(*longest);
    CHECK(woken == std::vector<aio::Duration>{1s, 2s, 3s});
    CHECK(test.clock.sleeps == std::vector<aio::Duration>{1s, 1s, 1s});
}

TEST_CASE("A sleep does not end before its time", "[loop][sleep][D01]") {
    TestLoop test;
    std::vector<aio::Duration> woken;
    const auto task = test.loop.create_task(sleep_and_note(test.loop, 1s, woken));
    test.turn();
    test.clock.advance(1s - 1ns);
    for (int i = 0; i < 3; ++i) test.turn();
    CHECK(woken.empty());
    test.clock.advance(1ns);
    test.turn();
    test.turn();
    CHECK(woken.size() == 1);
}

TEST_CASE("A sleep of zero or less is exactly one turn, behind what is ready",
          "[loop][sleep][D02]") {
    for (const aio::Duration delay : {aio::Duration(0s), aio::Duration(-1s)}) {
        TestLoop test;
        std::string log;
        const auto task = test.loop.create_task(note_turn_around_sleep(test.loop, delay, log));
        test.loop.call_soon([&] {
            log += "same turn ";
            test.loop.call_soon([&log] { log += "next turn "; });
        });
        test.turn();
        CHECK(log == "before same turn ");
        test.turn();
        CHECK(log == "before same turn after next turn ");
        CHECK(task->done());
        CHECK(test.loop.timer_count() == 0);
    }
}
