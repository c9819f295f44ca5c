// selector_waiting.cpp: how long a wait lasts, and what a signal does to it.
//
// Chapter: "Async", L05. Part of the conformance suite that every backend passes.
// The one thing to know: the tests tagged [realtime] look at a clock, and ask only that a wait
// was not too short. However slow the machine is, that holds.
#include <cerrno>
#include <system_error>

#include "core/loop/kqueue_selector.hpp"
#include "core/loop/select_selector.hpp"
#include "tests/loop/selector_alarms.hpp"
#include "tests/loop/selector_backends.hpp"
#include "tests/support/catch.hpp"

using namespace selector_test;
using namespace std::chrono_literals;
using aio::Duration;
using aio::Event;

namespace {

// Waits with nothing ready, and checks that the whole time passed.
void check_sleeps(aio::Selector& selector, Duration timeout) {
    const aio::TimePoint start = aio::Clock::now();
    const auto ready = selector.select(timeout);
    const Duration waited = aio::Clock::now() - start;
    CHECK(ready.empty());
    CHECK(waited >= timeout);
}

}  // namespace

TEST_CASE("Milliseconds are rounded up and zero stays zero",
          "[loop][selector][S11][bug-C9][bug-C10]") {
    CHECK(aio::to_milliseconds(std::nullopt) == -1);
    CHECK(aio::to_milliseconds(0ns) == 0);
    CHECK(aio::to_milliseconds(1ns) == 1);
    CHECK(aio::to_milliseconds(1us) == 1);
    CHECK(aio::to_milliseconds(900us) == 1);
    CHECK(aio::to_milliseconds(1ms) == 1);
    CHECK(aio::to_milliseconds(1000001ns) == 2);
    CHECK(aio::to_milliseconds(-5ms) == 0);
    CHECK(aio::to_milliseconds(Duration::min()) == 0);
    CHECK(aio::to_milliseconds(24h) == 86'400'000);
    CHECK(aio::to_milliseconds(Duration::max()) == 86'400'000);
}

TEST_CASE("Microseconds are rounded up and carried into seconds",
          "[loop][selector][S11][bug-C10]") {
    CHECK(aio::to_timeval(0ns).tv_usec == 0);
    CHECK(aio::to_timeval(1ns).tv_usec == 1);
    CHECK(aio::to_timeval(1us).tv_usec == 1);
    CHECK(aio::to_timeval(1001ns).tv_usec == 2);
    const timeval carried = aio::to_timeval(1s - 1ns);
    CHECK(carried.tv_sec == 1);
    CHECK(carried.tv_usec == 0);
    const timeval longest = aio::to_timeval(24h);
    CHECK(longest.tv_sec == 86'400);
    CHECK(longest.tv_usec == 0);
}

TEST_CASE("A wait is not cut short, however short it is",
          "[loop][selector][S11][bug-C10][realtime]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends ends = socket_pair();
        selector->register_fd(ends.ours, Event::read);
        for (const Duration timeout : {Duration(1ns), Duration(100us), Duration(1500us)}) {
            CAPTURE(timeout.count());
            check_sleeps(*selector, timeout);
        }
    }
}

TEST_CASE("With nothing registered a select still sleeps", "[loop][selector][S12][realtime]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        CHECK(selector->select(Duration::zero()).empty());
        check_sleeps(*selector, 5ms);
    }
}

TEST_CASE("What modify took out does not end a wait", "[loop][selector][S07][S15][realtime]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends writable = socket_pair();
        selector->register_fd(writable.ours, read_write);
        selector->modify(writable.ours, Event::read);
        const Ends readable = socket_pair();
        send_text(readable.theirs, "x");
        fill(readable.ours);
        selector->register_fd(readable.ours, read_write);
        selector->modify(readable.ours, Event::write);
        check_sleeps(*selector, 5ms);
    }
}

TEST_CASE("What was unregistered does not end a wait", "[loop][selector][bug-C2][realtime]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends writable = socket_pair();
        selector->register_fd(writable.ours, Event::write);
        selector->unregister_fd(writable.ours);
        Ends hung_up = socket_pair();
        selector->register_fd(hung_up.ours, Event::read);
        hung_up.theirs.close();
        selector->unregister_fd(hung_up.ours);
        check_sleeps(*selector, 5ms);
    }
}

TEST_CASE("A registration that was refused does not end a wait",
          "[loop][selector][S02][realtime]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends ends = socket_pair();
        selector->register_fd(ends.ours, Event::read);
        CHECK_THROWS_AS(selector->register_fd(ends.ours, Event::write), aio::KeyError);
        check_sleeps(*selector, 5ms);
    }
}

TEST_CASE("A registration that kqueue takes by half is undone",
          "[loop][selector][S08][S09][realtime]") {
    aio::KqueueSelector selector;
    for (const bool registered : {false, true}) {
        CAPTURE(registered);
        Ends ends = pipe_ends();
        if (registered) selector.register_fd(ends.ours, Event::read);
        ends.theirs.close();
        int error = 0;
        try {
            if (registered) selector.modify(ends.ours, read_write);
            if (!registered) selector.register_fd(ends.ours, read_write);
        } catch (const std::system_error& refused) {
            error = refused.code().value();
        }
        CHECK(error == EPIPE);
        CHECK(selector.size() == 0);
        check_sleeps(selector, 5ms);
    }
}

TEST_CASE("A signal ends no wait early", "[loop][selector][S18][bug-C13][bug-C15][realtime]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends ends = socket_pair();
        selector->register_fd(ends.ours, Event::read);
        Alarms alarms(5ms, 40);
        check_sleeps(*selector, 50ms);
        CHECK(alarms.count() >= 1);
    }
}

TEST_CASE("A wait without a timeout outlives signals until something is ready",
          "[loop][selector][S10][S18][realtime]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends ends = pipe_ends();
        selector->register_fd(ends.ours, Event::read);
        // The third signal writes to the pipe; the two before it only interrupt.
        Alarms alarms(2ms, 3, ends.theirs);
        const auto ready = selector->select();
        CHECK(alarms.count() == 3);
        REQUIRE(ready.size() == 1);
        CHECK(ready[0].mask == Event::read);
    }
}

TEST_CASE("After each signal only the remainder is waited for", "[loop][selector][S18][bug-C15]") {
    FakeSelector selector;
    selector.interruptions = 3;
    selector.select(1h);
    REQUIRE(selector.timeouts.size() == 4);
    CHECK(selector.timeouts[0] == Duration(1h));
    for (std::size_t i = 1; i < selector.timeouts.size(); ++i) {
        CHECK(selector.timeouts[i] < selector.timeouts[i - 1]);
    }
}

TEST_CASE("A remainder that has passed already is zero and looks once more",
          "[loop][selector][S18][bug-C15]") {
    FakeSelector selector;
    selector.register_fd(3, Event::read);
    selector.events = {{3, Event::read}};
    selector.interruptions = 1;
    CHECK(selector.select(1ns).size() == 1);
    REQUIRE(selector.timeouts.size() == 2);
    CHECK(selector.timeouts[1] == Duration::zero());
}

TEST_CASE("A signal changes neither no timeout nor a timeout of zero",
          "[loop][selector][bug-C15]") {
    FakeSelector selector;
    selector.interruptions = 1;
    selector.select();
    selector.interruptions = 1;
    selector.select(Duration::zero());
    REQUIRE(selector.timeouts.size() == 4);
    CHECK(!selector.timeouts[0]);
    CHECK(!selector.timeouts[1]);
    CHECK(selector.timeouts[2] == Duration::zero());
    CHECK(selector.timeouts[3] == Duration::zero());
}

TEST_CASE("A backend is never asked to wait for less than zero or more than a day",
          "[loop][selector][S10][S11]") {
    FakeSelector selector;
    for (const Duration timeout :
         {Duration::min(), Duration(-1), Duration(24h), Duration(25h), Duration::max()}) {
        selector.select(timeout);
    }
    REQUIRE(selector.timeouts.size() == 5);
    CHECK(selector.timeouts[0] == Duration::zero());
    CHECK(selector.timeouts[1] == Duration::zero());
    CHECK(selector.timeouts[2] == Duration(24h));
    CHECK(selector.timeouts[3] == Duration(24h));
    CHECK(selector.timeouts[4] == Duration(24h));
}
