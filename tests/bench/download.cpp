// download.cpp: download PORT CONNECTIONS FILE, the least that fetching a known list of pages
// takes.
//
// Chapter: none. It is what a crawl is compared with: see crawl.md.
// The one thing to know: it asks 127.0.0.1:PORT for each target in FILE, one a line, over
// CONNECTIONS connections that are kept open, and reads nothing of an answer but its
// Content-Length. No link is looked for, no URL is taken apart, and nothing is stored.
// Left out on purpose: chunked answers, answers without a length, and servers that close a
// connection before the list is at its end: nginx, which it is made for, sends none of them.
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/web/address.hpp"

namespace {

int checked(int result, const char* call) {
    if (result < 0) throw std::system_error(errno, std::generic_category(), call);
    return result;
}

// A number from an argument or a header; throws if `text` does not begin with one.
std::size_t to_number(std::string_view text) {
    std::size_t number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (result.ec != std::errc{}) throw std::invalid_argument("no number: " + std::string(text));
    return number;
}

std::size_t content_length(std::string_view head) {
    constexpr std::string_view name = "\r\nContent-Length: ";
    const std::size_t at = head.find(name);
    if (at == std::string_view::npos) throw std::runtime_error("an answer without a length");
    return to_number(head.substr(at + name.size()));
}

// Owned by Download. `head` is empty while a body is read.
struct Connection {
    int fd = -1;
    std::string head;
    std::size_t left = 0;  // Bytes of the body.
};

class Download {
  public:
    Download(std::uint16_t port, std::vector<std::string> targets)
        : port_(port), targets_(std::move(targets)), epoll_(checked(::epoll_create1(0), "epoll")) {}
    Download(const Download&) = delete;
    Download& operator=(const Download&) = delete;
    ~Download() {
        for (const Connection& connection : connections_) ::close(connection.fd);
        ::close(epoll_);
    }

    void run(std::size_t connections) {
        connections_.resize(std::min(connections, targets_.size()));
        for (Connection& connection : connections_) open(connection);
        std::array<epoll_event, 64> events{};
        while (answers_ < targets_.size()) {
            const int count =
                ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), -1);
            if (count < 0 && errno == EINTR) continue;
            checked(count, "epoll_wait");
            for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
                on_readable(*static_cast<Connection*>(events[i].data.ptr));
            }
        }
    }

    std::size_t answers() const { return answers_; }
    std::size_t bytes() const { return bytes_; }

  private:
    void open(Connection& connection) {
        connection.fd = checked(::socket(AF_INET, SOCK_STREAM, 0), "socket");
        const aio::Address address = aio::Address::ipv4_loopback(port_);
        checked(::connect(connection.fd, address.data(), address.length), "connect");
        checked(::fcntl(connection.fd, F_SETFL, O_NONBLOCK), "fcntl");
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.ptr = &connection;
        checked(::epoll_ctl(epoll_, EPOLL_CTL_ADD, connection.fd, &event), "epoll_ctl");
        ask(connection);
    }

    // Asks for the next target, if one is left. A request is far smaller than a socket's buffer.
    void ask(Connection& connection) {
        if (asked_ == targets_.size()) return;
        const std::string request =
            fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", targets_[asked_++], port_);
        const ssize_t count = ::send(connection.fd, request.data(), request.size(), MSG_NOSIGNAL);
        if (count != static_cast<ssize_t>(request.size())) {
            throw std::system_error(errno, std::generic_category(), "send");
        }
    }

    void on_readable(Connection& connection) {
        const ssize_t count = ::recv(connection.fd, buffer_.data(), buffer_.size(), 0);
        if (count < 0) throw std::system_error(errno, std::generic_category(), "recv");
        if (count == 0) throw std::runtime_error("the server closed a connection");
        std::size_t size = static_cast<std::size_t>(count);
        if (connection.left == 0) size = take_head(connection, {buffer_.data(), size});
        bytes_ += size;
        connection.left -= size;
        if (connection.left > 0 || !connection.head.empty()) return;
        ++answers_;
        ask(connection);
    }

    // Gives how many of `bytes` belong to the body.
    std::size_t take_head(Connection& connection, std::string_view bytes) {
        const std::size_t before = connection.head.size();
        connection.head += bytes;
        const std::size_t end = connection.head.find("\r\n\r\n");
        if (end == std::string::npos) return 0;
        connection.left = content_length(connection.head);
        connection.head.clear();
        return before + bytes.size() - end - 4;
    }

    std::uint16_t port_;
    std::vector<std::string> targets_;
    int epoll_;
    std::vector<Connection> connections_;
    std::array<char, 65536> buffer_{};
    std::size_t asked_ = 0;
    std::size_t answers_ = 0;
    std::size_t bytes_ = 0;  // Of bodies.
};

std::vector<std::string> read_lines(const std::string& name) {
    std::ifstream in(name);
    if (!in) throw std::runtime_error("cannot read " + name);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

}  // namespace

int main(int argc, char* argv[]) {
    try {
        const std::vector<std::string> arguments(argv + 1, argv + argc);
        if (arguments.size() != 3) throw std::invalid_argument("PORT CONNECTIONS FILE");
        Download download(static_cast<std::uint16_t>(to_number(arguments[0])),
                          read_lines(arguments[2]));
        const auto start = std::chrono::steady_clock::now();
        download.run(to_number(arguments[1]));
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        fmt::print("{} answers, {} bytes, {:.3f} s\n", download.answers(), download.bytes(),
                   seconds.count());
    } catch (const std::exception& error) {
        fmt::print(stderr, "download: {}\n", error.what());
        return 1;
    }
}
