// cancel_waits.cpp: what a cancelled wait leaves behind, which is nothing.
//
// The one thing to know: a timer and a descriptor are taken back inside cancel(). A place in a
// queue's line counts no longer from then on, and is gone when the task runs.
#include "core/loop/fd_wait.hpp"
#include "core/loop/joinable_queue.hpp"
#include "core/loop/sleep.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/loop/selector_backends.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

Coro<void> sleep_an_hour(EventLoop& loop) { co_await aio::sleep(loop, 1h); }

Coro<void> wait_readable(EventLoop& loop, int fd) { co_await aio::readable(loop, fd); }

Coro<void> get_an_item(aio::JoinableQueue<int>& queue) { co_await queue.get(); }

// Cancels the task while it waits, and checks how it ends.
void cancel_and_finish(TestLoop& test, Task<void>& task) {
    CHECK(task.cancel());
    test.turn();
    CHECK(task.cancelled());
    CHECK(test.reports.empty());
}

}  // namespace

TEST_CASE("A cancelled sleep takes its timer back at once", "[loop][cancel][X21][D03]") {
    TestLoop test;
    const auto task = test.loop.create_task(sleep_an_hour(test.loop));
    test.turn();
    REQUIRE(test.loop.timer_count() == 1);
    task->cancel();
    CHECK(test.loop.timer_count() == 0);
    cancel_and_finish(test, *task);
    CHECK(test.clock.elapsed() == 0s);
}

TEST_CASE("A cancelled wait for a descriptor takes it back at once", "[loop][cancel][X21]") {
    TestLoop test;
    const auto ends = selector_test::socket_pair();
    const auto task = test.loop.create_task(wait_readable(test.loop, ends.ours));
    test.turn();
    REQUIRE(test.loop.fds().size() == 1);
    task->cancel();
    CHECK(test.loop.fds().size() == 0);
    cancel_and_finish(test, *task);

    const auto again = test.loop.create_task(wait_readable(test.loop, ends.ours));
    selector_test::send_text(ends.theirs, "x");
    test.loop.run_until_complete(*again);
    test.loop.forget(ends.ours);
}

TEST_CASE("A cancelled get, put or join leaves the line of the queue", "[loop][cancel][X21]") {
    TestLoop test;
    aio::JoinableQueue<int> queue(test.loop, 1);
    const auto getter = test.loop.create_task(get_an_item(queue));
    test.turn();
    CHECK(queue.waiting() == 1);
    cancel_and_finish(test, *getter);
    CHECK(queue.waiting() == 0);

    queue.put_nowait(1);
    const auto putter = test.loop.create_task(queue.put(2));
    const auto joiner = test.loop.create_task(queue.join());
    test.turn();
    CHECK(queue.waiting() == 1);
    cancel_and_finish(test, *putter);
    cancel_and_finish(test, *joiner);
    CHECK(queue.waiting() == 0);
    CHECK((queue.get_nowait() == 1 && queue.unfinished() == 1));
    queue.task_done();
}
