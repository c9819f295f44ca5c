// future_and_task.cpp: the sketches of Future and Task, where they work.
//
// Chapter: L29, L31 to L33, L43 to L46, L55, L56, L66 and L67.
// The one thing to know: there is no loop here. A future is resolved by the test, or by a callback
// of a selector that the test asks once.
#include "core/loop/selector.hpp"
#include "stage2_coroutines/sketch/task.hpp"
#include "tests/support/catch.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

namespace {

using sketch::CancelledError;
using sketch::Coro;
using sketch::Future;
using sketch::Task;
using Lines = std::vector<std::string>;

Coro<std::string> wait_for(Future<std::string>& future) {
    const std::string result = co_await future;
    co_return result;
}

Coro<> wait_twice(Future<std::string>& one, Future<std::string>& two, Lines& lines) {
    lines.push_back("started");
    const std::string first = co_await one;
    lines.push_back(first);
    const std::string second = co_await wait_for(two);
    lines.push_back(second);
}

// A pair of connected sockets; closed when it goes.
struct Pair {
    Pair() { REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, fds.data()) == 0); }
    ~Pair() {
        ::close(fds[0]);
        ::close(fds[1]);
    }
    Pair(const Pair&) = delete;
    Pair& operator=(const Pair&) = delete;
    std::array<int, 2> fds{};
};

// One chunk, as the chapter reads it.
Coro<std::string> read(aio::Selector& selector, int fd) {
    Future<std::string> f;
    const auto on_readable = [&f, fd](const aio::SelectorKey&, aio::EventMask) {
        std::string chunk(4096, '\0');
        const ssize_t count = ::recv(fd, chunk.data(), chunk.size(), 0);
        chunk.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
        f.set_result(chunk);
    };
    selector.register_fd(fd, aio::Event::read, on_readable);
    const std::string chunk = co_await f;
    selector.unregister_fd(fd);
    co_return chunk;
}

Coro<std::string> read_all(aio::Selector& selector, int fd) {
    std::string response;
    std::string chunk = co_await read(selector, fd);
    while (!chunk.empty()) {
        response += chunk;
        chunk = co_await read(selector, fd);
    }
    co_return response;
}

}  // namespace

TEST_CASE("set_result keeps the result and runs each callback, in order", "[stage2][future][L29]") {
    Future<int> future;
    std::vector<int> order;
    future.add_done_callback([&] { order.push_back(future.result); });
    future.add_done_callback([&] { order.push_back(2); });
    CHECK(future.result == 0);
    future.set_result(1);
    CHECK(order == std::vector<int>{1, 2});
}

TEST_CASE("A task goes on from future to future, and ends with its coroutine",
          "[stage2][task][L31][L32]") {
    Future<std::string> one;
    Future<std::string> two;
    Lines lines;
    const auto task = std::make_unique<Task<>>(wait_twice(one, two, lines));
    CHECK(lines == Lines{"started"});
    one.set_result("first");
    CHECK(lines == Lines{"started", "first"});
    CHECK_FALSE(task->done());
    two.set_result("second");
    CHECK(lines == Lines{"started", "first", "second"});
    CHECK(task->done());
}

TEST_CASE("What an inner coroutine awaits reaches the task through the outer ones",
          "[stage2][task][L33][L40][L41][L42][L43]") {
    const auto selector = aio::default_selector();
    const Pair pair;
    Task task(read_all(*selector, pair.fds[0]));
    for (const std::string chunk : {"one ", "two"}) {
        REQUIRE(::send(pair.fds[1], chunk.data(), chunk.size(), 0) > 0);
        for (const auto& [key, mask] : selector->select()) key.data(key, mask);
        CHECK_FALSE(task.done());
    }
    ::shutdown(pair.fds[1], SHUT_WR);
    for (const auto& [key, mask] : selector->select()) key.data(key, mask);
    CHECK(task.done());
    CHECK(task.result == "one two");
    CHECK(selector->size() == 0);
}

TEST_CASE("A future and a coroutine are awaited with the same word", "[stage2][task][L44]") {
    Future<std::string> future;
    Task by_coroutine(wait_for(future));
    const auto directly = [](Future<std::string>& f) -> Coro<std::string> {
        const std::string result = co_await f;
        co_return result;
    };
    Task by_future(directly(future));
    future.set_result("same");
    CHECK(by_coroutine.result == "same");
    CHECK(by_future.result == "same");
}

TEST_CASE("A task is a future, and resolves itself with what its coroutine returns",
          "[stage2][task][L66][L67][T01]") {
    Future<std::string> future;
    Task inner(wait_for(future));
    Task outer(wait_for(inner));
    std::string seen;
    inner.add_done_callback([&] { seen = inner.result; });
    future.set_result("value");
    CHECK(inner.result == "value");
    CHECK(seen == "value");
    CHECK(outer.result == "value");
}

TEST_CASE("cancel throws CancelledError at the await", "[stage2][task][L55][X01]") {
    const auto swallows = [](Future<>& f, Future<>& g, bool& caught) -> Coro<> {
        try {
            co_await f;
        } catch (const CancelledError&) {
            caught = true;
        }
        co_await g;
    };
    Future<> f;
    Future<> g;
    bool caught = false;
    Task task(swallows(f, g, caught));
    task.cancel();
    CHECK(caught);
    CHECK_FALSE(task.done());
}

TEST_CASE("A task whose coroutine throws CancelledError in a step is cancelled",
          "[stage2][task][L56]") {
    const auto gives_up = [](Future<>& f) -> Coro<> {
        co_await f;
        throw CancelledError();
    };
    Future<> f;
    Task task(gives_up(f));
    f.set_result();
    CHECK(task.cancelled);
    CHECK(task.done());
}
