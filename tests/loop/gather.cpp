// gather.cpp: several at once, and their results in order.
//
// The one thing to know: the gathers here are local variables, as any future is, and the test lets
// the loop run until they are done. How they end badly is in gather_ending.cpp.
#include "core/loop/gather.hpp"
#include "core/loop/outcome.hpp"
#include "core/loop/sleep.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

// Says when it starts, by its seconds, and returns them.
Coro<int> start_and_sleep(EventLoop& loop, std::vector<int>& started, int seconds) {
    started.push_back(seconds);
    co_await aio::sleep(loop, std::chrono::seconds(seconds));
    co_return seconds;
}

Coro<void> pause_once(EventLoop& loop) { co_await aio::sleep(loop, 0s); }

Coro<std::unique_ptr<int>> make_boxed(int value) { co_return std::make_unique<int>(value); }

Coro<int> fail_after(EventLoop& loop, aio::Duration delay) {
    co_await aio::sleep(loop, delay);
    throw std::runtime_error("oops");
}

// What a gather of two coroutines comes to for the task that awaits it as a temporary.
Coro<int> sum_of_gathered(EventLoop& loop, std::vector<int>& started) {
    std::vector<Coro<int>> coros;
    coros.push_back(start_and_sleep(loop, started, 1));
    coros.push_back(start_and_sleep(loop, started, 2));
    const std::vector<int> results = co_await aio::gather(loop, std::move(coros));
    co_return results[0] + results[1];
}

Coro<int> leave_by_exit() {
    throw aio::SystemExit{3};
    co_return 0;
}

}  // namespace

TEST_CASE("Gathered coroutines run at once, and their results stand in order",
          "[loop][gather][G01]") {
    TestLoop test;
    std::vector<int> started;
    std::vector<Coro<int>> coros;
    for (const int seconds : {3, 1, 2}) {
        coros.push_back(start_and_sleep(test.loop, started, seconds));
    }
    auto all = aio::gather(test.loop, std::move(coros));
    CHECK(test.loop.run_until_complete(all) == std::vector<int>{3, 1, 2});
    CHECK(started == std::vector<int>{3, 1, 2});
    CHECK(test.clock.elapsed() == 3s);
}

TEST_CASE("Gathered coroutines of several types give a tuple", "[loop][gather][G01]") {
    TestLoop test;
    std::vector<int> started;
    Future<std::string> text(test.loop);
    auto all =
        aio::gather(test.loop, start_and_sleep(test.loop, started, 2), text,
                    start_and_sleep(test.loop, started, 1), pause_once(test.loop), make_boxed(7));
    test.loop.call_later(1s, [&text] { text.set_result("text"); });
    const auto& results = test.loop.run_until_complete(all);
    CHECK(std::get<0>(results) == 2);
    CHECK(std::get<1>(results) == "text");
    CHECK(std::get<2>(results) == 1);
    CHECK(std::get<3>(results) == std::monostate());
    CHECK(*std::get<4>(results) == 7);
    CHECK(started == std::vector<int>{2, 1});
}

TEST_CASE("A gather may be a temporary of the coroutine that awaits it", "[loop][gather][G01]") {
    TestLoop test;
    std::vector<int> started;
    CHECK(test.loop.run_until_complete(sum_of_gathered(test.loop, started)) == 3);
    CHECK(test.clock.elapsed() == 2s);
}

TEST_CASE("A gather of nothing is done at once", "[loop][gather][G02]") {
    TestLoop test;
    auto none = aio::gather(test.loop, std::vector<Coro<int>>());
    auto nothing_named = aio::gather(test.loop);
    REQUIRE(none.done());
    CHECK(none.result().empty());
    CHECK(nothing_named.done());
}

TEST_CASE("What is gathered and done already costs no turn", "[loop][gather][G11]") {
    TestLoop test;
    Future<int> one(test.loop), two(test.loop);
    one.set_result(1);
    two.set_exception(std::make_exception_ptr(std::runtime_error("two")));
    auto good = aio::gather(test.loop, one, one);
    auto bad = aio::gather(test.loop, one, two);
    REQUIRE((good.done() && bad.done()));
    CHECK(good.result() == std::tuple(1, 1));
    CHECK(text_of(bad.exception()) == "two");
}

TEST_CASE("A task that is gathered twice runs once and appears twice", "[loop][gather][G09]") {
    TestLoop test;
    std::vector<int> started;
    const auto task = test.loop.create_task(start_and_sleep(test.loop, started, 1));
    auto both = aio::gather(test.loop, *task, *task);
    CHECK(test.loop.run_until_complete(both) == std::tuple(1, 1));
    CHECK(started.size() == 1);
}

TEST_CASE("Futures of two loops cannot be gathered", "[loop][gather][G10]") {
    TestLoop test, other;
    Future<void> ours(test.loop), theirs(other.loop);
    const auto mix = [&] { auto mixed = aio::gather(test.loop, ours, theirs); };
    CHECK_THROWS_AS(mix(), std::invalid_argument);
    CHECK(ours.waiting_tasks == 0);
}

TEST_CASE("Tasks that are gathered stay the property of who made them", "[loop][gather][G01]") {
    TestLoop test;
    std::vector<int> started;
    std::vector<std::unique_ptr<Task<int>>> tasks;
    for (const int seconds : {2, 1}) {
        tasks.push_back(test.loop.create_task(start_and_sleep(test.loop, started, seconds)));
    }
    {
        auto all = aio::gather(test.loop, tasks);
        CHECK(test.loop.run_until_complete(all) == std::vector<int>{2, 1});
    }
    CHECK(tasks[0]->result() == 2);
}

TEST_CASE("Outcomes keep each exception at its place", "[loop][gather][G04]") {
    TestLoop test;
    Future<int> cancelled(test.loop);
    std::vector<Coro<int>> coros;
    coros.push_back(fail_after(test.loop, 1s));
    coros.push_back(aio::result_of(cancelled));
    coros.push_back(fail_after(test.loop, 2s));
    auto all = aio::gather(test.loop, aio::outcomes_of(std::move(coros)));
    auto good = aio::gather(test.loop, aio::outcome_of(make_boxed(7)),
                            aio::outcome_of(pause_once(test.loop)));
    cancelled.cancel();
    const auto& outcomes = test.loop.run_until_complete(all);
    CHECK(text_of(outcomes[0].exception) == "oops");
    CHECK(text_of(outcomes[1].exception) == "CancelledError");
    CHECK(text_of(outcomes[2].exception) == "oops");
    CHECK(test.clock.elapsed() == 2s);
    CHECK(**std::get<0>(good.result()).result == 7);
    CHECK(std::get<1>(good.result()).result.has_value());
}

TEST_CASE("An outcome is not made of what leaves the program", "[loop][gather][G04]") {
    TestLoop test;
    auto all = aio::gather(test.loop, aio::outcome_of(leave_by_exit()));
    CHECK_THROWS_AS(test.loop.run_until_complete(all), aio::SystemExit);
    CHECK_THROWS_AS(test.loop.run_until_complete(all), aio::CancelledError);
}
