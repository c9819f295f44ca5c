// plain_socket.cpp: each call of a plain socket returns at once, with a result, "not now" or an
// error.
#include "core/web/plain_socket.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <system_error>

#include "core/loop/selector.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/selector_server.hpp"

namespace {

struct Pair {
    Pair() {
        std::array<int, 2> fds{};
        REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, fds.data()) == 0);
        left = aio::PlainSocket::from_fd(fds[0]);
        right = aio::PlainSocket::from_fd(fds[1]);
    }
    aio::PlainSocket left;
    aio::PlainSocket right;
};

bool is_open(int fd) { return ::fcntl(fd, F_GETFD) >= 0; }

int code_of_connecting_to(const aio::Address& address) {
    const auto selector = aio::default_selector();
    aio::PlainSocket sock(address.family());
    try {
        sock.connect(address);
        selector->register_fd(sock.fd(), aio::Event::write);
        selector->select();
        sock.check_connected();
    } catch (const std::system_error& error) {
        CHECK(std::string(error.what()).starts_with("connect: "));
        return error.code().value();
    }
    return 0;
}

}  // namespace

TEST_CASE("A plain socket receives nothing now, bytes, or the end", "[web][L11]") {
    Pair pair;
    CHECK_FALSE(pair.right.recv(4).has_value());
    CHECK(pair.left.send("abcdef") == 6);
    CHECK(pair.right.recv(4) == "abcd");
    CHECK(pair.right.recv(4) == "ef");
    pair.left.close();
    CHECK(pair.right.recv(4) == "");
}

TEST_CASE("A plain socket sends what fits, and says how much that was", "[web][L10][bug-G28]") {
    Pair pair;
    const std::string many(1 << 24, 'x');
    const std::size_t sent = pair.left.send(many);
    CHECK(sent > 0);
    CHECK(sent < many.size());
    CHECK(pair.left.send(many) == 0);
}

TEST_CASE("Sending to a peer that is gone is an error and no signal", "[web][L10]") {
    Pair pair;
    pair.right.close();
    CHECK_THROWS_AS(pair.left.send("x"), std::system_error);
}

TEST_CASE("A plain socket asks whether it was connected", "[web][L08][bug-G28]") {
    const auto selector = aio::default_selector();
    aio::Address address;
    {
        const aio_test::SelectorServer server(*selector, {});
        address = server.address();
        CHECK(code_of_connecting_to(address) == 0);
    }
    CHECK(code_of_connecting_to(address) == ECONNREFUSED);
}

TEST_CASE("A plain socket closes its descriptor once, and moves", "[web]") {
    aio::PlainSocket first(AF_INET);
    const int fd = first.fd();
    CHECK((::fcntl(fd, F_GETFL) & O_NONBLOCK) != 0);
    CHECK((::fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0);
    aio::PlainSocket second(std::move(first));
    first.close();
    CHECK(is_open(fd));
    second = aio::PlainSocket();
    CHECK_FALSE(is_open(fd));
    CHECK(second.fd() == -1);
}
