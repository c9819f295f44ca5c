// socket_transfer.cpp: sending and receiving, in pieces and to the end.
#include <sys/socket.h>

#include <array>
#include <system_error>

#include "tests/support/catch.hpp"
#include "tests/web/socket_support.hpp"

using namespace aio::test;

namespace {

aio::Coro<int> send_error(aio::Socket& socket) {
    try {
        co_await socket.send_all("to nobody");
        co_return 0;
    } catch (const std::system_error& error) {
        CHECK(std::string(error.what()).starts_with("send"));
        co_return error.code().value();
    }
}

// Says, once, that a descriptor is ready as soon as it is registered.
class HastySelector final : public ForwardingSelector {
    void do_register(int fd, aio::EventMask events) override {
        ForwardingSelector::do_register(fd, events);
        if (size() > 0) said_ready_ = fd;
    }
    bool do_select(std::optional<aio::Duration> timeout) override {
        if (said_ready_ < 0) return ForwardingSelector::do_select(timeout);
        add_ready(std::exchange(said_ready_, -1), aio::Event::read);
        return true;
    }
    int said_ready_ = -1;
};

}  // namespace

TEST_CASE("Sending goes on until all is sent, however little the system takes",
          "[web][socket][L03][H02][bug-G28]") {
    Bench bench;
    Pair pair(bench.loop);
    const int small = 4096;
    ::setsockopt(pair.left.fd(), SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    std::string bytes(1024 * 1024, 'x');
    bytes[500'000] = 'y';
    const auto sender = bench.loop.create_task(pair.left.send_all(bytes));
    run_turns(bench);
    REQUIRE_FALSE(sender->done());
    const auto receiver = bench.loop.create_task(recv_all(pair.right));
    bench.loop.run_until_complete(*sender);
    pair.left.shutdown_write();
    const bool same = bench.loop.run_until_complete(*receiver) == bytes;
    CHECK(same);
}

TEST_CASE("The end of the stream is an empty receive, again and again", "[web][socket][S17]") {
    Bench bench;
    Pair pair(bench.loop);
    run(bench, pair.left.send_all("last"));
    pair.left.close();
    CHECK(run(bench, pair.right.recv(100)) == "last");
    CHECK(run(bench, pair.right.recv(100)).empty());
    CHECK(run(bench, pair.right.recv(100)).empty());
}

TEST_CASE("A receive takes at most what it was asked for", "[web][socket][L40]") {
    Bench bench;
    Pair pair(bench.loop);
    run(bench, pair.left.send_all("abcdef"));
    CHECK(run(bench, pair.right.recv(4)) == "abcd");
    std::array<char, 8> buffer{};
    CHECK(run(bench, pair.right.recv_into(buffer.data(), buffer.size())) == 2);
    CHECK(std::string(buffer.data()) == "ef");
}

TEST_CASE("A send to a peer that is gone is an error and no signal", "[web][socket][H02]") {
    Bench bench;
    Pair pair(bench.loop);
    pair.right.close();
    CHECK(run(bench, send_error(pair.left)) == EPIPE);
}

TEST_CASE("A reader who was woken for nothing waits again", "[web][socket][bug-C25]") {
    aio::EventLoop loop(std::make_unique<HastySelector>());
    Pair pair(loop);
    const auto reader = loop.create_task(pair.left.recv(10));
    loop.run_until_complete(turns(loop, 10));
    REQUIRE_FALSE(reader->done());
    loop.run_until_complete(pair.right.send_all("for you"));
    CHECK(loop.run_until_complete(*reader) == "for you");
}

TEST_CASE("A cancelled receive takes its wait back", "[web][socket][loop-L47][X21]") {
    Bench bench;
    Pair pair(bench.loop);
    const auto reader = bench.loop.create_task(pair.left.recv(10));
    run_turns(bench);
    CHECK(bench.loop.fds().size() == 1);
    reader->cancel();
    run_turns(bench);
    CHECK(reader->cancelled());
    CHECK(bench.loop.fds().size() == 0);
    run(bench, pair.right.send_all("kept"));
    CHECK(run(bench, pair.left.recv(10)) == "kept");
}

TEST_CASE("One side may end while the other goes on", "[web][socket]") {
    Bench bench;
    Pair pair(bench.loop);
    run(bench, pair.left.send_all("question"));
    pair.left.shutdown_write();
    CHECK(run(bench, recv_all(pair.right)) == "question");
    run(bench, pair.right.send_all("answer"));
    CHECK(run(bench, pair.left.recv(100)) == "answer");
}

TEST_CASE("Ending both sides wakes whoever waits", "[web][socket]") {
    Bench bench;
    Pair pair(bench.loop);
    const auto reader = bench.loop.create_task(pair.left.recv(10));
    run_turns(bench);
    REQUIRE_FALSE(reader->done());
    pair.left.shutdown_both();
    CHECK(bench.loop.run_until_complete(*reader).empty());
}

TEST_CASE("An idle connection is usable until its peer speaks or leaves", "[web][socket][P07]") {
    Bench bench;
    Pair speaks(bench.loop);
    Pair leaves(bench.loop);
    CHECK(speaks.left.idle_and_open());
    run(bench, speaks.right.send_all("?"));
    CHECK_FALSE(speaks.left.idle_and_open());
    CHECK(run(bench, speaks.left.recv(9)) == "?");  // Looking at it took nothing.
    CHECK(leaves.left.idle_and_open());
    leaves.right.close();
    CHECK_FALSE(leaves.left.idle_and_open());
}
