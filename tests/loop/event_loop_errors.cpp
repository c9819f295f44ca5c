// event_loop_errors.cpp: what becomes of an exception that nobody catches.
//
// The one thing to know: the loop goes on. Only SystemExit leaves it, and what was ready then is
// still ready for the next run.
#include "core/loop/fd_wait.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/loop/selector_backends.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;
using aio::ErrorContext;

namespace {

void throw_error() { throw std::runtime_error("oops"); }

Coro<void> leave_program() {
    throw aio::SystemExit{3};
    co_return;
}

}  // namespace

TEST_CASE("An exception of a callback goes to the handler, and the others still run",
          "[loop][event-loop][loop-L28]") {
    TestLoop test;
    bool ran = false;
    test.loop.call_soon(throw_error);
    test.loop.call_later(aio::Duration::zero(), throw_error);
    test.loop.call_soon([] { throw aio::CancelledError(); });
    test.loop.call_soon([&ran] { ran = true; });

    test.turn();
    CHECK(ran);
    REQUIRE(test.reports.size() == 3);
    CHECK(test.reported("Exception in callback") == 3);
    CHECK(text_of(test.reports[0].exception) == "oops");
    CHECK(text_of(test.reports[1].exception) == "CancelledError");
}

TEST_CASE("An exception of a callback of the selector goes to the handler too",
          "[loop][event-loop][loop-L28][loop-L44]") {
    TestLoop test;
    auto ends = selector_test::socket_pair();
    test.loop.selector().register_fd(ends.ours, aio::Event::write,
                                     [](const auto&, auto) { throw_error(); });
    test.turn();
    CHECK(test.reported("Exception in callback") == 1);
    test.turn();  // The registration stays, so it fires again.
    CHECK(test.reported("Exception in callback") == 2);

    test.loop.selector().modify(ends.ours, aio::Event::write,
                                [](const auto&, auto) { throw aio::SystemExit{}; });
    CHECK_THROWS_AS(test.turn(), aio::SystemExit);
    test.loop.selector().unregister_fd(ends.ours);
}

TEST_CASE("The exception handler can be set, read back and reset", "[loop][event-loop][loop-L29]") {
    EventLoop loop;
    CHECK_FALSE(loop.exception_handler());
    std::string told;
    loop.set_exception_handler([&told](const ErrorContext& context) { told = context.message; });
    loop.exception_handler()({"directly", nullptr});
    CHECK(told == "directly");
    loop.call_exception_handler({"by the loop", nullptr});
    CHECK(told == "by the loop");

    loop.set_exception_handler({});
    CHECK_FALSE(loop.exception_handler());
}

TEST_CASE("Without a handler errors are printed on stderr", "[loop][event-loop][loop-L29]") {
    const std::string text = stderr_of([] {
        TestLoop test;
        test.loop.set_exception_handler({});
        test.loop.call_soon(throw_error);
        test.loop.call_soon([] { throw 7; });
        test.turn();
    });
    CHECK(text ==
          "Exception in callback\nstd::runtime_error: oops\n"
          "Exception in callback\nint\n");
}

TEST_CASE("What the exception handler throws is printed and goes no further",
          "[loop][event-loop][loop-L29]") {
    const std::string text = stderr_of([] {
        TestLoop test;
        test.loop.set_exception_handler(
            [](const ErrorContext&) { throw std::runtime_error("handler"); });
        test.loop.call_soon(throw_error);
        test.turn();
    });
    CHECK(text ==
          "The exception handler threw:\nstd::runtime_error: handler\n"
          "Exception in callback\nstd::runtime_error: oops\n");
}

TEST_CASE("The exception handler may replace itself", "[loop][event-loop][loop-L29]") {
    TestLoop test;
    std::string told;
    const std::string long_enough_for_the_heap(100, 'x');
    test.loop.set_exception_handler([&, long_enough_for_the_heap](const ErrorContext&) {
        test.loop.set_exception_handler([](const ErrorContext&) {});
        told = long_enough_for_the_heap;
    });
    test.loop.call_soon(throw_error);
    test.loop.call_soon(throw_error);
    test.turn();
    CHECK(told == long_enough_for_the_heap);
}

TEST_CASE("SystemExit leaves the run, and later callbacks stay queued",
          "[loop][event-loop][loop-L30]") {
    TestLoop test;
    int ran = 0;
    test.loop.call_soon([&ran] { ++ran; });
    test.loop.call_soon([] { throw aio::SystemExit{3}; });
    test.loop.call_soon([&ran] { ++ran; });
    int code = 0;
    try {
        test.loop.run_forever();
    } catch (const aio::SystemExit& exit) {
        code = exit.code;
    }
    CHECK(code == 3);
    CHECK(ran == 1);
    CHECK(test.reports.empty());

    test.turn();
    CHECK(ran == 2);
}

TEST_CASE("SystemExit of a coroutine leaves the run as well, and ends its task",
          "[loop][event-loop][loop-L30]") {
    TestLoop test;
    const auto task = test.loop.create_task(leave_program());
    CHECK_THROWS_AS(test.turn(), aio::SystemExit);
    CHECK(task->cancelled());
    CHECK(test.loop.current_task() == nullptr);
}

TEST_CASE("SystemExit is no std exception, so an ordinary handler lets it pass",
          "[loop][event-loop][loop-L30]") {
    CHECK_FALSE(std::is_base_of_v<std::exception, aio::SystemExit>);
}
