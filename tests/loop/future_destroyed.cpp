// future_destroyed.cpp: a future that goes while somebody waits for it.
//
// The one thing to know: the waiter gets CancelledError, also when the result was there and the
// waiter had not come to take it.
#include <memory>

#include "core/loop/task.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

Coro<std::string> outcome(Future<std::string>& future) {
    try {
        co_return co_await future;
    } catch (const CancelledError&) {
    }
    co_return "cancelled";
}

Coro<std::string> answer_after(Future<void>& gate) {
    co_await gate;
    co_return "a text that is too long to be kept inside a string";
}

}  // namespace

TEST_CASE("A waiter of a future that is destroyed while pending is cancelled",
          "[loop][future][V04]") {
    TestLoop test;
    auto future = std::make_unique<Future<std::string>>(test.loop);
    const auto task = test.loop.create_task(outcome(*future));
    test.turn();
    future.reset();
    CHECK_FALSE(task->done());
    test.turn();
    CHECK(task->result() == "cancelled");
}

TEST_CASE("A waiter of a future that is destroyed just after it was resolved is cancelled",
          "[loop][future][V04]") {
    TestLoop test;
    auto future = std::make_unique<Future<std::string>>(test.loop);
    const auto first = test.loop.create_task(outcome(*future));
    const auto second = test.loop.create_task(outcome(*future));
    test.turn();
    future->set_result("too late");
    future.reset();
    test.turn();
    test.turn();
    CHECK(first->result() == "cancelled");
    CHECK(second->result() == "cancelled");
}

TEST_CASE("A waiter of a task that is destroyed just after its end is cancelled",
          "[loop][task][V04][T07]") {
    TestLoop test;
    Future<void> gate(test.loop);
    auto child = test.loop.create_task(answer_after(gate));
    child->add_done_callback([&child] { child.reset(); });  // Ahead of the waiter.
    const auto parent = test.loop.create_task(outcome(*child));
    test.turn();
    gate.set_result();
    test.turn();
    CHECK(child->done());
    test.turn();
    CHECK(child == nullptr);
    test.turn();
    CHECK(parent->result() == "cancelled");
}

TEST_CASE("The first of two waiters may destroy the future", "[loop][future][V04]") {
    TestLoop test;
    auto future = std::make_unique<Future<std::string>>(test.loop);
    future->add_done_callback([&future] { future.reset(); });
    const auto task = test.loop.create_task(outcome(*future));
    test.turn();
    future->set_result("too late");
    test.turn();
    test.turn();
    CHECK(task->result() == "cancelled");
}

TEST_CASE("A cancelled waiter of a future that is gone is cancelled once", "[loop][future][V04]") {
    TestLoop test;
    auto future = std::make_unique<Future<std::string>>(test.loop);
    const auto task = test.loop.create_task(outcome(*future));
    test.turn();
    future->set_result("too late");
    task->cancel();
    future.reset();
    task->cancel();
    test.turn();
    test.turn();
    CHECK(task->result() == "cancelled");
}

TEST_CASE("A waiter that goes before the future leaves it alone", "[loop][future][T19][V04]") {
    TestLoop test;
    Future<std::string> future(test.loop);
    {
        const auto task = test.loop.create_task(outcome(future));
        test.turn();
    }
    const auto other = test.loop.create_task(outcome(future));
    test.turn();
    future.set_result("value");
    test.turn();
    CHECK(other->result() == "value");
    CHECK(test.reported("Task was destroyed but it is pending!") == 1);
}
