// future_await.cpp: waiting for a future in a coroutine.
//
// The one thing to know: a future that is done does not suspend. A pending one gives the turn back
// to the loop, and its waiters come back in the order in which they began to wait.
#include <memory>

#include "core/loop/sleep.hpp"
#include "core/loop/task.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

using Log = std::vector<std::string>;

Coro<int> await_twice(Future<int>& future) {
    const int first = co_await future;
    const int second = co_await future;
    co_return first + second;
}

Coro<long> await_often(Future<int>& future, int times) {
    long sum = 0;
    for (int i = 0; i < times; ++i) sum += co_await future;
    co_return sum;
}

// Logs its name and the outcome.
Coro<void> log_outcome(Future<int>& future, Log& log, std::string name) {
    std::string outcome;
    try {
        const int value = co_await future;
        outcome = std::to_string(value);
    } catch (const std::exception& error) {
        outcome = error.what();
    } catch (const CancelledError&) {
        outcome = "cancelled";
    }
    log.push_back(name + " " + outcome);
}

Coro<const void*> address_of_error(Future<int>& future) {
    try {
        co_await future;
    } catch (const std::exception& error) {
        co_return &error;
    }
    co_return nullptr;
}

Coro<std::unique_ptr<int>> take(Future<std::unique_ptr<int>>& future) {
    co_return co_await std::move(future);
}

}  // namespace

TEST_CASE("Awaiting a pending future suspends, and its value comes out of the await",
          "[loop][future][L31][L44][F15]") {
    TestLoop test;
    Future<int> future(test.loop);
    const auto task = test.loop.create_task(await_twice(future));
    test.turn();
    test.turn();
    CHECK_FALSE(task->done());

    future.set_result(21);
    CHECK_FALSE(task->done());
    test.turn();
    CHECK(task->result() == 42);
}

TEST_CASE("Awaiting a finished future suspends for no turn", "[loop][future][F15][F16]") {
    TestLoop test;
    Future<int> future(test.loop);
    future.set_result(1);
    Log log;
    const auto task = test.loop.create_task(await_often(future, 200'000));
    test.turn();
    CHECK(task->result() == 200'000);
    CHECK(test.clock.turns == 1);
}

TEST_CASE("Several tasks may await one future and resume in order", "[loop][future][F17]") {
    TestLoop test;
    Log log;
    const auto run = [&test, &log](const auto& resolve) {
        Future<int> future(test.loop);
        std::vector<std::unique_ptr<aio::Task<void>>> tasks;
        for (const char* name : {"a", "b", "c"}) {
            tasks.push_back(test.loop.create_task(log_outcome(future, log, name)));
        }
        test.turn();
        resolve(future);
        test.turn();
    };
    run([](auto& future) { future.set_result(7); });
    const auto error = std::make_exception_ptr(std::runtime_error("no"));
    run([&error](auto& future) { future.set_exception(error); });
    run([](auto& future) { future.cancel(); });
    CHECK(log == Log{"a 7", "b 7", "c 7", "a no", "b no", "c no",  //
                     "a cancelled", "b cancelled", "c cancelled"});
    CHECK(test.reports.empty());
}

TEST_CASE("Every waiter gets the same exception object", "[loop][future][F17][T24]") {
    TestLoop test;
    Future<int> future(test.loop);
    const auto one = test.loop.create_task(address_of_error(future));
    const auto two = test.loop.create_task(address_of_error(future));
    test.turn();
    future.set_exception(std::make_exception_ptr(std::runtime_error("oops")));
    test.turn();
    CHECK(one->result() != nullptr);
    CHECK(one->result() == two->result());
}

TEST_CASE("A value that only moves can be awaited and taken", "[loop][future][F17][F21]") {
    TestLoop test;
    Future<std::unique_ptr<int>> future(test.loop);
    const auto task = test.loop.create_task(take(future));
    test.turn();
    future.set_result(std::make_unique<int>(7));
    test.turn();
    CHECK(*task->result() == 7);
}

TEST_CASE("A late completion of a cancelled wait is quietly dropped", "[loop][future][F20]") {
    TestLoop test;
    aio::Sleep early(test.loop, 1s);
    CHECK(early.cancel());
    CHECK(test.loop.timer_count() == 0);

    aio::Sleep* cancelled_late = nullptr;
    test.loop.call_later(1s, [&cancelled_late] { cancelled_late->cancel(); });
    aio::Sleep due(test.loop, 1s);  // It comes due in that turn, and stands behind.
    cancelled_late = &due;
    aio::Sleep ended_by_hand(test.loop, 1s);
    ended_by_hand.set_result();  // Its timer does not know, and comes due as well.

    test.clock.advance(1s);
    test.turn();
    test.turn();
    CHECK(due.cancelled());
    CHECK(test.loop.timer_count() == 0);
    CHECK(test.reports.empty());
}
