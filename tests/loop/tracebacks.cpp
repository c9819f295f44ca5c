// tracebacks.cpp: the coroutines that an exception has left, in Python's order.
//
// The one thing to know: the list follows the awaits, not the native stack. It goes on when a task
// awaits one that failed, and it begins anew with each exception.
#include "core/loop/traceback.hpp"

#include <algorithm>
#include <regex>

#include "core/loop/task.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using aio::Coro;
using aio::Future;
using aio::Task;
using loop_test::TestLoop;

namespace {

Coro<void> throwing() {
    throw std::runtime_error("oops");
    co_return;
}

Coro<void> in_between() { co_await throwing(); }

Coro<void> outermost() { co_await in_between(); }

Coro<void> await_failed(Future<void>& future) { co_await future; }

// Catches one exception and throws another.
Coro<void> catch_and_throw() {
    try {
        co_await throwing();
    } catch (const std::runtime_error&) {
    }
    throw std::logic_error("another");
}

// Awaits the task before it, which fails.
Coro<void> await_before(Task<void>* before) {
    if (before == nullptr) throw std::runtime_error("oops");
    co_await *before;
}

// An exception that holds what was made with a loop.
struct HoldsFuture : std::runtime_error {
    explicit HoldsFuture(aio::EventLoop& loop)
        : std::runtime_error("oops"), future(std::make_shared<Future<void>>(loop)) {}
    std::shared_ptr<Future<void>> future;
};

Coro<void> throw_holding(aio::EventLoop& loop) {
    throw HoldsFuture(loop);
    co_return;
}

// The traceback of what comes out of it, with the numbers of lines as N.
std::string traceback_of_run(TestLoop& test, Coro<void> coro) {
    try {
        test.loop.run_until_complete(std::move(coro));
    } catch (...) {
        const std::string text = text_of(aio::traceback_of(std::current_exception()));
        return std::regex_replace(text, std::regex("line [0-9]+"), "line N");
    }
    return "nothing";
}

}  // namespace

TEST_CASE("An exception names the coroutines that it left, the outermost first",
          "[loop][traceback][L14][L38]") {
    TestLoop test;
    CHECK(traceback_of_run(test, outermost()) ==
          "Traceback (most recent call last):\n"
          "  File \"tracebacks.cpp\", line N, in outermost\n"
          "  File \"tracebacks.cpp\", line N, in in_between\n"
          "  File \"tracebacks.cpp\", after line N, in throwing\n"
          "std::runtime_error: oops");
}

TEST_CASE("The traceback of a failed task goes on in the task that awaits it",
          "[loop][traceback][L38]") {
    TestLoop test;
    const auto failed = test.loop.create_task(throwing());
    test.turn();
    CHECK(traceback_of_run(test, catch_and_throw()).find("another") != std::string::npos);
    CHECK(traceback_of_run(test, await_failed(*failed)) ==
          "Traceback (most recent call last):\n"
          "  File \"tracebacks.cpp\", line N, in await_failed\n"
          "  File \"tracebacks.cpp\", after line N, in throwing\n"
          "std::runtime_error: oops");
}

TEST_CASE("A future that was given an exception names the await, not a throw",
          "[loop][traceback]") {
    TestLoop test;
    Future<void> future(test.loop);
    future.set_exception(std::make_exception_ptr(std::runtime_error("oops")));
    CHECK(traceback_of_run(test, await_failed(future)) ==
          "Traceback (most recent call last):\n"
          "  File \"tracebacks.cpp\", line N, in await_failed\n"
          "std::runtime_error: oops");
}

TEST_CASE("An exception after one that was caught has a traceback of its own",
          "[loop][traceback]") {
    TestLoop test;
    CHECK(traceback_of_run(test, catch_and_throw()) ==
          "Traceback (most recent call last):\n"
          "  File \"tracebacks.cpp\", after line N, in catch_and_throw\n"
          "std::logic_error: another");
}

TEST_CASE("A task whose exception nobody asked for is reported with its traceback",
          "[loop][traceback][T16]") {
    TestLoop test;
    {
        const auto task = test.loop.create_task(outermost());
        test.turn();
    }
    REQUIRE(test.reports.size() == 1);
    CHECK(test.reports[0].traceback.coroutines.size() == 3);
    CHECK(text_of(test.reports[0].traceback).find("in throwing\nstd::runtime_error: oops") !=
          std::string::npos);
}

TEST_CASE("A traceback keeps the innermost hundred coroutines and counts the others",
          "[loop][traceback][V02]") {
    TestLoop test;
    std::vector<std::unique_ptr<Task<void>>> tasks(2'000);
    tasks[0] = test.loop.create_task(await_before(nullptr));
    for (std::size_t i = 1; i < tasks.size(); ++i) {
        tasks[i] = test.loop.create_task(await_before(tasks[i - 1].get()));
    }
    CHECK_THROWS_AS(test.loop.run_until_complete(*tasks.back()), std::runtime_error);
    const auto kept = aio::traceback_of(tasks.back()->exception());
    const std::string text = text_of(kept);
    CHECK(std::count(text.begin(), text.end(), '\n') == 102);
    CHECK(text.find("  (1900 more)\n") != std::string::npos);
}

TEST_CASE("An exception that holds a future of the loop does not outlive it",
          "[loop][traceback][V04]") {
    TestLoop test;
    CHECK_THROWS_AS(test.loop.run_until_complete(throw_holding(test.loop)), HoldsFuture);
}
