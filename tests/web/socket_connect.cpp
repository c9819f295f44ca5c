// socket_connect.cpp: connections that come about, and those that do not.
#include <fcntl.h>

#include <cerrno>
#include <system_error>

#include "tests/support/catch.hpp"
#include "tests/web/socket_support.hpp"

using namespace aio::test;

namespace {

// The error number of a connect that fails; zero if it does not.
aio::Coro<int> connect_error(aio::EventLoop& loop, aio::Address address) {
    try {
        const aio::Socket socket = co_await aio::Socket::connect(loop, address);
        co_return 0;
    } catch (const std::system_error& error) {
        CHECK(std::string(error.what()).starts_with("connect"));
        co_return error.code().value();
    }
}

// Stands for other tasks: leaves a number in errno in every turn, until `task` is done.
class SpoilsErrno final : public aio::Handle {
  public:
    SpoilsErrno(aio::EventLoop& loop, aio::Task<int>& task) : loop_(loop), task_(task) {
        loop.call_soon(*this);
    }

  private:
    void run() override {
        errno = ENOMEM;
        if (!task_.done()) loop_.call_soon(*this);
    }

    aio::EventLoop& loop_;
    aio::Task<int>& task_;
};

// Notes what it is asked to wait for.
class NotingSelector final : public ForwardingSelector {
  public:
    aio::EventMask asked = 0;

  private:
    void do_register(int fd, aio::EventMask events) override {
        if (size() > 0) asked |= events;  // The first one is the loop's own pipe.
        ForwardingSelector::do_register(fd, events);
    }
    void do_modify(int fd, aio::EventMask events) override {
        asked |= events;
        ForwardingSelector::do_modify(fd, events);
    }
};

bool is_nonblocking_and_closed_on_exec(int fd) {
    return (::fcntl(fd, F_GETFL) & O_NONBLOCK) != 0 && (::fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0;
}

aio::Coro<void> check_flags(aio::EventLoop& loop) {
    aio::Listener listener(loop, aio::Address::ipv4_loopback(0));
    const aio::Socket client = co_await aio::Socket::connect(loop, listener.address());
    const aio::Socket server = co_await listener.accept();
    CHECK(is_nonblocking_and_closed_on_exec(client.fd()));
    CHECK(is_nonblocking_and_closed_on_exec(server.fd()));
}

}  // namespace

TEST_CASE("A refused connect is an error, though the socket became writable",
          "[web][socket][L02][H27][loop-L45][bug-C16][bug-G28]") {
    Bench bench;
    CHECK(run(bench, connect_error(bench.loop, dead_address())) == ECONNREFUSED);
}

TEST_CASE("The error of a connect is its own, whatever errno says after the wait",
          "[web][socket][bug-H19]") {
    Bench bench;
    const auto task = bench.loop.create_task(connect_error(bench.loop, dead_address()));
    const SpoilsErrno others(bench.loop, *task);
    CHECK(bench.loop.run_until_complete(*task) == ECONNREFUSED);
}

TEST_CASE("While a socket connects, only writing is waited for",
          "[web][socket][bug-C21][bug-C18]") {
    auto selector = std::make_unique<NotingSelector>();
    const NotingSelector& notes = *selector;
    aio::EventLoop loop(std::move(selector));
    const int error = loop.run_until_complete(connect_error(loop, dead_address()));
    CHECK(error == ECONNREFUSED);
    CHECK(notes.asked == aio::Event::write);
}

TEST_CASE("Sockets do not block and do not survive an exec", "[web][socket][V07]") {
    Bench bench;
    run(bench, check_flags(bench.loop));
}

TEST_CASE("A failed connect leaves no descriptor and no registration behind",
          "[web][socket][loop-L47][V07]") {
    Bench bench;
    const aio::Address nobody = dead_address();
    const std::size_t before = open_descriptors();
    run(bench, connect_error(bench.loop, nobody));
    CHECK(open_descriptors() == before);
    CHECK(bench.loop.fds().size() == 0);
}

TEST_CASE("A cancelled connect leaves no descriptor and no registration behind",
          "[web][socket][loop-L47][V07]") {
    Bench bench;
    BlackHole hole(bench);
    const std::size_t before = open_descriptors();
    const auto task = bench.loop.create_task(aio::Socket::connect(bench.loop, hole.address()));
    run_turns(bench);
    REQUIRE_FALSE(task->done());
    CHECK(open_descriptors() == before + 1);
    task->cancel();
    run_turns(bench);
    CHECK(task->cancelled());
    CHECK(open_descriptors() == before);
}

TEST_CASE("A socket moves, and has one owner", "[web][socket][V07]") {
    Bench bench;
    const std::size_t before = open_descriptors();
    Pair pair(bench.loop);
    const int number = pair.left.fd();
    aio::Socket moved = std::move(pair.left);
    CHECK(moved.fd() == number);
    CHECK_FALSE(pair.left.is_open());
    pair.right = std::move(moved);  // What it held before is closed.
    CHECK(pair.right.fd() == number);
    CHECK(open_descriptors() == before + 1);
    pair.right.close();
    pair.right.close();
    CHECK(open_descriptors() == before);
}

TEST_CASE("A number that comes back after a close is a new descriptor",
          "[web][socket][S23][loop-L46][bug-C6][bug-C8]") {
    Bench bench;
    Pair old(bench.loop);
    const int number = old.left.fd();
    const auto waiting = bench.loop.create_task(old.left.recv(10));
    run(bench, old.right.send_all("x"));
    run_turns(bench);
    REQUIRE(waiting->done());  // The loop still watches the number for more.
    old.left.close();
    Pair fresh(bench.loop);
    REQUIRE(fresh.left.fd() == number);
    run(bench, fresh.right.send_all("new"));
    CHECK(run(bench, fresh.left.recv(10)) == "new");
}
