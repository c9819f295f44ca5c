// shield.cpp: waiting for something that must not be cancelled along.
//
// The one thing to know: the task behind a shield belongs to the test, and runs on.
#include "core/loop/shield.hpp"
#include "core/loop/sleep.hpp"
#include "core/loop/timeouts.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

Coro<std::string> work_for_a_second(EventLoop& loop) {
    co_await aio::sleep(loop, 1s);
    co_return "done";
}

Coro<std::string> await_shielded(Future<std::string>& inner) {
    co_return co_await aio::shield(inner);
}

Coro<void> await_shielded_void(Future<void>& inner) { co_await aio::shield(inner); }

}  // namespace

TEST_CASE("Cancelling a task that awaits a shield leaves what is behind it alone",
          "[loop][shield][G12]") {
    TestLoop test;
    const auto inner = test.loop.create_task(work_for_a_second(test.loop));
    const auto cancelled = test.loop.create_task(await_shielded(*inner));
    const auto other = test.loop.create_task(await_shielded(*inner));
    test.turn();
    cancelled->cancel();
    CHECK_THROWS_AS(test.loop.run_until_complete(*cancelled), aio::CancelledError);
    CHECK_FALSE(inner->done());
    CHECK(inner->cancelling() == 0);
    CHECK(test.loop.run_until_complete(*other) == "done");
    CHECK(inner->result() == "done");
}

TEST_CASE("A shield lets a time limit pass, and the work go on", "[loop][shield][G12]") {
    TestLoop test;
    const auto inner = test.loop.create_task(work_for_a_second(test.loop));
    CHECK_THROWS_AS(
        test.loop.run_until_complete(aio::wait_for(test.loop, await_shielded(*inner), 300ms)),
        aio::TimeoutError);
    CHECK(test.loop.run_until_complete(*inner) == "done");
}

TEST_CASE("What is behind a shield ends it: by result, exception, or cancellation",
          "[loop][shield][G12]") {
    TestLoop test;
    Future<void> good(test.loop), bad(test.loop), ended(test.loop);
    const auto one = test.loop.create_task(await_shielded_void(good));
    const auto two = test.loop.create_task(await_shielded_void(bad));
    const auto three = test.loop.create_task(await_shielded_void(ended));
    test.turn();
    good.set_result();
    bad.set_exception(std::make_exception_ptr(std::runtime_error("oops")));
    ended.cancel();
    test.loop.run_until_complete(*one);
    CHECK_THROWS_AS(test.loop.run_until_complete(*two), std::runtime_error);
    CHECK_THROWS_AS(test.loop.run_until_complete(*three), aio::CancelledError);
    aio::Shield<void> at_once(good);
    CHECK(at_once.done());
}

TEST_CASE("A shield survives what is behind it, and the other way round", "[loop][shield][G12]") {
    TestLoop test;
    auto pending = std::make_unique<Future<int>>(test.loop);
    auto done = std::make_unique<Future<int>>(test.loop);
    aio::Shield<int> one(*pending), two(*done);
    done->set_result(7);
    pending.reset();
    done.reset();
    CHECK(one.cancelled());
    CHECK(two.cancelled());

    Future<int> longer(test.loop);
    {
        aio::Shield<int> shorter(longer);
    }
    CHECK(longer.waiting_tasks == 0);
    longer.set_result(1);
    test.turn();
}

TEST_CASE("A failure after the shield was given up is its owner's to hear of",
          "[loop][shield][G12]") {
    TestLoop test;
    {
        Future<int> inner(test.loop);
        aio::Shield<int> outer(inner);
        outer.cancel();
        inner.set_exception(std::make_exception_ptr(std::runtime_error("oops")));
        test.turn();
        CHECK(outer.cancelled());
        CHECK(test.reports.empty());
    }
    CHECK(test.reported("never retrieved") == 1);
}
