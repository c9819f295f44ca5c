// task_results.cpp: how a task ends, and who learns of it.
//
// The one thing to know: a task is a future that only its own coroutine resolves.
#include <memory>

#include "core/loop/sleep.hpp"
#include "core/loop/task.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

Coro<int> add_one(Future<int>& future) {
    const int value = co_await future;
    co_return value + 1;
}

Coro<void> nothing() { co_return; }

Coro<void> fail() {
    throw std::runtime_error("oops");
    co_return;
}

Coro<std::unique_ptr<int>> make_unique_int() { co_return std::make_unique<int>(7); }

Coro<int&> pass_reference(int& variable) { co_return variable; }

Coro<Counted> make_counted(Lives& lives) { co_return Counted(lives); }

// Awaits a task and says how it ended.
template <class T> Coro<std::string> ending_of(Task<T>& task) {
    try {
        co_await task;
    } catch (const std::exception& error) {
        co_return error.what();
    }
    co_return "a result";
}

struct ThrowingMove {
    ThrowingMove() = default;
    ThrowingMove(ThrowingMove&& other) : moves(other.moves - 1) {
        if (moves < 0) throw std::runtime_error("moved once too often");
    }
    int moves = 0;
};

Coro<ThrowingMove> make_throwing(int moves) {
    ThrowingMove value;
    value.moves = moves;
    co_return std::move(value);
}

template <class T>
concept can_be_resolved = requires(T& future) { future.set_exception(std::exception_ptr()); };

}  // namespace

TEST_CASE("A task is a future that takes what its coroutine returns", "[loop][task][L67][T01]") {
    TestLoop test;
    Future<int> future(test.loop);
    const auto task = test.loop.create_task(add_one(future));
    Future<int>& as_future = *task;
    test.turn();
    CHECK_FALSE(as_future.done());
    future.set_result(1);
    test.turn();
    CHECK(as_future.result() == 2);
}

TEST_CASE("An exception that leaves the coroutine becomes that of its task", "[loop][task][T02]") {
    TestLoop test;
    const auto failing = test.loop.create_task(fail());
    const auto other = test.loop.create_task(nothing());
    test.turn();
    CHECK(text_of(failing->exception()) == "oops");
    CHECK(other->exception() == nullptr);
    CHECK(test.reports.empty());
}

TEST_CASE("A task cannot be resolved from outside", "[loop][task][T10]") {
    CHECK(can_be_resolved<Future<int>>);
    CHECK_FALSE(can_be_resolved<Task<int>>);
}

TEST_CASE("A task that was resolved behind its back reports its own result",
          "[loop][task][T10][T11]") {
    TestLoop test;
    Future<int> future(test.loop);
    const auto task = test.loop.create_task(add_one(future));
    test.turn();
    static_cast<Future<int>&>(*task).set_result(1);
    future.set_result(2);
    test.turn();
    CHECK(task->result() == 1);
    REQUIRE(test.reports.size() == 1);
    CHECK(text_of(test.reports[0].exception).find("is done") != std::string::npos);
}

TEST_CASE("A step of a finished task is an error, and never silent", "[loop][task][T11]") {
    TestLoop test;
    const auto task = test.loop.create_task(nothing(), "finished");
    test.turn();
    test.loop.call_soon(static_cast<aio::Handle&>(*task));
    test.turn();
    REQUIRE(test.reports.size() == 1);
    CHECK(text_of(test.reports[0].exception) == "finished is done, and was made to take a step");
    CHECK(task->exception() == nullptr);
}

TEST_CASE("An exception of a task that nobody read is reported, once",
          "[loop][task][T16][bug-B12][bug-B13]") {
    TestLoop test;
    {
        const auto kept = test.loop.create_task(fail());
        test.turn();
        CHECK(test.reports.empty());  // Somebody may still ask.
    }
    REQUIRE(test.reports.size() == 1);
    CHECK(test.reported("exception was never retrieved") == 1);
    CHECK(text_of(test.reports[0].exception) == "oops");
}

TEST_CASE("An awaited exception is not reported", "[loop][task][T16]") {
    TestLoop test;
    {
        const auto task = test.loop.create_task(fail());
        CHECK(test.loop.run_until_complete(ending_of(*task)) == "oops");
    }
    CHECK(test.reports.empty());
}

TEST_CASE("A cancelled task is not reported as a lost exception", "[loop][task][bug-B12]") {
    TestLoop test;
    {
        const auto task = test.loop.create_task(nothing());
        task->cancel();
        test.turn();
        CHECK(task->cancelled());
    }
    CHECK(test.reports.empty());
}

TEST_CASE("Results may be void, only move, or be references", "[loop][task][T21]") {
    TestLoop test;
    test.loop.run_until_complete(nothing());
    CHECK(*test.loop.run_until_complete(make_unique_int()) == 7);
    int variable = 0;
    int& reference = test.loop.run_until_complete(pass_reference(variable));
    CHECK(&reference == &variable);
}

TEST_CASE("A result can be read many times, and taken once", "[loop][task][T21][bug-H25]") {
    TestLoop test;
    Lives lives;
    const auto task = test.loop.create_task(make_counted(lives));
    test.turn();
    task->result();
    task->result();
    CHECK(lives.left() == 1);
    {
        const Counted taken = std::move(*task).result();
    }
    CHECK(lives.born == 1);
    CHECK(lives.left() == 0);
}

TEST_CASE("A result whose move throws becomes the exception of the task", "[loop][task][bug-H25]") {
    TestLoop test;
    // The moves on its way: into the coroutine's frame, out of it, into the future.
    for (int moves = 0; moves < 3; ++moves) {
        CAPTURE(moves);
        const auto task = test.loop.create_task(make_throwing(moves));
        test.turn();
        CHECK(text_of(task->exception()) == "moved once too often");
    }
    const auto task = test.loop.create_task(make_throwing(3));
    test.turn();
    CHECK(task->result().moves == 0);
}

TEST_CASE("No value, no exception and no result are told apart", "[loop][task][bug-H25]") {
    TestLoop test;
    const auto ended = test.loop.create_task(nothing());
    const auto failed = test.loop.create_task(fail());
    CHECK_THROWS_AS(ended->result(), aio::InvalidStateError);
    test.turn();
    CHECK_NOTHROW(ended->result());
    CHECK(ended->exception() == nullptr);
    CHECK_THROWS_AS(failed->result(), std::runtime_error);
}
