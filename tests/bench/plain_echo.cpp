// plain_echo.cpp: epoll, 200 descriptors, and a loop.
//
// Chapter: "Async" (L04, L05).
// The one thing to know: a receive follows an event, so it always finds something, and a message
// of 64 bytes always fits. No call is made in vain.
// Left out on purpose: everything that a program with real peers needs.
#include "tests/bench/plain_echo.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "core/web/address.hpp"

namespace bench {

namespace {

int checked(int result, const char* call) {
    if (result < 0) throw std::system_error(errno, std::generic_category(), call);
    return result;
}

void set_options(int fd) {
    const int on = 1;
    checked(::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on), "setsockopt");
    checked(::fcntl(fd, F_SETFL, O_NONBLOCK), "fcntl");
}

using Buffer = std::array<char, message_size>;

// What to do when a descriptor is readable. Owned by the echo.
struct Peer {
    int fd = -1;
    bool is_client = false;
    std::size_t received = 0;  // Of the message that is on its way back to a client.
    std::size_t left = 0;      // Messages that a client has not got back yet.
};

void send_bytes(const Peer& peer, const Buffer& buffer, std::size_t size) {
    if (::send(peer.fd, buffer.data(), size, MSG_NOSIGNAL) != static_cast<ssize_t>(size)) {
        throw std::system_error(errno, std::generic_category(), "send");
    }
}

// True if this was a client's last message.
bool on_readable(Peer& peer, Buffer& buffer) {
    const ssize_t count = ::recv(peer.fd, buffer.data(), buffer.size(), 0);
    if (count <= 0) throw std::system_error(errno, std::generic_category(), "recv");
    const std::size_t size = static_cast<std::size_t>(count);
    if (!peer.is_client) {
        send_bytes(peer, buffer, size);
        return false;
    }
    peer.received += size;
    if (peer.received < message_size) return false;
    peer.received = 0;
    if (--peer.left == 0) return true;
    send_bytes(peer, buffer, message_size);
    return false;
}

void run(int epoll_fd, std::vector<Peer>& peers, std::size_t clients) {
    std::vector<epoll_event> events(peers.size());
    Buffer buffer{};
    while (clients > 0) {
        const int count =
            checked(::epoll_wait(epoll_fd, events.data(), static_cast<int>(events.size()), -1),
                    "epoll_wait");
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            if (on_readable(*static_cast<Peer*>(events[i].data.ptr), buffer)) --clients;
        }
    }
}

}  // namespace

std::vector<Pair> connect_pairs(std::size_t count) {
    const int listener = checked(::socket(AF_INET, SOCK_STREAM, 0), "socket");
    aio::Address address = aio::Address::ipv4_loopback(0);
    checked(::bind(listener, address.data(), address.length), "bind");
    checked(::listen(listener, SOMAXCONN), "listen");
    checked(::getsockname(listener, reinterpret_cast<sockaddr*>(&address.storage), &address.length),
            "getsockname");
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < count; ++i) {
        const int client = checked(::socket(AF_INET, SOCK_STREAM, 0), "socket");
        checked(::connect(client, address.data(), address.length), "connect");
        const int server = checked(::accept(listener, nullptr, nullptr), "accept");
        set_options(client);
        set_options(server);
        pairs.emplace_back(client, server);
    }
    ::close(listener);
    return pairs;
}

void plain_echo(const std::vector<Pair>& pairs, std::size_t times) {
    std::vector<Peer> peers;
    for (const auto& [client, server] : pairs) {
        peers.push_back({.fd = client, .is_client = true, .left = times});
        peers.push_back({.fd = server});
    }
    const int epoll_fd = checked(::epoll_create1(EPOLL_CLOEXEC), "epoll_create1");
    for (Peer& peer : peers) {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.ptr = &peer;
        checked(::epoll_ctl(epoll_fd, EPOLL_CTL_ADD, peer.fd, &event), "epoll_ctl");
        if (peer.is_client) send_bytes(peer, Buffer{}, message_size);
    }
    run(epoll_fd, peers, pairs.size());
    ::close(epoll_fd);
    for (const Peer& peer : peers) ::close(peer.fd);
}

}  // namespace bench
