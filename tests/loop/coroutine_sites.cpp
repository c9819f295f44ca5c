// coroutine_sites.cpp: where a suspended coroutine stands.
//
// The one thing to know: each await notes its function and line in the frame. So a report, and a
// reader in a debugger, can follow the chain of awaits from the innermost frame to the task's own.
#include "core/loop/sleep.hpp"
#include "core/loop/task.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

Coro<void> innermost(EventLoop& loop, int& line) {
    co_await aio::sleep(loop, 0s);
    line = __LINE__ + 1;
    co_await aio::sleep(loop, 1h);
}

Coro<void> in_between(EventLoop& loop, int& line, int& own_line) {
    own_line = __LINE__ + 1;
    co_await innermost(loop, line);
}

Coro<void> outermost(EventLoop& loop, int& line, int& middle_line, int& own_line) {
    own_line = __LINE__ + 1;
    co_await in_between(loop, line, middle_line);
}

}  // namespace

TEST_CASE("The chain of awaits shows the functions and lines of the user",
          "[loop][coroutine][L23][L36][bug-H20]") {
    TestLoop test;
    int lines[3] = {};
    const auto task = test.loop.create_task(outermost(test.loop, lines[0], lines[1], lines[2]));
    test.turn();
    test.turn();
    const char* const names[] = {"innermost", "in_between", "outermost"};
    const aio::PromiseBase* frame = task->innermost;
    for (int i = 0; i < 3; ++i) {
        REQUIRE(frame != nullptr);
        CHECK(std::string(frame->where.function) == names[i]);
        CHECK(std::string(frame->where.file).find("coroutine_sites.cpp") != std::string::npos);
        CHECK(frame->where.line == lines[i]);
        frame = frame->parent();
    }
    CHECK(frame == nullptr);

    const std::string where = task->where();
    CHECK(where.find("waits in outermost (") == 0);
    CHECK(where.find("in_between (") < where.find("innermost ("));
}
