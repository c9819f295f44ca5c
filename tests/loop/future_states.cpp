// future_states.cpp: what a future is, and what it answers.
//
// The one thing to know: a future leaves `pending` once. After that nothing changes it.
#include <memory>

#include "core/loop/future.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;
using aio::InvalidStateError;

namespace {

std::exception_ptr error(const char* text) {
    return std::make_exception_ptr(std::runtime_error(text));
}

struct NoDefault {
    explicit NoDefault(int v) : value(v) {}
    int value;
};

}  // namespace

TEST_CASE("A future is pending, then has a result, an exception or a cancellation",
          "[loop][future][L29][F01]") {
    TestLoop test;
    Future<int> result(test.loop), failure(test.loop), cancelled(test.loop);
    CHECK_FALSE(result.done());
    CHECK_FALSE(result.cancelled());

    result.set_result(1);
    failure.set_exception(error("oops"));
    cancelled.cancel();
    CHECK((result.done() && failure.done() && cancelled.done()));
    CHECK_FALSE((result.cancelled() || failure.cancelled()));
    CHECK(cancelled.cancelled());
    CHECK(text_of(failure.exception()) == "oops");
}

TEST_CASE("Result returns the value, rethrows, or says that the future is pending",
          "[loop][future][F02]") {
    TestLoop test;
    Future<std::string> future(test.loop), failure(test.loop), cancelled(test.loop);
    CHECK_THROWS_AS(future.result(), InvalidStateError);
    future.set_result("value");
    CHECK(future.result() == "value");
    CHECK(future.result() == "value");

    failure.set_exception(error("oops"));
    CHECK_THROWS_AS(failure.result(), std::runtime_error);
    CHECK_THROWS_AS(failure.result(), std::runtime_error);
    cancelled.cancel();
    CHECK_THROWS_AS(cancelled.result(), CancelledError);
}

TEST_CASE("Exception returns the failure, or none for a result", "[loop][future][F03]") {
    TestLoop test;
    Future<int> result(test.loop), failure(test.loop), cancelled(test.loop);
    CHECK_THROWS_AS(result.exception(), InvalidStateError);
    result.set_result(1);
    CHECK(result.exception() == nullptr);

    const auto oops = error("oops");
    failure.set_exception(oops);
    CHECK(failure.exception() == oops);
    cancelled.cancel();
    CHECK_THROWS_AS(cancelled.exception(), CancelledError);
}

TEST_CASE("Resolving a second time is an error and changes nothing", "[loop][future][F04]") {
    TestLoop test;
    Future<int> result(test.loop), cancelled(test.loop);
    result.set_result(1);
    cancelled.cancel();
    for (Future<int>* future : {&result, &cancelled}) {
        CHECK_THROWS_AS(future->set_result(2), InvalidStateError);
        CHECK_THROWS_AS(future->set_exception(error("late")), InvalidStateError);
    }
    CHECK(result.result() == 1);
    CHECK(cancelled.cancelled());
}

TEST_CASE("A future refuses a null pointer for an exception", "[loop][future][F05]") {
    TestLoop test;
    Future<int> future(test.loop);
    CHECK_THROWS_AS(future.set_exception(nullptr), std::invalid_argument);
    CHECK_FALSE(future.done());
}

TEST_CASE("Cancel of a pending future is true, and of a finished one without effect",
          "[loop][future][F06]") {
    TestLoop test;
    Future<int> future(test.loop), done(test.loop);
    CHECK(future.cancel());
    CHECK_FALSE(future.cancel());
    CHECK(future.cancelled());

    done.set_result(1);
    CHECK_FALSE(done.cancel());
    CHECK(done.result() == 1);
}

TEST_CASE("A failure that nobody read is reported when the future goes", "[loop][future][F18]") {
    TestLoop test;
    {
        Future<int> future(test.loop);
        future.add_done_callback([] {});  // That is not reading it.
        future.set_exception(error("oops"));
        test.turn();
        CHECK(test.reports.empty());
    }
    REQUIRE(test.reports.size() == 1);
    CHECK(test.reports[0].message == "Future exception was never retrieved");
    CHECK(text_of(test.reports[0].exception) == "oops");
}

TEST_CASE("A failure that somebody read, and any other outcome, is not reported",
          "[loop][future][F19]") {
    TestLoop test;
    {
        Future<int> asked(test.loop), thrown(test.loop), dropped(test.loop);
        for (auto* future : {&asked, &thrown, &dropped}) future->set_exception(error("oops"));
        CHECK(asked.exception() != nullptr);
        CHECK_THROWS(thrown.result());
        CHECK_FALSE(dropped.cancel());

        Future<int> pending(test.loop), result(test.loop), cancelled(test.loop);
        result.set_result(1);
        cancelled.cancel();
    }
    CHECK(test.reports.empty());
}

TEST_CASE("A future belongs to one loop, and its value may be of any kind", "[loop][future][F21]") {
    TestLoop test;
    Future<void> nothing(test.loop);
    CHECK(&nothing.loop() == &test.loop);
    nothing.set_result();
    nothing.result();

    Future<std::unique_ptr<int>> move_only(test.loop);
    move_only.set_result(std::make_unique<int>(1));
    CHECK(*move_only.result() == 1);
    const std::unique_ptr<int> taken = std::move(move_only).result();
    CHECK(*taken == 1);

    Future<NoDefault> no_default(test.loop);
    no_default.set_result(2);
    CHECK(no_default.result().value == 2);

    int variable = 3;
    Future<int&> reference(test.loop);
    reference.set_result(variable);
    CHECK(&reference.result() == &variable);
}

TEST_CASE("A future destroys its value once, with itself", "[loop][future][F21]") {
    TestLoop test;
    Lives lives;
    {
        Future<Counted> future(test.loop);
        future.set_result(lives);
        future.result();
        CHECK(lives.left() == 1);
    }
    CHECK(lives.born == 1);
    CHECK(lives.left() == 0);
}

TEST_CASE("A value whose move throws leaves the future pending", "[loop][future][bug-H25]") {
    struct Thrower {
        Thrower() = default;
        Thrower(Thrower&&) { throw std::runtime_error("moved"); }
    };
    TestLoop test;
    Future<Thrower> future(test.loop);
    CHECK_THROWS_AS(future.set_result(Thrower()), std::runtime_error);
    CHECK_FALSE(future.done());
    CHECK(future.cancel());
}
