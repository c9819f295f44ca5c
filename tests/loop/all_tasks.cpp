// all_tasks.cpp: the list of a loop's tasks, and what each of them says of itself.
//
// The one thing to know: a program that seems to hang can be asked. Each task knows the chain of
// its awaits, and what it waits for at the inner end says so in words.
#include "core/loop/fd_wait.hpp"
#include "core/loop/gather.hpp"
#include "core/loop/joinable_queue.hpp"
#include "core/loop/shield.hpp"
#include "core/loop/sleep.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/loop/selector_backends.hpp"
#include "tests/support/catch.hpp"

using aio::Coro;
using aio::Future;
using aio::TaskBase;
using loop_test::TestLoop;
using namespace std::chrono_literals;

namespace {

Coro<void> return_soon() { co_return; }

Coro<void> wait_for_it(Future<void>& future) { co_await future; }

}  // namespace

TEST_CASE("All tasks are those that are not done, whoever owns them, the oldest first",
          "[loop][task][all-tasks]") {
    TestLoop test;
    Future<void> future(test.loop);
    CHECK(test.loop.all_tasks().empty());
    const auto first = test.loop.create_task(wait_for_it(future), "first");
    auto second = test.loop.create_task(wait_for_it(future), "second");
    test.loop.spawn(wait_for_it(future), "spawned");
    const auto soon_done = test.loop.create_task(return_soon());
    CHECK(test.loop.all_tasks().size() == 4);
    test.turn();
    second.reset();

    std::string names;
    for (const TaskBase* task : test.loop.all_tasks()) names += task->name() + " ";
    CHECK(names == "first spawned ");
    future.set_result();
    test.turn();
    CHECK(test.loop.all_tasks().empty());
}

TEST_CASE("What a task waits for says so in words", "[loop][task][all-tasks]") {
    TestLoop test;
    auto ends = selector_test::socket_pair();
    Future<void> plain(test.loop);
    aio::Sleep sleep(test.loop, 800ms);
    aio::FdWait reading(test.loop, ends.ours, aio::Event::read);
    aio::FdWait writing(test.loop, ends.theirs, aio::Event::write);
    aio::Shield<void> shield(plain);
    CHECK(plain.describe() == "a future");
    CHECK(sleep.describe() == "sleep until +0.8 s");
    CHECK(reading.describe() == "readable fd " + std::to_string(ends.ours));
    CHECK(writing.describe() == "writable fd " + std::to_string(ends.theirs));
    CHECK(shield.describe() == "shield");

    const auto waiting = test.loop.create_task(wait_for_it(plain), "another");
    CHECK(waiting->describe() == "another");
    test.turn();
    CHECK(waiting->waiting_on == &plain);
    plain.set_result();
    test.turn();
}

TEST_CASE("A task in a queue names the queue and what it wants", "[loop][task][all-tasks]") {
    TestLoop test;
    aio::JoinableQueue<int> queue(test.loop, 1);
    const auto get = test.loop.create_task(queue.get());
    test.turn();
    CHECK(get->waiting_on->describe() == "JoinableQueue.get");
    get->cancel();
    test.turn();
    queue.put_nowait(1);
    const auto put = test.loop.create_task(queue.put(2));
    const auto join = test.loop.create_task(queue.join());
    test.turn();
    CHECK(put->waiting_on->describe() == "JoinableQueue.put");
    CHECK(join->waiting_on->describe() == "JoinableQueue.join");
    put->cancel();
    join->cancel();
    test.turn();
}
