// echo.cpp: 64 bytes to the server and back, over 100 connections, all in one loop.
//
// Chapter: "Async" to "Factoring Coroutines": what the loop is for.
// The one thing to know: a round trip is four messages to the kernel at least: two that send and
// two that receive. Socket::recv_into waits before it tries, so that there are no more.
#include <fmt/core.h>

#include "core/loop/task.hpp"
#include "core/web/socket.hpp"
#include "tests/bench/measure.hpp"
#include "tests/bench/plain_echo.hpp"
#include "tests/bench/system_calls.hpp"
#include "tests/support/catch.hpp"

namespace bench {

namespace {

constexpr std::size_t connections = 100;
constexpr std::size_t round_trips_each = 200;

// As a user would write it, who does not know how long a message is.
constexpr std::size_t buffer_size = 1024;

aio::Coro<void> serve(aio::Socket socket) {
    char buffer[buffer_size];
    for (;;) {
        const std::size_t size = co_await socket.recv_into(buffer, buffer_size);
        if (size == 0) co_return;
        co_await socket.send_all(std::string(buffer, size));
    }
}

aio::Coro<void> ask(aio::Socket socket, std::size_t times) {
    char buffer[buffer_size] = {};
    for (std::size_t i = 0; i < times; ++i) {
        co_await socket.send_all(std::string(buffer, message_size));
        std::size_t received = 0;
        while (received < message_size) received += co_await socket.recv_into(buffer, buffer_size);
    }
}

using Tasks = std::vector<std::unique_ptr<aio::Task<void>>>;

aio::Coro<void> all_of(const Tasks& tasks) {
    for (const auto& task : tasks) co_await *task;
}

void echo(const std::vector<Pair>& pairs, std::size_t times) {
    aio::EventLoop loop;
    Tasks tasks;
    for (const auto& [client, server] : pairs) {
        tasks.push_back(loop.create_task(serve(aio::Socket(loop, server))));
        tasks.push_back(loop.create_task(ask(aio::Socket(loop, client), times)));
    }
    loop.run_until_complete(all_of(tasks));
}

using Echo = void (*)(const std::vector<Pair>& pairs, std::size_t times);

// Round trips per second of CPU time, connecting not counted.
Run rate(Echo run) {
    return [run] {
        const std::vector<Pair> pairs = connect_pairs(connections);
        return 1e9 / nanoseconds_each(connections * round_trips_each,
                                      [&] { run(pairs, round_trips_each); });
    };
}

void print_system_calls(const char* name, Echo run) {
    const std::vector<Pair> pairs = connect_pairs(connections);
    const SystemCalls before = system_calls;
    run(pairs, round_trips_each);
    const auto each = [](long now, long then) {
        return static_cast<double>(now - then) / (connections * round_trips_each);
    };
    fmt::print("| {:<22} | {:.2f} | {:.2f} | {:.2f} | {:.3f} | {:.3f} |\n", name,
               each(system_calls.send, before.send), each(system_calls.recv, before.recv),
               each(system_calls.recv_in_vain, before.recv_in_vain),
               each(system_calls.epoll_wait, before.epoll_wait),
               each(system_calls.epoll_ctl, before.epoll_ctl));
}

}  // namespace

std::vector<Row> echo_rows() {
    return {{"64-byte echo, round trips per second",
             rate(echo),
             "plain epoll",
             rate(plain_echo),
             {Target::Kind::ratio_at_least, 0.85}}};
}

TEST_CASE("System calls for each round trip of the echo", "[ratios][calls]") {
    fmt::print(
        "\n| system calls per round trip | send | recv | in vain | epoll_wait | epoll_ctl "
        "|\n|---|---|---|---|---|---|\n");
    print_system_calls("core", echo);
    print_system_calls("plain epoll", plain_echo);
}

TEST_CASE("Echo 20 messages over each of 100 connections", "[bench][echo]") {
    BENCHMARK("core, with connecting") { echo(connect_pairs(connections), 20); };
    BENCHMARK("plain epoll, with connecting") { plain_echo(connect_pairs(connections), 20); };
}

}  // namespace bench
