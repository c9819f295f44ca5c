// coroutine_depth.cpp: how much of the native stack awaits need.
//
// The one thing to know: none. Awaiting a child returns to Task::step first, so neither a long loop
// of awaits nor a deep chain of them grows the stack, whatever the compiler optimises.
#include <pthread.h>

#include <algorithm>

#include "core/loop/task.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

Coro<int> at_once(int value) { co_return value; }

Coro<int> await_often(int times) {
    int sum = 0;
    for (int i = 0; i < times; ++i) sum += co_await at_once(1);
    co_return sum;
}

Coro<int> nested(int depth, Future<void>& bottom) {
    if (depth == 0) {
        co_await bottom;
        co_return 0;
    }
    const int below = co_await nested(depth - 1, bottom);
    co_return below + 1;
}

// Notes its depth when it dies.
struct Mark {
    std::vector<int>& died;
    int depth;
    ~Mark() { died.push_back(depth); }
};

Coro<void> nested_marked(int depth, Future<void>& bottom, std::vector<int>& died) {
    const Mark mark{died, depth};
    if (depth == 0) co_await bottom;
    if (depth > 0) co_await nested_marked(depth - 1, bottom, died);
}

// What both make, run in a thread whose stack is far too small for one frame per await.
struct OnSmallStack {
    static constexpr std::size_t size = 256 * 1024;

    static void* run(void* self) {
        static_cast<OnSmallStack*>(self)->await_all();
        return nullptr;
    }
    void await_all() {
        TestLoop test;
        awaited = test.loop.run_until_complete(await_often(100'000));
        Future<void> bottom(test.loop);
        bottom.set_result();
        depth = test.loop.run_until_complete(nested(10'000, bottom));
    }
    int awaited = 0;
    int depth = 0;
};

}  // namespace

TEST_CASE("A million awaits of a child that returns at once need no stack",
          "[loop][coroutine][V02]") {
    TestLoop test;
    CHECK(test.loop.run_until_complete(await_often(1'000'000)) == 1'000'000);
    CHECK(test.clock.turns == 2);
}

TEST_CASE("A hundred thousand nested awaits need no stack", "[loop][coroutine][V02]") {
    TestLoop test;
    Future<void> bottom(test.loop);
    const auto task = test.loop.create_task(nested(100'000, bottom));
    test.turn();
    bottom.set_result();
    CHECK(test.loop.run_until_complete(*task) == 100'000);
}

TEST_CASE("An exception passes through a hundred thousand nested awaits",
          "[loop][coroutine][V02]") {
    TestLoop test;
    Future<void> bottom(test.loop);
    const auto task = test.loop.create_task(nested(100'000, bottom));
    test.turn();
    task->cancel();
    CHECK_THROWS_AS(test.loop.run_until_complete(*task), aio::CancelledError);
}

TEST_CASE("A pending chain of a hundred thousand awaits is destroyed from its inner end",
          "[loop][coroutine][V02][V04]") {
    TestLoop test;
    Future<void> bottom(test.loop);
    std::vector<int> died;
    auto task = test.loop.create_task(nested_marked(100'000, bottom, died));
    test.turn();
    task.reset();
    REQUIRE(died.size() == 100'001);
    CHECK(std::is_sorted(died.begin(), died.end()));
    CHECK(bottom.waiting_tasks == 0);
}

TEST_CASE("A small stack is enough for any number of awaits", "[loop][coroutine][V02][bug-H9]") {
    OnSmallStack awaits;
    pthread_attr_t attributes;
    REQUIRE(::pthread_attr_init(&attributes) == 0);
    REQUIRE(::pthread_attr_setstacksize(&attributes, OnSmallStack::size) == 0);
    pthread_t thread;
    REQUIRE(::pthread_create(&thread, &attributes, &OnSmallStack::run, &awaits) == 0);
    REQUIRE(::pthread_join(thread, nullptr) == 0);
    ::pthread_attr_destroy(&attributes);
    CHECK(awaits.awaited == 100'000);
    CHECK(awaits.depth == 10'000);
}
