// socket_support.cpp: pairs of connected sockets for the tests.
#include "tests/web/socket_support.hpp"

#include <sys/socket.h>

#include <array>
#include <stdexcept>

namespace aio::test {

namespace {

std::pair<int, int> make_pair_of_sockets() {
    std::array<int, 2> fds{};
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, fds.data()) < 0) {
        throw std::runtime_error("socketpair failed");
    }
    return {fds[0], fds[1]};
}

}  // namespace

Pair::Pair(EventLoop& loop) : Pair(loop, make_pair_of_sockets()) {}
Pair::Pair(EventLoop& loop, std::pair<int, int> fds)
    : left(loop, fds.first), right(loop, fds.second) {}

Coro<std::string> recv_all(Socket& socket) {
    std::string all;
    bool more = true;
    while (more) {
        const std::string piece = co_await socket.recv(64 * 1024);
        all += piece;
        more = !piece.empty();
    }
    co_return all;
}

}  // namespace aio::test
