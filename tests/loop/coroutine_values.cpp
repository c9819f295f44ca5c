// coroutine_values.cpp: arguments, temporaries and captures of coroutines.
//
// The one thing to know: a coroutine function keeps its parameters in its frame, so whatever it
// takes by value is there as long as it needs it. Captures of a lambda are not in the frame.
#include <memory>

#include "core/loop/joinable_queue.hpp"
#include "core/loop/sleep.hpp"
#include "core/loop/timeouts.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;

namespace {

// Too long to be kept inside the string itself.
std::string long_text() { return std::string(1000, 'x'); }

Coro<std::size_t> length_of(EventLoop& loop, std::string text) {
    co_await aio::sleep(loop, 1ms);
    co_return text.size();
}

Coro<std::size_t> length_held(Counted, std::string text) { co_return text.size(); }

Coro<std::size_t> await_temporaries(Lives& lives) {
    co_return co_await length_held(Counted(lives), long_text());
}

Coro<std::size_t> call(std::function<std::size_t()> function) { co_return function(); }

Coro<std::size_t> await_with_captures(Lives& lives) {
    const auto function = [text = long_text(), counted = Counted(lives)] { return text.size(); };
    co_return co_await call(function);
}

Coro<void> keep(Counted) { co_return; }

Coro<int> fail_at_once() {
    throw std::runtime_error("at once");
    co_return 0;
}

// Refuses to be waited for.
struct Refusing final : Future<void> {
    using Future<void>::Future;
    using Future<void>::add_done_callback;
    void add_done_callback(aio::Handle&) override { throw std::runtime_error("refused"); }
};

// Is done as soon as somebody waits for it.
struct DoneWhenAwaited final : Future<int> {
    using Future<int>::Future;
    using Future<int>::add_done_callback;
    void add_done_callback(aio::Handle& handle) override {
        Future<int>::add_done_callback(handle);
        set_result(7);
    }
};

Coro<std::string> await_refused(EventLoop& loop) {
    std::string text;
    try {
        Refusing refusing(loop);
        co_await refusing;
    } catch (const std::runtime_error& error) {
        text = error.what();
    }
    const std::size_t length = co_await length_of(loop, text);
    co_return text + " " + std::to_string(length);
}

Coro<int> await_done_when_awaited(EventLoop& loop) {
    DoneWhenAwaited future(loop);
    co_return co_await future;
}

Coro<std::string> catch_child() {
    try {
        co_await fail_at_once();
    } catch (const std::runtime_error& error) {
        co_return error.what();
    }
    co_return "nothing";
}

}  // namespace

TEST_CASE("A coroutine that got a temporary still has it turns later",
          "[loop][coroutine][V03][bug-H1]") {
    TestLoop test;
    Coro<std::size_t> coro = length_of(test.loop, long_text());  // The temporary is gone.
    const auto task = test.loop.create_task(std::move(coro));
    CHECK(test.loop.run_until_complete(*task) == 1000);
}

TEST_CASE("The coroutines of the library take what they keep by value",
          "[loop][coroutine][V03][bug-H1]") {
    TestLoop test;
    aio::JoinableQueue<std::string> queue(test.loop, 1);
    queue.put_nowait("first");
    Coro<void> put = queue.put(long_text());
    Coro<std::size_t> limited = aio::wait_for(test.loop, length_of(test.loop, long_text()), 1s);
    const auto putting = test.loop.create_task(std::move(put));
    CHECK(test.loop.run_until_complete(std::move(limited)) == 1000);
    CHECK(queue.get_nowait() == "first");
    test.loop.run_until_complete(*putting);
    CHECK(queue.get_nowait() == long_text());
}

TEST_CASE("A lambda that is a coroutine takes what it needs as parameters",
          "[loop][coroutine][V03][bug-H2]") {
    TestLoop test;
    const auto start = [&test] {
        const auto body = [](EventLoop& loop, std::unique_ptr<std::string> text) -> Coro<int> {
            co_await aio::sleep(loop, 1ms);
            co_return static_cast<int>(text->size());
        };
        return test.loop.create_task(body(test.loop, std::make_unique<std::string>(long_text())));
    };
    const auto task = start();  // The lambda itself is gone.
    CHECK(test.loop.run_until_complete(*task) == 1000);
}

TEST_CASE("A lambda with captures is a named variable beside an await",
          "[loop][coroutine][bug-H5]") {
    TestLoop test;
    Lives lives;
    CHECK(test.loop.run_until_complete(await_with_captures(lives)) == 1000);
    CHECK(lives.born > 0);
    CHECK(lives.left() == 0);
}

TEST_CASE("Temporaries in an awaiting expression are destroyed once", "[loop][coroutine][bug-H6]") {
    TestLoop test;
    Lives lives;
    CHECK(test.loop.run_until_complete(await_temporaries(lives)) == 1000);
    CHECK(lives.born == 1);
    CHECK(lives.left() == 0);
}

TEST_CASE("Coroutine objects can be moved about, and free what they replace",
          "[loop][coroutine][bug-H22]") {
    Lives first, second;
    std::vector<Coro<void>> coros;
    coros.push_back(keep(Counted(first)));
    coros.push_back(keep(Counted(second)));
    std::swap(coros[0], coros[1]);
    Coro<void>& itself = coros[0];
    coros[0] = std::move(itself);
    CHECK((first.left() == 1 && second.left() == 1));

    coros[0] = std::move(coros[1]);
    CHECK((first.left() == 1 && second.left() == 0));
    coros.clear();
    CHECK(first.left() == 0);
    CHECK((first.born == 1 && second.born == 1));
}

TEST_CASE("No exception gets lost at the end of a coroutine", "[loop][coroutine][V01]") {
    using Promise = aio::Promise<int>;
    CHECK(noexcept(std::declval<Promise&>().final_suspend()));
    CHECK(std::is_nothrow_destructible_v<Coro<int>>);
    TestLoop test;
    CHECK(test.loop.run_until_complete(catch_child()) == "at once");
}

TEST_CASE("A future that cannot be waited for throws at the await, and the task goes on",
          "[loop][coroutine][V01]") {
    TestLoop test;
    CHECK(test.loop.run_until_complete(await_refused(test.loop)) == "refused 7");
}

TEST_CASE("A future that is resolved while it is being awaited resumes in the next turn",
          "[loop][coroutine][bug-H17]") {
    TestLoop test;
    const auto task = test.loop.create_task(await_done_when_awaited(test.loop));
    test.turn();
    CHECK_FALSE(task->done());
    test.turn();
    CHECK(task->result() == 7);
}
