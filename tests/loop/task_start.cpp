// task_start.cpp: when a coroutine's lines run.
//
// The one thing to know: calling a coroutine function runs none of them. Awaiting it runs them in
// the awaiting task, at once; making it a task, in the next turn.
#include "core/loop/sleep.hpp"
#include "core/loop/task.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

using Log = std::vector<std::string>;

Coro<void> log_name(Log& log, std::string name) {
    log.push_back(name);
    co_return;
}

Coro<void> keep(Counted) { co_return; }

// Logs its name once a turn.
Coro<void> log_turns(EventLoop& loop, Log& log, std::string name, int turns) {
    for (int i = 0; i < turns; ++i) {
        log.push_back(name);
        co_await aio::sleep(loop, 0s);
    }
}

Coro<int> grandchild() { co_return 1; }

Coro<int> child() {
    const int one = co_await grandchild();
    const int two = co_await grandchild();
    co_return one + two;
}

Coro<int> parent(int children) {
    int sum = 0;
    for (int i = 0; i < children; ++i) sum += co_await child();
    co_return sum;
}

Coro<void> await_and_note_turn(Future<void>& future, int& turn, const int& turns) {
    co_await future;
    turn = turns;
}

Coro<void> check_current(EventLoop& loop, aio::TaskBase*& self, int& wrong) {
    for (int i = 0; i < 3; ++i) {
        if (loop.current_task() != self) ++wrong;
        const int value = co_await grandchild();
        if (value != 1 || loop.current_task() != self) ++wrong;
        co_await aio::sleep(loop, 0s);
    }
}

}  // namespace

TEST_CASE("Creating a task runs nothing, and first steps come next turn, in order",
          "[loop][task][L32][T03]") {
    TestLoop test;
    Log log;
    const auto one = test.loop.create_task(log_name(log, "one"));
    test.loop.call_soon([&log] { log.push_back("between"); });
    const auto two = test.loop.create_task(log_name(log, "two"));
    CHECK(log.empty());
    test.turn();
    CHECK(log == Log{"one", "between", "two"});
}

TEST_CASE("Calling a coroutine function runs nothing, and dropping it frees its arguments",
          "[loop][coroutine][L21][T04]") {
    Log log;
    Lives lives;
    {
        const Coro<void> never_run = log_name(log, "never");
        const Coro<void> kept = keep(Counted(lives));
        CHECK(lives.left() == 1);
    }
    CHECK(log.empty());
    CHECK(lives.born == 1);
    CHECK(lives.left() == 0);
}

TEST_CASE("Awaiting a child coroutine takes no turn of the loop", "[loop][coroutine][L45][T05]") {
    TestLoop test;
    const auto task = test.loop.create_task(parent(100));
    Log log;
    test.loop.call_soon([&] { log.push_back(task->done() ? "done" : "pending"); });
    test.turn();
    CHECK(log == Log{"done"});
    CHECK(task->result() == 200);
    CHECK(test.clock.turns == 1);
}

TEST_CASE("A future resolved in one turn resumes its waiter in the next", "[loop][task][T08]") {
    TestLoop test;
    Future<void> future(test.loop);
    int first = 0;
    int second = 0;
    const auto inner = test.loop.create_task(await_and_note_turn(future, first, test.clock.turns));
    const auto outer = test.loop.create_task(await_and_note_turn(*inner, second, test.clock.turns));
    test.loop.call_soon([&future] { future.set_result(); });
    test.loop.run_until_complete(*outer);
    CHECK(first == 2);
    CHECK(second == 3);
}

TEST_CASE("Tasks that yield take turns in order of creation", "[loop][task][L61][T09]") {
    TestLoop test;
    Log log;
    const auto a = test.loop.create_task(log_turns(test.loop, log, "a", 3));
    const auto b = test.loop.create_task(log_turns(test.loop, log, "b", 2));
    const auto c = test.loop.create_task(log_turns(test.loop, log, "c", 3));
    test.loop.run_until_complete(*c);
    CHECK(log == Log{"a", "b", "c", "a", "b", "c", "a", "c"});
}

TEST_CASE("The current task is the running one, and none outside", "[loop][task][T15][bug-B35]") {
    TestLoop test;
    int wrong = 0;
    aio::TaskBase* self[2] = {};
    const auto one = test.loop.create_task(check_current(test.loop, self[0], wrong));
    const auto two = test.loop.create_task(check_current(test.loop, self[1], wrong));
    self[0] = one.get();
    self[1] = two.get();
    for (int i = 0; i < 4; ++i) {
        test.loop.call_soon([&] { wrong += test.loop.current_task() == nullptr ? 0 : 1; });
        test.turn();
        wrong += test.loop.current_task() == nullptr ? 0 : 1;
    }
    CHECK(one->done());
    CHECK(wrong == 0);
}

TEST_CASE("Tasks have names, numbered unless they are given", "[loop][task][T23]") {
    TestLoop test;
    Log log;
    const auto first = test.loop.create_task(log_name(log, ""));
    const auto named = test.loop.create_task(log_name(log, ""), "reader");
    const auto later = test.loop.create_task(log_name(log, ""));
    CHECK(first->name() == "Task-1");
    CHECK(named->name() == "reader");
    CHECK(later->name() > first->name());
    test.turn();
}
