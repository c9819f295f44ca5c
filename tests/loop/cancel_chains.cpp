// cancel_chains.cpp: tasks that cancel themselves, and tasks that wait for one another.
//
// The one thing to know: a cancellation goes to the inner end. What the task waits for is
// cancelled; if that is another task, what that one waits for; and what becomes of it comes back.
#include "core/loop/gather.hpp"
#include "core/loop/sleep.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

void cancel_current(EventLoop& loop) { loop.current_task()->future.cancel(); }

// Cancels itself, passes a future that is done, then waits; says how far it came.
Coro<void> cancel_itself_and_wait(EventLoop& loop, aio::Duration delay, std::string& log) {
    Future<int> ready(loop);
    ready.set_result(7);
    cancel_current(loop);
    const int value = co_await ready;
    log += "passed " + std::to_string(value);
    try {
        co_await aio::sleep(loop, delay);
        log += ", slept";
    } catch (const CancelledError&) {
        log += ", cancelled";
    }
}

Coro<int> cancel_itself_and_return(EventLoop& loop) {
    cancel_current(loop);
    co_return 42;
}

Coro<int> cancel_itself_and_fail(EventLoop& loop) {
    cancel_current(loop);
    throw std::runtime_error("oops");
    co_return 42;
}

Coro<int> swallow_for_seven(Future<void>& future) {
    try {
        co_await future;
    } catch (const CancelledError&) {
    }
    co_return 7;
}

Coro<int> one_more_than(Future<int>& inner) {
    const int value = co_await inner;
    co_return value + 1;
}

Coro<void> await_it(Future<void>& future) { co_await future; }

// Awaits what is in the variable by the time when it runs.
Coro<void> await_later(std::unique_ptr<Task<void>>& other) { co_await *other; }

// Two tasks that wait for each other, and have begun to. Owned by the test.
struct Circle {
    explicit Circle(TestLoop& test)
        : one(test.loop.create_task(await_later(two))),
          two(test.loop.create_task(await_later(one))) {
        test.turn();
    }
    std::unique_ptr<Task<void>> one, two;
};

Coro<void> gather_later(EventLoop& loop, std::unique_ptr<Task<void>>& other) {
    co_await aio::gather(loop, *other);
}

}  // namespace

TEST_CASE("A task that cancels itself meets it at its next real suspension",
          "[loop][task][cancel][X12][bug-B27]") {
    for (const aio::Duration delay : {aio::Duration(0s), aio::Duration(1h)}) {
        TestLoop test;
        std::string log;
        test.loop.run_until_complete(cancel_itself_and_wait(test.loop, delay, log));
        CHECK(log == "passed 7, cancelled");
        CHECK(test.clock.elapsed() == 0s);
        CHECK(test.loop.timer_count() == 0);
    }
}

TEST_CASE("A task that cancels itself and returns is cancelled, and its result is lost",
          "[loop][task][cancel][X13][bug-B3]") {
    TestLoop test;
    const auto task = test.loop.create_task(cancel_itself_and_return(test.loop));
    test.turn();
    REQUIRE(task->done());
    CHECK(task->cancelled());
}

TEST_CASE("A task that cancels itself and fails has failed", "[loop][task][cancel][X13]") {
    TestLoop test;
    const auto task = test.loop.create_task(cancel_itself_and_fail(test.loop));
    CHECK_THROWS_AS(test.loop.run_until_complete(*task), std::runtime_error);
}

TEST_CASE("Cancelling a task cancels the task that it awaits", "[loop][task][cancel][X14][X18]") {
    TestLoop test;
    Future<int> future(test.loop);
    const auto inner = test.loop.create_task(one_more_than(future));
    const auto outer = test.loop.create_task(one_more_than(*inner));
    test.turn();
    outer->cancel();
    CHECK(future.cancelled());
    test.turn();
    CHECK(inner->cancelled());
    CHECK_FALSE(outer->done());
    test.turn();
    CHECK(outer->cancelled());
}

TEST_CASE("A task that awaits one which swallows the cancellation goes on with its result",
          "[loop][task][cancel][X14]") {
    TestLoop test;
    Future<void> future(test.loop);
    const auto inner = test.loop.create_task(swallow_for_seven(future));
    const auto outer = test.loop.create_task(one_more_than(*inner));
    test.turn();
    outer->cancel();
    CHECK(test.loop.run_until_complete(*outer) == 8);
    CHECK_FALSE(outer->cancelled());
    CHECK_FALSE(inner->cancelled());
}

TEST_CASE("Cancelling one of two waiters cancels what both wait for", "[loop][task][cancel][X15]") {
    TestLoop test;
    Future<void> future(test.loop);
    const auto one = test.loop.create_task(await_it(future));
    const auto other = test.loop.create_task(await_it(future));
    test.turn();
    one->cancel();
    test.turn();
    CHECK(one->cancelled());
    CHECK(other->cancelled());
    CHECK(other->cancelling() == 0);
}

TEST_CASE("A future that is cancelled from outside cancels the task that awaits it",
          "[loop][task][cancel][X16]") {
    TestLoop test;
    Future<void> future(test.loop);
    const auto task = test.loop.create_task(await_it(future));
    test.turn();
    future.cancel();
    test.turn();
    CHECK(task->cancelled());
    CHECK(task->cancelling() == 0);
}

TEST_CASE("Two tasks that wait for each other both end when one is cancelled",
          "[loop][task][cancel][X14][V04]") {
    TestLoop test;
    std::unique_ptr<Task<void>> one, two;
    SECTION("directly") { two = test.loop.create_task(await_later(one)); }
    SECTION("through a gather") { two = test.loop.create_task(gather_later(test.loop, one)); }
    one = test.loop.create_task(await_later(two));
    test.turn();
    CHECK(one->cancel());
    test.turn();
    CHECK(one->cancelled());
    test.turn();
    test.turn();
    CHECK(two->cancelled());
}

TEST_CASE("One of two tasks that wait for each other may go before the cancelled one runs",
          "[loop][task][cancel][T19][V04]") {
    TestLoop test;
    Circle circle(test);
    circle.one->cancel();
    circle.two.reset();
    test.turn();
    CHECK(circle.one->cancelled());
}

TEST_CASE("A cancellation that comes back round a circle counts once",
          "[loop][task][cancel][V04]") {
    TestLoop test;
    const Circle circle(test);
    circle.one->cancel();
    CHECK(circle.one->cancelling() == 1);
    test.turn();
    test.turn();
}
