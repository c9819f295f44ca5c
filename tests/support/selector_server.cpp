// selector_server.cpp: accept, read a request, send an answer: three callbacks.
//
// The one thing to know: it is written as stage 1's Fetcher is, and has the same weakness: each
// function has to name the next one.
#include "tests/support/selector_server.hpp"

#include <fmt/core.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace aio_test {

using aio::Event;

PlainAnswer answer(std::string_view status, std::string_view headers, std::string_view body) {
    return {fmt::format("HTTP/1.0 {}\r\n{}\r\n{}", status, headers, body)};
}

PlainAnswer html(std::string_view body) {
    return answer("200 OK", "Content-Type: text/html\r\n", body);
}

PlainAnswer page_of_links(const std::vector<std::string>& paths) {
    std::string body;
    for (const std::string& path : paths) body += fmt::format("<a href=\"{}\">x</a>\n", path);
    return html(body);
}

SelectorServer::SelectorServer(aio::Selector& selector, std::map<std::string, PlainAnswer> answers)
    : selector_(selector), answers_(std::move(answers)), listener_(AF_INET) {
    const aio::Address any = aio::Address::ipv4_loopback(0);
    sockaddr_storage bound{};
    auto* const name = reinterpret_cast<sockaddr*>(&bound);
    socklen_t length = sizeof bound;
    if (::bind(listener_.fd(), any.data(), any.length) < 0 ||
        ::listen(listener_.fd(), SOMAXCONN) < 0 ||
        ::getsockname(listener_.fd(), name, &length) < 0) {
        throw std::system_error(errno, std::generic_category(), "listen");
    }
    address_ = aio::Address::from_sockaddr(name, length);
    selector_.register_fd(listener_.fd(), Event::read, [this](const auto&, auto) { accept_one(); });
}

SelectorServer::~SelectorServer() {
    while (!peers_.empty()) end(peers_.begin()->second);
    selector_.unregister_fd(listener_.fd());
}

int SelectorServer::hits(const std::string& path) const {
    const auto asks = [&path](const std::string& request) {
        return request.starts_with("GET " + path + " ");
    };
    return static_cast<int>(std::count_if(requests_.begin(), requests_.end(), asks));
}

void SelectorServer::accept_one() {
    const int fd = ::accept(listener_.fd(), nullptr, nullptr);
    if (fd < 0) return;
    Peer& peer = peers_.emplace(fd, Peer{aio::PlainSocket::from_fd(fd)}).first->second;
    selector_.register_fd(fd, Event::read, [&](const auto&, auto) { read_request(peer); });
}

void SelectorServer::read_request(Peer& peer) {
    const std::optional<std::string> chunk = peer.sock.recv(4096);
    if (!chunk) return;
    if (chunk->empty()) return end(peer);
    peer.request += *chunk;
    if (!peer.request.ends_with("\r\n\r\n")) return;

    requests_.push_back(peer.request);
    const std::string path = peer.request.substr(4, peer.request.find(' ', 4) - 4);
    const auto found = answers_.find(path);
    peer.answer = found != answers_.end() ? found->second : answer("404 Not Found", "");
    selector_.modify(peer.sock.fd(), Event::write, [&](const auto&, auto) { send_answer(peer); });
}

void SelectorServer::send_answer(Peer& peer) {
    std::string& left = peer.answer.bytes;
    const std::size_t most = peer.answer.byte_by_byte ? 1 : left.size();
    left.erase(0, peer.sock.send(std::string_view(left).substr(0, most)));
    if (left.empty()) end(peer);
}

void SelectorServer::end(Peer& peer) {
    const int fd = peer.sock.fd();
    const linger at_once{1, 0};
    if (peer.answer.reset) {
        ::setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    }
    selector_.unregister_fd(fd);
    peers_.erase(fd);
}

}  // namespace aio_test
