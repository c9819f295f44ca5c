// socket.cpp: system calls on sockets, and the three answers of each: done, not now, failed.
//
// Chapter: L02, L03, L31, L33 and L40, with what its sketches leave out: partial sends, SO_ERROR.
// The one thing to know: writable does not mean connected. A refused connect becomes writable too;
// SO_ERROR tells which it was, and tells it once.
#include "core/web/socket.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "core/loop/sleep.hpp"

namespace aio {

namespace {

[[noreturn]] void fail(const char* call) {
    throw std::system_error(errno, std::generic_category(), call);
}

bool would_block() { return errno == EAGAIN || errno == EWOULDBLOCK; }

// Python ignores SIGPIPE for its programs. Here each send says that an error will do.
#ifdef MSG_NOSIGNAL
constexpr int send_flags = MSG_NOSIGNAL;
#else
constexpr int send_flags = 0;
#endif

void set_option(int fd, int level, int option) {
    const int on = 1;
    ::setsockopt(fd, level, option, &on, sizeof on);
}

// A piece of a request or an answer shall not wait in the system for the one before it.
void send_small_pieces_at_once(int fd) { set_option(fd, IPPROTO_TCP, TCP_NODELAY); }

Socket open_stream(EventLoop& loop, int family) {
    const int fd = ::socket(family, SOCK_STREAM, 0);
    if (fd < 0) fail("socket");
    return Socket(loop, fd);
}

}  // namespace

Socket::Socket(EventLoop& loop, int fd) : use_(loop), fd_(fd) {
    const int flags = ::fcntl(fd, F_GETFL);
    if (flags < 0 || ::fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 ||
        ::fcntl(fd, F_SETFD, FD_CLOEXEC) < 0) {
        const int error = errno;
        ::close(fd);
        throw std::system_error(error, std::generic_category(), "fcntl");
    }
#ifdef SO_NOSIGPIPE
    set_option(fd, SOL_SOCKET, SO_NOSIGPIPE);
#endif
}

Socket::Socket(Socket&& other) noexcept
    : use_(other.use_), fd_(std::exchange(other.fd_, -1)), filled_(other.filled_) {
    other.use_.reset();
}

Socket& Socket::operator=(Socket&& other) noexcept {
    if (this == &other) return *this;
    close();
    if (other.is_open()) use_.emplace(*other.use_);
    other.use_.reset();
    fd_ = std::exchange(other.fd_, -1);
    filled_ = other.filled_;
    return *this;
}

void Socket::close() {
    if (fd_ < 0) return;
    use_->get().forget(fd_);
    // Never repeated, even on EINTR: the number may be another file's by then.
    ::close(std::exchange(fd_, -1));
    use_.reset();
}

// [socket-connect]
Coro<Socket> Socket::connect(EventLoop& loop, Address address) {
    Socket socket = open_stream(loop, address.family());
    send_small_pieces_at_once(socket.fd());
    if (::connect(socket.fd(), address.data(), address.length) < 0) {
        // It goes on by itself, also after a signal.
        if (errno != EINPROGRESS && errno != EINTR) fail("connect");
        co_await socket.wait_writable();
        int error = 0;
        socklen_t size = sizeof error;
        if (::getsockopt(socket.fd(), SOL_SOCKET, SO_ERROR, &error, &size) < 0) fail("getsockopt");
        if (error != 0) throw std::system_error(error, std::generic_category(), "connect");
    }
    co_return socket;
}
// [/socket-connect]

std::optional<std::size_t> Socket::try_recv(char* buffer, std::size_t size) {
    ssize_t count = -1;
    do {
        count = ::recv(fd_, buffer, size, 0);
    } while (count < 0 && errno == EINTR);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (would_block()) return std::nullopt;
    fail("recv");
}

std::optional<std::size_t> Socket::try_send(std::string_view bytes) {
    ssize_t count = -1;
    do {
        count = ::send(fd_, bytes.data(), bytes.size(), send_flags);
    } while (count < 0 && errno == EINTR);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (would_block()) return std::nullopt;
    fail("send");
}

// [socket-recv]
Coro<std::size_t> Socket::recv_into(char* buffer, std::size_t size) {
    // As a rule the peer is still at it, and to try first would be a system call in vain. A buffer
    // that was filled is the exception: there is probably more.
    if (!filled_) co_await wait_readable();
    std::optional<std::size_t> count = try_recv(buffer, size);
    while (!count) {
        co_await wait_readable();
        count = try_recv(buffer, size);
    }
    filled_ = *count == size;
    co_return *count;
}

Coro<std::string> Socket::recv(std::size_t most) {
    std::string bytes(most, '\0');
    const std::size_t count = co_await recv_into(bytes.data(), most);
    bytes.resize(count);
    co_return bytes;
}
// [/socket-recv]

// [socket-send]
Coro<void> Socket::send_all(std::string bytes) {
    std::string_view left = bytes;
    while (!left.empty()) {
        const std::optional<std::size_t> count = try_send(left);
        if (count) {
            left.remove_prefix(*count);
        } else {
            co_await wait_writable();
        }
    }
}
// [/socket-send]

void Socket::shutdown_write() {
    // A peer that is gone already will not miss it.
    if (::shutdown(fd_, SHUT_WR) < 0 && errno != ENOTCONN) fail("shutdown");
}

void Socket::shutdown_both() noexcept {
    // It fails only where there is nothing to end.
    ::shutdown(fd_, SHUT_RDWR);
}

bool Socket::idle_and_open() const {
    char byte = 0;
    ssize_t count = -1;
    do {
        count = ::recv(fd_, &byte, 1, MSG_PEEK);
    } while (count < 0 && errno == EINTR);
    return count < 0 && would_block();
}

Listener::Listener(EventLoop& loop, Address address)
    : loop_(loop), socket_(open_stream(loop, address.family())) {
    set_option(socket_.fd(), SOL_SOCKET, SO_REUSEADDR);
    if (::bind(socket_.fd(), address.data(), address.length) < 0) fail("bind");
    if (::listen(socket_.fd(), SOMAXCONN) < 0) fail("listen");
}

Address Listener::address() const {
    Address bound;
    bound.length = sizeof bound.storage;
    auto* storage = reinterpret_cast<sockaddr*>(&bound.storage);
    if (::getsockname(socket_.fd(), storage, &bound.length) < 0) fail("getsockname");
    return bound;
}

// [listener-accept]
Coro<Socket> Listener::accept() {
    using namespace std::chrono_literals;
    for (;;) {
        const int fd = ::accept(socket_.fd(), nullptr, nullptr);
        if (fd >= 0) {
            send_small_pieces_at_once(fd);
            co_return Socket(loop_, fd);
        }
        if (would_block()) {
            co_await socket_.wait_readable();
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            // The listener stays readable: only a timer keeps this from spinning.
            co_await sleep(loop_, 100ms);
        } else if (errno != ECONNABORTED && errno != EINTR) {
            fail("accept");
        }
    }
}
// [/listener-accept]

}  // namespace aio
