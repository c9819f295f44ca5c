// task_await.cpp: coroutines that await each other, and tasks.
//
// The one thing to know: what a child returns or throws comes out of its parent's await, in the
// same task. Another task is a future like any other.
#include "core/loop/sleep.hpp"
#include "core/loop/task.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

using Log = std::vector<std::string>;

// Says when it goes.
struct Leaving {
    Leaving(Log& l, const char* n) : log(l), name(n) {}
    Leaving(const Leaving&) = delete;
    Leaving& operator=(const Leaving&) = delete;
    ~Leaving() { log.push_back(name); }
    Log& log;
    const char* name;
};

Coro<int> inner(Future<int>& future, Log& log) {
    const Leaving leaving(log, "inner");
    co_return co_await future;
}

Coro<int> middle(Future<int>& future, Log& log) {
    const Leaving leaving(log, "middle");
    const int value = co_await inner(future, log);
    co_return value * 2;
}

Coro<std::string> outer(Future<int>& future, Log& log) {
    const Leaving leaving(log, "outer");
    try {
        const int value = co_await middle(future, log);
        co_return std::to_string(value);
    } catch (const std::exception& error) {
        log.push_back("caught");
        co_return error.what();
    }
}

Coro<int> answer(EventLoop& loop) {
    co_await aio::sleep(loop, 1s);
    co_return 42;
}

Coro<int> answer_of(Task<int>& task) { co_return co_await task; }

Coro<void> await_itself(Future<void>*& self) { co_await *self; }

Coro<void> await_any(Future<void>& future) { co_await future; }

Coro<int> seven() { co_return 7; }

Coro<std::string> await_twice() {
    Coro<int> coro = seven();
    co_await std::move(coro);
    try {
        co_await std::move(coro);
    } catch (const std::logic_error& error) {
        co_return error.what();
    }
    co_return "twice";
}

Coro<std::string> await_moved_away() {
    Coro<int> coro = seven();
    const Coro<int> other = std::move(coro);
    try {
        co_await std::move(coro);
    } catch (const std::logic_error& error) {
        co_return error.what();
    }
    co_return "nothing wrong";
}

}  // namespace

TEST_CASE("The value of a child passes through each awaiting frame",
          "[loop][coroutine][L46][T06]") {
    TestLoop test;
    Future<int> future(test.loop);
    Log log;
    const auto task = test.loop.create_task(outer(future, log));
    test.turn();
    future.set_result(21);
    test.turn();
    CHECK(task->result() == "42");
    CHECK(log == Log{"inner", "middle", "outer"});
}

TEST_CASE("The exception of a child passes through each awaiting frame, innermost first",
          "[loop][coroutine][L38][T06][V01]") {
    TestLoop test;
    Future<int> future(test.loop);
    Log log;
    const auto task = test.loop.create_task(outer(future, log));
    test.turn();
    future.set_exception(std::make_exception_ptr(std::runtime_error("oops")));
    test.turn();
    CHECK(task->result() == "oops");
    CHECK(log == Log{"inner", "middle", "caught", "outer"});
}

TEST_CASE("Awaiting a task waits for it, and a finished one does not suspend",
          "[loop][task][T07]") {
    TestLoop test;
    const auto task = test.loop.create_task(answer(test.loop));
    const auto one = test.loop.create_task(answer_of(*task));
    const auto two = test.loop.create_task(answer_of(*task));
    test.loop.run_until_complete(*two);
    CHECK(one->result() == 42);
    CHECK(two->result() == 42);

    const auto late = test.loop.create_task(answer_of(*task));
    test.turn();
    CHECK(late->result() == 42);
}

TEST_CASE("A task that awaits itself gets an error instead of hanging", "[loop][task][T12]") {
    TestLoop test;
    Future<void>* self = nullptr;
    const auto task = test.loop.create_task(await_itself(self));
    self = task.get();
    test.turn();
    REQUIRE(task->done());
    CHECK_THROWS_AS(task->result(), std::logic_error);
}

TEST_CASE("Awaiting a future of another loop is an error at the await", "[loop][task][T13]") {
    TestLoop test, other;
    Future<void> future(other.loop);
    const auto task = test.loop.create_task(await_any(future));
    test.turn();
    REQUIRE(task->done());
    CHECK_THROWS_AS(task->result(), std::logic_error);
    future.set_result();
}

TEST_CASE("A coroutine object can be awaited once", "[loop][coroutine][T14][bug-H22]") {
    TestLoop test;
    const std::string used_up = "this Coro was awaited before, or moved away";
    CHECK(test.loop.run_until_complete(await_twice()) == used_up);
    CHECK(test.loop.run_until_complete(await_moved_away()) == used_up);

    Coro<int> coro = seven();
    const auto task = test.loop.create_task(std::move(coro));
    const auto again = [&] { return test.loop.create_task(std::move(coro)); };
    CHECK_THROWS_AS(again(), std::logic_error);
    test.turn();
}
