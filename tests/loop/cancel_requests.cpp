// cancel_requests.cpp: what cancel() does at once, and what comes a turn later.
//
// The one thing to know: cancel() runs not one line of the coroutine. It cancels what the task
// waits for, and the task hears of that when the loop runs it.
#include "core/loop/sleep.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

// Awaits the future, and counts the cancellations that arrive there.
Coro<void> count_cancels(Future<void>& future, int& cancels) {
    try {
        co_await future;
    } catch (const CancelledError&) {
        ++cancels;
        throw;
    }
}

Coro<void> count_and_sleep_on(EventLoop& loop, Future<void>& future, int& cancels) {
    try {
        co_await future;
    } catch (const CancelledError&) {
        ++cancels;
    }
    co_await aio::sleep(loop, 1s);
}

Coro<void> set_flag(bool& flag, Counted) {
    flag = true;
    co_return;
}

Coro<int> take_counted(Future<Counted>& future, bool& went_on) {
    const Counted counted = co_await std::move(future);
    went_on = true;
    co_return 1;
}

Coro<void> throw_cancelled() {
    throw CancelledError();
    co_return;
}

// A handler for ordinary exceptions, around an await.
Coro<std::string> handle_ordinary(Future<void>& future, bool& rethrown) {
    try {
        try {
            co_await future;
        } catch (const std::exception&) {
            co_return "handled";
        }
    } catch (...) {
        rethrown = true;
        throw;
    }
    co_return "nothing happened";
}

}  // namespace

TEST_CASE("Cancel makes CancelledError appear at the await, a turn later",
          "[loop][task][cancel][L55][X01][X02][X03]") {
    TestLoop test;
    Future<void> future(test.loop);
    int cancels = 0;
    const auto task = test.loop.create_task(count_cancels(future, cancels));
    test.turn();
    CHECK(task->cancel());
    CHECK(future.cancelled());
    CHECK(cancels == 0);
    CHECK_FALSE(task->done());
    CHECK_FALSE(task->cancelled());

    test.turn();
    CHECK(cancels == 1);
    CHECK(task->cancelled());
    CHECK_THROWS_AS(task->result(), CancelledError);
}

TEST_CASE("Cancelling a task that is done is false and keeps its result",
          "[loop][task][cancel][X04]") {
    TestLoop test;
    Lives lives;
    bool flag = false;
    const auto task = test.loop.create_task(set_flag(flag, Counted(lives)));
    test.loop.run_until_complete(*task);
    CHECK_FALSE(task->cancel());
    CHECK_FALSE(task->cancelled());
    task->result();
    test.turn();
    CHECK_FALSE(task->cancelled());
}

TEST_CASE("A task that is cancelled before its first step never runs, and frees its frame once",
          "[loop][task][cancel][X05][bug-B1]") {
    TestLoop test;
    Lives lives;
    bool flag = false;
    const auto task = test.loop.create_task(set_flag(flag, Counted(lives)));
    CHECK(task->cancel());
    CHECK_FALSE(task->done());
    CHECK_THROWS_AS(test.loop.run_until_complete(*task), CancelledError);
    CHECK(task->cancelled());
    CHECK_FALSE(flag);
    CHECK(lives.born > 0);
    CHECK(lives.left() == 0);
}

TEST_CASE("Two cancels before the task runs are one", "[loop][task][cancel][X10]") {
    TestLoop test;
    Future<void> future(test.loop);
    int cancels = 0;
    const auto task = test.loop.create_task(count_and_sleep_on(test.loop, future, cancels));
    test.turn();
    CHECK(task->cancel());
    CHECK(task->cancel());
    test.loop.run_until_complete(*task);
    CHECK(cancels == 1);
    CHECK_FALSE(task->cancelled());
    CHECK(test.clock.elapsed() == 1s);
}

TEST_CASE("Cancel wins over a value that nobody has picked up, and the value is freed",
          "[loop][task][cancel][X11][bug-B26]") {
    TestLoop test;
    Lives lives;
    bool went_on = false;
    auto future = std::make_unique<Future<Counted>>(test.loop);
    const auto task = test.loop.create_task(take_counted(*future, went_on));
    test.turn();
    future->set_result(Counted(lives));
    CHECK(task->cancel());
    CHECK_THROWS_AS(test.loop.run_until_complete(*task), CancelledError);
    CHECK(task->cancelled());
    CHECK_FALSE(went_on);
    future.reset();
    CHECK(lives.left() == 0);
}

TEST_CASE("A value that comes after the cancel is refused", "[loop][task][cancel][bug-B26]") {
    TestLoop test;
    Lives lives;
    bool went_on = false;
    Future<Counted> future(test.loop);
    const auto task = test.loop.create_task(take_counted(future, went_on));
    test.turn();
    task->cancel();
    CHECK_THROWS_AS(future.set_result(Counted(lives)), aio::InvalidStateError);
    CHECK_THROWS_AS(test.loop.run_until_complete(*task), CancelledError);
    CHECK_FALSE(went_on);
    CHECK(lives.left() == 0);
}

TEST_CASE("A coroutine that throws CancelledError itself ends cancelled",
          "[loop][task][cancel][X17]") {
    TestLoop test;
    const auto task = test.loop.create_task(throw_cancelled());
    test.turn();
    CHECK(task->cancelled());
    CHECK(task->cancelling() == 0);
}

TEST_CASE("A handler for std::exception does not swallow a cancellation",
          "[loop][task][cancel][X19]") {
    TestLoop test;
    Future<void> future(test.loop);
    bool rethrown = false;
    const auto task = test.loop.create_task(handle_ordinary(future, rethrown));
    test.turn();
    task->cancel();
    test.turn();
    CHECK(task->cancelled());
    CHECK(rethrown);
    static_assert(!std::is_base_of_v<std::exception, CancelledError>);
}

TEST_CASE("Requests to cancel are counted, and can be taken back", "[loop][task][cancel][X23]") {
    TestLoop test;
    Future<void> future(test.loop);
    int cancels = 0;
    const auto task = test.loop.create_task(count_and_sleep_on(test.loop, future, cancels));
    test.turn();
    CHECK(task->cancelling() == 0);
    task->cancel();
    task->cancel();
    CHECK(task->cancelling() == 2);
    CHECK(task->uncancel() == 1);
    CHECK(task->uncancel() == 0);
    CHECK(task->uncancel() == 0);
    CHECK(task->cancelling() == 0);
    test.loop.run_until_complete(*task);
    CHECK(cancels == 1);
}
