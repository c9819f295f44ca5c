// event_loop_running.cpp: how a run begins and ends.
//
// The one thing to know: a loop runs again after any end. What was left is still there.
#include "core/loop/sleep.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

Coro<int> answer(EventLoop& loop) {
    co_await aio::sleep(loop, 1s);
    co_return 42;
}

Coro<void> fail(EventLoop& loop) {
    co_await aio::sleep(loop, 1s);
    throw std::runtime_error("failed");
}

Coro<void> count_up(EventLoop& loop, int& count) {
    for (int i = 0; i < 3; ++i) {
        co_await aio::sleep(loop, 1s);
        ++count;
    }
}

Coro<void> run_inside(EventLoop& outer, EventLoop& inner, int& refused) {
    for (EventLoop* loop : {&outer, &inner}) {
        try {
            loop->run_forever();
        } catch (const std::logic_error&) {
            ++refused;
        }
    }
    co_await aio::sleep(outer, 1ms);
}

}  // namespace

TEST_CASE("Without anything ready and without timers the loop waits without limit",
          "[loop][event-loop][loop-L15]") {
    std::vector<std::optional<aio::Duration>> waits;
    EventLoop* waiting = nullptr;
    EventLoop loop(std::make_unique<ScriptedSelector>([&](auto timeout) {
        waits.push_back(timeout);
        waiting->stop();
        return ScriptedSelector::Events{};
    }));
    waiting = &loop;

    loop.run_forever();
    CHECK(waits == std::vector<std::optional<aio::Duration>>{std::nullopt});
}

TEST_CASE("Stop lets the turn finish, and what it scheduled waits for the next run",
          "[loop][event-loop][loop-L16]") {
    TestLoop test;
    std::vector<int> order;
    test.loop.call_soon([&] { test.loop.stop(); });
    test.loop.call_soon([&] {
        order.push_back(1);
        test.loop.call_soon([&] { order.push_back(2); });
    });

    test.loop.run_forever();
    CHECK(order == std::vector<int>{1});
    test.turn();
    CHECK(order == std::vector<int>{1, 2});
}

TEST_CASE("Stop before the run gives one turn that does not wait", "[loop][event-loop][loop-L17]") {
    TestLoop test;
    bool ran = false;
    test.loop.call_later(1h, [&ran] { ran = true; });
    test.loop.stop();
    test.loop.run_forever();
    CHECK(test.clock.turns == 1);
    CHECK(test.clock.sleeps.empty());
    CHECK_FALSE(ran);

    // The flag is cleared: the next run goes on until somebody stops it.
    test.loop.call_later(2h, [&] { test.loop.stop(); });
    test.loop.run_forever();
    CHECK(ran);
}

TEST_CASE("Scheduling stop and running for ever makes exactly one turn",
          "[loop][event-loop][loop-L18]") {
    TestLoop test;
    test.loop.call_soon([&] { test.loop.stop(); });
    test.loop.run_forever();
    CHECK(test.clock.turns == 1);
}

TEST_CASE("Running until complete makes a task of the coroutine and returns its result",
          "[loop][event-loop][L65][loop-L19]") {
    TestLoop test;
    CHECK(test.loop.run_until_complete(answer(test.loop)) == 42);
    CHECK(test.clock.elapsed() == 1s);
}

TEST_CASE("Running until complete rethrows the exception, and the loop can run again",
          "[loop][event-loop][loop-L20][T16]") {
    TestLoop test;
    CHECK_THROWS_AS(test.loop.run_until_complete(fail(test.loop)), std::runtime_error);
    CHECK_FALSE(test.loop.is_running());

    const auto cancelled = test.loop.create_task(answer(test.loop));
    cancelled->cancel();
    CHECK_THROWS_AS(test.loop.run_until_complete(*cancelled), aio::CancelledError);

    CHECK(test.loop.run_until_complete(answer(test.loop)) == 42);
    CHECK(test.reports.empty());
}

TEST_CASE("A future that is done already still costs one turn", "[loop][event-loop][loop-L21]") {
    TestLoop test;
    Future<int> future(test.loop);
    future.set_result(7);
    bool ran = false;
    test.loop.call_soon([&ran] { ran = true; });

    CHECK(test.loop.run_until_complete(future) == 7);
    CHECK(ran);
    CHECK(test.clock.turns == 1);
}

TEST_CASE("A loop stopped too early is an error, and a second run can finish",
          "[loop][event-loop][loop-L22]") {
    TestLoop test;
    const auto task = test.loop.create_task(answer(test.loop));
    test.loop.call_soon([&] { test.loop.stop(); });
    CHECK_THROWS_AS(test.loop.run_until_complete(*task), std::runtime_error);
    CHECK_FALSE(task->done());

    CHECK(test.loop.run_until_complete(*task) == 42);
}

TEST_CASE("A run that failed leaves no callback that could stop a later one",
          "[loop][event-loop][loop-L23]") {
    TestLoop test;
    Future<int> orphan(test.loop);
    test.loop.call_soon([] { throw aio::SystemExit{}; });
    CHECK_THROWS_AS(test.loop.run_until_complete(orphan), aio::SystemExit);

    orphan.set_result(1);
    CHECK(test.loop.run_until_complete(answer(test.loop)) == 42);
}

TEST_CASE("A future of another loop is refused before anything runs",
          "[loop][event-loop][loop-L24]") {
    TestLoop test, other;
    bool ran = false;
    test.loop.call_soon([&ran] { ran = true; });
    Future<int> future(other.loop);
    CHECK_THROWS_AS(test.loop.run_until_complete(future), std::invalid_argument);
    CHECK_FALSE(ran);
}

TEST_CASE("Tasks still pending after a run go on in the next one", "[loop][event-loop][loop-L25]") {
    TestLoop test;
    int count = 0;
    const auto counting = test.loop.create_task(count_up(test.loop, count));
    test.loop.run_until_complete(answer(test.loop));
    CHECK(count == 1);
    CHECK_FALSE(counting->done());

    test.loop.run_until_complete(*counting);
    CHECK(count == 3);
}

TEST_CASE("Running a loop inside a run is an error, and the outer one goes on",
          "[loop][event-loop][loop-L26]") {
    TestLoop test, other;
    int refused = 0;
    test.loop.run_until_complete(run_inside(test.loop, other.loop, refused));
    CHECK(refused == 2);
    CHECK(test.clock.elapsed() == 1ms);
    other.turn();  // The other loop is as it was.
    CHECK(other.clock.turns == 1);
}

TEST_CASE("A loop is running inside a run only, however the run ends",
          "[loop][event-loop][loop-L27]") {
    TestLoop test, other;
    CHECK_FALSE(test.loop.is_running());
    bool inside = false;
    test.loop.call_soon([&] {
        inside = test.loop.is_running() && !other.loop.is_running();
        throw aio::SystemExit{};
    });
    CHECK_THROWS_AS(test.loop.run_forever(), aio::SystemExit);
    CHECK(inside);
    CHECK_FALSE(test.loop.is_running());
}

TEST_CASE("A run ends through stop, so its last turn is a whole one",
          "[loop][event-loop][L49][loop-L31]") {
    TestLoop test;
    Future<void> future(test.loop);
    std::vector<std::string> order;
    test.loop.call_soon([&] {
        future.set_result();
        test.loop.call_soon([&] { order.push_back("beside the end"); });
    });
    test.loop.run_until_complete(future);
    CHECK(order == std::vector<std::string>{"beside the end"});
}
