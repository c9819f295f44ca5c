// plain_socket.cpp: one system call for each function (see plain_socket.hpp).
//
// Chapter: the calls on `sock` in L08, L10 and L11.
// The one thing to know: EINTR (a signal came first) means "again", EAGAIN means "not now", and
// EINPROGRESS that connecting has begun. None of them is an error.
#include "core/web/plain_socket.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace aio {

namespace {

[[noreturn]] void fail(const char* call, int error = errno) {
    throw std::system_error(error, std::generic_category(), call);
}

bool not_now() { return errno == EAGAIN || errno == EWOULDBLOCK; }

// Python ignores SIGPIPE for its programs. Here each send says that an error will do.
#ifdef MSG_NOSIGNAL
constexpr int send_flags = MSG_NOSIGNAL;
#else
constexpr int send_flags = 0;
#endif

}  // namespace

PlainSocket::PlainSocket(int family) : fd_(::socket(family, SOCK_STREAM, 0)) {
    if (fd_ < 0) fail("socket");
    set_options();
}

PlainSocket PlainSocket::from_fd(int fd) {
    PlainSocket socket;
    socket.fd_ = fd;
    socket.set_options();
    return socket;
}

void PlainSocket::set_options() {
    const int flags = ::fcntl(fd_, F_GETFL);
    if (flags < 0 || ::fcntl(fd_, F_SETFL, flags | O_NONBLOCK) < 0 ||
        ::fcntl(fd_, F_SETFD, FD_CLOEXEC) < 0) {
        const int error = errno;
        close();
        fail("fcntl", error);
    }
#ifdef SO_NOSIGPIPE
    const int on = 1;
    ::setsockopt(fd_, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
}

PlainSocket::PlainSocket(PlainSocket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

PlainSocket& PlainSocket::operator=(PlainSocket&& other) noexcept {
    if (this == &other) return *this;
    close();
    fd_ = std::exchange(other.fd_, -1);
    return *this;
}

void PlainSocket::connect(const Address& address) {
    if (::connect(fd_, address.data(), address.length) == 0) return;
    if (errno != EINPROGRESS && errno != EINTR) fail("connect");
}

void PlainSocket::check_connected() const {
    int error = 0;
    socklen_t size = sizeof error;
    if (::getsockopt(fd_, SOL_SOCKET, SO_ERROR, &error, &size) < 0) fail("getsockopt");
    if (error != 0) fail("connect", error);
}

std::size_t PlainSocket::send(std::string_view bytes) {
    ssize_t count = -1;
    do {
        count = ::send(fd_, bytes.data(), bytes.size(), send_flags);
    } while (count < 0 && errno == EINTR);
    if (count < 0 && !not_now()) fail("send");
    return count < 0 ? 0 : static_cast<std::size_t>(count);
}

std::optional<std::string> PlainSocket::recv(std::size_t most) {
    std::string bytes(most, '\0');
    ssize_t count = -1;
    do {
        count = ::recv(fd_, bytes.data(), bytes.size(), 0);
    } while (count < 0 && errno == EINTR);
    if (count < 0 && !not_now()) fail("recv");
    if (count < 0) return std::nullopt;
    bytes.resize(static_cast<std::size_t>(count));
    return bytes;
}

void PlainSocket::close() {
    // Never repeated, even on EINTR: the number may be another file's by then.
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

}  // namespace aio
