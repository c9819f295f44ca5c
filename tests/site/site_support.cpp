// site_support.cpp: the client's system calls, and the fixture around a server.
#include "tests/site/site_support.hpp"

#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "core/loop/sleep.hpp"

namespace site_test {

namespace {

#ifdef MSG_NOSIGNAL
constexpr int send_flags = MSG_NOSIGNAL;
#else
constexpr int send_flags = 0;
#endif

void require(bool success, const char* call) {
    if (!success) throw std::system_error(errno, std::generic_category(), call);
}

}  // namespace

Client::Client(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
    require(fd_ >= 0, "socket");
    const timeval limit{10, 0};
    require(::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) == 0, "setsockopt");
#ifdef SO_NOSIGPIPE
    const int on = 1;
    require(::setsockopt(fd_, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on) == 0, "setsockopt");
#endif
    const aio::Address address = aio::Address::ipv4_loopback(port);
    require(::connect(fd_, address.data(), address.length) == 0, "connect");
}

Client::~Client() { close(); }

void Client::close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

void Client::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::send(fd_, bytes.data(), bytes.size(), send_flags);
        require(count > 0, "send");
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

std::string Client::read_all() {
    std::string bytes;
    std::array<char, 4096> buffer;
    for (ssize_t count = 1; count > 0;) {
        count = ::recv(fd_, buffer.data(), buffer.size(), 0);
        require(count >= 0, "recv");
        bytes.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return bytes;
}

void Client::read_answer(aio::ResponseParser& parser) {
    while (!parser.done()) {
        char byte = 0;
        require(::recv(fd_, &byte, 1, 0) == 1, "recv");
        parser.feed({&byte, 1});
    }
}

void Client::finish_sending() { require(::shutdown(fd_, SHUT_WR) == 0, "shutdown"); }

std::string exchange(std::uint16_t port, std::string_view request) {
    Client client(port);
    client.send(request);
    return client.read_all();
}

Answer parse_answer(std::string_view bytes, const std::string& method) {
    aio::ResponseParser parser(method);
    const std::size_t used = parser.feed(bytes);
    if (!parser.done()) throw std::runtime_error("the answer is incomplete");
    if (used != bytes.size()) throw std::runtime_error("something follows the answer");
    return {parser.head().status, parser.head().headers, parser.take_body()};
}

ServedSite::ServedSite(const aio::SiteOptions& options)
    : loop(aio::default_selector(), [this] { return now; }),
      server(loop, options, statistics),
      port_(server.port()),
      serving_(loop.create_task(server.serve(), "server")) {
    loop.set_exception_handler(
        [this](const aio::ErrorContext& context) { errors.push_back(context.message); });
}

aio::Coro<aio::Socket> ServedSite::connect() {
    return aio::Socket::connect(loop, aio::Address::ipv4_loopback(port_));
}

aio::Coro<aio::Socket> ServedSite::connect_and_send(std::string bytes) {
    aio::Socket socket = co_await connect();
    co_await socket.send_all(std::move(bytes));
    co_return socket;
}

aio::Coro<void> ServedSite::turns_until(std::function<bool()> condition) {
    while (!condition()) co_await aio::sleep(loop, aio::Duration::zero());
}

void ServedSite::end() {
    if (!serving_) return;
    serving_->cancel();
    loop.run_until_complete(*serving_);
    serving_.reset();
}

aio::Coro<std::string> read_all(aio::Socket& socket) {
    std::string bytes;
    for (bool open = true; open;) {
        const std::string piece = co_await socket.recv(4096);
        open = !piece.empty();
        bytes += piece;
    }
    co_return bytes;
}

}  // namespace site_test
