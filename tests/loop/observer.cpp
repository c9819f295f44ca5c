// observer.cpp: what an observer hears, and in which order.
//
// The one thing to know: the events are the sentences of the chapter. Awaiting a coroutine stays
// inside one step; awaiting a future that is not done ends the step; resolving it runs nobody.
#include "core/loop/observer.hpp"

#include "core/loop/sleep.hpp"
#include "core/loop/task.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using aio::Coro;
using aio::Future;
using loop_test::TestLoop;
using namespace std::chrono_literals;

namespace {

// Notes each event as a word, callbacks and steps with their names.
class Notes final : public aio::LoopObserver {
  public:
    explicit Notes(TestLoop& test) : loop_(test.loop) { loop_.set_observer(this); }
    ~Notes() override { loop_.set_observer(nullptr); }

    void tick() override { text += "tick "; }
    void before_select(std::optional<aio::Duration> timeout) override {
        text += timeout == aio::Duration::zero() ? "look " : "wait ";
    }
    void after_select(std::size_t ready) override { text += std::to_string(ready) + "-ready "; }
    void timer(const aio::Handle&) override { text += "timer "; }
    void before_run(const aio::Handle& handle) override { text += handle.describe() + ": "; }
    void before_step(const aio::TaskBase& task) override { text += "[" + task.name() + " "; }
    void after_step(const aio::TaskBase&) override { text += "] "; }
    void future_done(const aio::FutureBase& future) override {
        text += "done(" + future.describe() + ") ";
    }

    std::string text;

  private:
    aio::EventLoop& loop_;
};

Coro<int> child() { co_return 1; }

Coro<int> parent() {
    const int value = co_await child();
    co_return value;
}

Coro<void> wait_for_it(Future<void>& future) { co_await future; }

Coro<void> leave() {
    throw aio::SystemExit{3};
    co_return;
}

}  // namespace

TEST_CASE("Awaiting a coroutine does not go back to the loop", "[loop][observer][L44]") {
    TestLoop test;
    const auto task = test.loop.create_task(parent(), "A");
    Notes notes(test);
    test.turn();
    CHECK(notes.text == "tick look 0-ready A: [A ] done(A) ");
}

TEST_CASE("Resolving a future runs nobody before the next turn", "[loop][observer][L29]") {
    TestLoop test;
    Future<void> future(test.loop);
    const auto task = test.loop.create_task(wait_for_it(future), "A");
    Notes notes(test);
    test.turn();
    future.set_result();
    test.turn();
    CHECK(notes.text ==
          "tick look 0-ready A: [A ] done(a future) tick look 0-ready A: [A ] done(A) ");
}

TEST_CASE("A timer is told when it is due, and its waiter steps a turn later", "[loop][observer]") {
    TestLoop test;
    aio::Sleep sleep(test.loop, 1s);
    const auto callback = test.loop.call_later(1s, [] {});
    Notes notes(test);
    test.clock.advance(1s);
    test.turn();
    CHECK(
        notes.text ==
        "tick look 0-ready timer timer sleep until +0.0 s: done(sleep until +0.0 s) a callback: ");
}

TEST_CASE("A step that leaves the program is over for the observer too", "[loop][observer]") {
    TestLoop test;
    const auto task = test.loop.create_task(leave(), "A");
    Notes notes(test);
    CHECK_THROWS_AS(test.turn(), aio::SystemExit);
    CHECK(notes.text == "tick look 0-ready A: [A ] done(A) ");
}
