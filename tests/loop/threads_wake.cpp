// threads_wake.cpp: getting the loop's attention from another thread.
//
// The one thing to know: nothing here waits for time. A loop that nobody wakes is told by the
// manual selector, which gives up after many seconds; a loop that spins is told by its turns.
#include <unistd.h>

#include <latch>
#include <numeric>
#include <thread>

#include "core/loop/sleep.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/loop/selector_backends.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

Coro<int> value_of(Future<int>& future) { co_return co_await future; }

// 0, 1, 2 and so on.
std::vector<int> counting(int count) {
    std::vector<int> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

// Waits until the other thread's loop runs too; then counts what is wrong after each of many
// awaits.
Coro<int> count_strangers(EventLoop& loop, std::latch& started) {
    const aio::TaskBase* const self = loop.current_task();
    started.arrive_and_wait();
    int wrong = 0;
    for (int i = 0; i < 1000; ++i) {
        co_await aio::sleep(loop, aio::Duration::zero());
        if (loop.current_task() != self || !loop.is_running()) ++wrong;
    }
    co_return wrong;
}

// Takes the lowest numbers that are free, among them those that a loop has just given back.
std::vector<selector_test::Fd> copies_of(int fd) {
    std::vector<selector_test::Fd> copies;
    for (int i = 0; i < 8; ++i) copies.emplace_back(::dup(fd));
    return copies;
}

// One of two loops that play a ball to each other, each in a thread of its own.
struct Player {
    EventLoop* loop = nullptr;
    Player* other = nullptr;
    int touches = 0;
    int wrong = 0;

    void hit(int ball) {
        ++touches;
        if (!loop->is_running() || other->loop->is_running()) ++wrong;
        if (loop->current_task() != nullptr) ++wrong;
        if (ball <= 0) loop->stop();
        if (ball >= 0) other->loop->call_soon_threadsafe([this, ball] { other->hit(ball - 1); });
    }
};

void play(Player& player, bool begins, std::latch& ready, std::latch& finished) {
    TestLoop test;
    player.loop = &test.loop;
    ready.arrive_and_wait();  // From here on both loops are there,
    if (begins) test.loop.call_soon([&player] { player.hit(99); });
    test.loop.run_forever();
    finished.arrive_and_wait();  // and until here neither goes.
}

}  // namespace

TEST_CASE("A thread wakes a loop without descriptors and timers",
          "[loop][threads][loop-L32][bug-B23]") {
    for (int i = 0; i < 200; ++i) {
        TestLoop test;
        Future<int> future(test.loop);
        std::thread thread(
            [&] { test.loop.call_soon_threadsafe([&future, i] { future.set_result(i); }); });
        const int value = test.loop.run_until_complete(value_of(future));
        thread.join();
        REQUIRE(value == i);
        REQUIRE(test.clock.turns <=
                4);  // It waits in the system: it does not look again and again.
    }
}

TEST_CASE("Calls from one other thread keep their order", "[loop][threads][loop-L33]") {
    TestLoop test;
    std::vector<int> order;
    std::thread thread([&] {
        for (int i = 0; i < 1000; ++i) {
            test.loop.call_soon_threadsafe([&order, i] { order.push_back(i); });
        }
        test.loop.call_soon_threadsafe([&test] { test.loop.stop(); });
    });
    test.loop.run_forever();
    thread.join();
    CHECK(order == counting(1000));
}

TEST_CASE("Calls from the thread of the loop keep their order among its callbacks",
          "[loop][threads][loop-L33]") {
    TestLoop test;
    std::vector<int> order;
    const auto log = [&order](int i) { return [&order, i] { order.push_back(i); }; };
    test.loop.call_soon([&] {
        test.loop.call_soon(log(0));
        test.loop.call_soon_threadsafe(log(1));
        test.loop.call_soon(log(2));
    });
    test.turn();
    test.turn();
    CHECK(order == counting(3));
}

TEST_CASE("A loop may run in another thread than the one that made it",
          "[loop][threads][loop-L32]") {
    for (int i = 0; i < 200; ++i) {
        TestLoop test;
        std::vector<int> order;
        test.loop.call_soon_threadsafe([&order] { order.push_back(0); });
        std::thread thread([&test] { test.loop.run_forever(); });
        test.loop.call_soon_threadsafe([&order] { order.push_back(1); });
        test.loop.call_soon_threadsafe([&test] { test.loop.stop(); });
        thread.join();
        REQUIRE(order == counting(2));
    }
}

TEST_CASE("200,000 wake-ups in one turn are all served", "[loop][threads][loop-L34][bug-B24]") {
    constexpr int calls = 200'000;
    TestLoop test;
    std::vector<int> order;
    test.loop.call_soon([&] {
        std::thread([&] {
            for (int i = 0; i < calls; ++i) {
                test.loop.call_soon_threadsafe([&order, i] { order.push_back(i); });
            }
        }).join();
    });
    test.turn();
    CHECK(order.empty());
    test.turn();
    CHECK(order == counting(calls));
    CHECK(test.loop.fds().size() == 0);  // The pipe is the loop's own affair.

    // It is empty now, so the loop sleeps.
    const int before = test.clock.turns;
    test.loop.call_later(std::chrono::hours(1), [&] { test.loop.stop(); });
    test.loop.run_forever();
    CHECK(test.clock.turns == before + 1);
}

TEST_CASE("Many threads may call at once, and no call is lost", "[loop][threads][loop-L33]") {
    TestLoop test;
    int calls = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int call = 0; call < 500; ++call) {
                test.loop.call_soon_threadsafe([&] {
                    if (++calls == 2000) test.loop.stop();
                });
            }
        });
    }
    test.loop.run_forever();
    for (std::thread& thread : threads) thread.join();
    CHECK(calls == 2000);
}

TEST_CASE("After an await on two threads, each task finds its own loop and itself",
          "[loop][threads][V08][bug-H19]") {
    std::latch started(2);
    int wrong_there = 0;
    std::thread thread([&] {
        TestLoop there;
        wrong_there = there.loop.run_until_complete(count_strangers(there.loop, started));
    });
    TestLoop here;
    const int wrong_here = here.loop.run_until_complete(count_strangers(here.loop, started));
    thread.join();
    CHECK(wrong_here == 0);
    CHECK(wrong_there == 0);
}

TEST_CASE("A thread whose call ends the loop writes to nothing that is gone",
          "[loop][threads][loop-L35]") {
    // A stray byte shows now and then. ThreadSanitizer sees more often that one was written.
    const auto pipe = selector_test::pipe_ends();
    char byte = 0;
    for (int i = 0; i < 500; ++i) {
        auto loop = std::make_unique<EventLoop>();
        int calls = 0;
        const auto call = [&calls, loop = loop.get()] {
            loop->call_soon_threadsafe([&calls, loop] {
                if (++calls == 2) loop->stop();
            });
        };
        // The byte of one wakes the loop, which may find the function of the other as well.
        std::thread one(call), two(call);
        loop->run_forever();
        loop.reset();
        const std::vector<selector_test::Fd> reused = copies_of(pipe.theirs);
        one.join();
        two.join();
        REQUIRE(::read(pipe.ours, &byte, 1) < 0);
    }
}

TEST_CASE("Two loops on two threads do not meet", "[loop][threads][V08]") {
    Player one, two;
    one.other = &two;
    two.other = &one;
    std::latch ready(2), finished(2);
    std::thread thread([&] { play(two, false, ready, finished); });
    play(one, true, ready, finished);
    thread.join();
    CHECK(one.wrong + two.wrong == 0);
    CHECK(one.touches + two.touches == 101);
}
