// session_support.cpp: the helpers of the session's tests.
#include "tests/web/session_support.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <utility>

namespace aio::test {

namespace {

template <class Error> bool is(const ClientError& error) {
    return dynamic_cast<const Error*>(&error) != nullptr;
}

std::string type_of(const ClientError& error) {
    if (is<ResolveError>(error)) return "ResolveError";
    if (is<SocketError>(error)) return "SocketError";
    if (is<RequestTimeout>(error)) return "RequestTimeout";
    if (is<UnsupportedScheme>(error)) return "UnsupportedScheme";
    if (is<HttpStatusError>(error)) return "HttpStatusError";
    if (is<SessionClosed>(error)) return "SessionClosed";
    if (is<ServerDisconnected>(error)) return "ServerDisconnected";
    if (is<IncompleteBodyError>(error)) return "IncompleteBodyError";
    if (is<ProtocolError>(error)) return "ProtocolError";
    if (is<LimitError>(error)) return "LimitError";
    return "ClientError";
}

}  // namespace

std::string describe(const ClientError& error) {
    return fmt::format("{}: {}", type_of(error), error.what());
}

Coro<Fetched> fetch(Session& session, Url url, RequestOptions options) {
    Fetched fetched;
    try {
        Response response = co_await session.get(std::move(url), std::move(options));
        fetched.status = response.status();
        fetched.body = co_await response.read();
    } catch (const ClientError& error) {
        fetched.error = describe(error);
    }
    co_return fetched;
}

Fetched get(Bench& bench, Session& session, const Url& url, RequestOptions options) {
    return bench.loop.run_until_complete(fetch(session, url, std::move(options)));
}

Coro<void> turns(EventLoop& loop, int count) {
    for (int turn = 0; turn < count; ++turn) co_await sleep(loop, Duration::zero());
}

void run_turns(Bench& bench, int count) { bench.loop.run_until_complete(turns(bench.loop, count)); }

std::size_t open_descriptors() {
    std::size_t count = 0;
    for (int fd = 0; fd < 1024; ++fd) {
        if (::fcntl(fd, F_GETFD) >= 0) ++count;
    }
    return count;
}

Address dead_address() {
    EventLoop loop;
    const Listener listener(loop, Address::ipv4_loopback(0));
    return listener.address();
}

BlackHole::BlackHole(Bench& bench)
    : listener_(bench.loop, ::socket(AF_INET, SOCK_STREAM, 0)), address_() {
    const Address any_port = Address::ipv4_loopback(0);
    ::bind(listener_.fd(), any_port.data(), any_port.length);
    ::listen(listener_.fd(), 0);
    auto* storage = reinterpret_cast<sockaddr*>(&address_.storage);
    address_.length = sizeof address_.storage;
    ::getsockname(listener_.fd(), storage, &address_.length);
    run(bench, Socket::connect(bench.loop, address_));
}

}  // namespace aio::test
