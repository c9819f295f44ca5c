// session.cpp: the way of a request: a place, an address, a connection, the question, the head.
//
// Chapter: L15, L50 and L62; aiohttp's ClientSession._request.
// The one thing to know: each step notes its phase before it waits. When a time limit ends the
// wait, whichever it is, the error can say where the time went.
#include "core/web/session.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <utility>
#include <vector>

#include "core/web/http_request.hpp"
#include "core/web/request_errors.hpp"

namespace aio {

// Shared by the session and its requests, since either may end first.
struct SessionState {
    SessionState(EventLoop& loop, SessionOptions o)
        : options(std::move(o)),
          resolver(loop, {options.hostname_mapping, options.look_up}),
          pool(std::make_shared<ConnectionPool>(
              loop,
              PoolLimits{options.max_clients, options.max_clients_per_host, options.idle_limit})) {}

    SessionOptions options;
    Resolver resolver;
    std::shared_ptr<ConnectionPool> pool;
};

namespace {

// One call of get() or head(). Lives in the frame of request(), so that it is small: for as long as
// an answer does not come, there is one of these for each connection.
struct Call {
    std::shared_ptr<SessionState> session;
    std::unique_ptr<Exchange> exchange;
    Headers headers;
    bool raise_for_status;
    TimeLimit connect_limit;
    TimeLimit request_limit;
    const char* phase = "";  // Where it waits; "{}" stands for the host.

    EventLoop& loop() const { return session->pool->loop(); }
    const Url& url() const { return exchange->url(); }
    std::string phase_in_words() const { return fmt::format(fmt::runtime(phase), url().host); }
};

void require_http(const Url& url) {
    if (!url.is_http() || url.is_https()) throw UnsupportedScheme(url.scheme);
}

std::string request_bytes(const Call& call) {
    const std::string& method = call.exchange->method();
    const Url& url = call.url();
    const Headers& defaults = call.session->options.headers;
    if (call.headers.empty()) {
        return build_request(method, url.target, url.host_header(), defaults);
    }
    Headers all = defaults;
    for (const Header& header : call.headers) all.remove(header.name);
    for (const Header& header : call.headers) all.add(header.name, header.value);
    return build_request(method, url.target, url.host_header(), all);
}

// An attempt gets an equal share of the time that is left, so that an address that does not answer
// leaves some for the others. The last gets it all, as the call's own limit is its limit.
std::optional<Duration> share(std::optional<Duration> left, std::size_t attempts) {
    if (!left || attempts <= 1) return std::nullopt;
    return *left / static_cast<Duration::rep>(attempts);
}

// Not a coroutine itself: the address is in the frame of connect() alone.
Coro<Socket> connect_within(EventLoop& loop, const Address& address,
                            std::optional<Duration> limit) {
    if (!limit) return Socket::connect(loop, address);
    return wait_for(loop, Socket::connect(loop, address), limit);
}

// A connection to the first address that takes one. Throws the error of the last.
Coro<Socket> connect_to_any(EventLoop& loop, std::vector<Address> addresses, TimeLimit limit) {
    std::error_code error;
    for (std::size_t i = 0; i < addresses.size(); ++i) {
        try {
            co_return co_await connect_within(loop, addresses[i],
                                              share(limit.left(loop), addresses.size() - i));
        } catch (const std::system_error& failure) {
            error = failure.code();
        } catch (const TimeoutError&) {
            error = std::make_error_code(std::errc::timed_out);
        }
    }
    throw SocketError(fmt::format("cannot connect to {}", addresses.back().str()), error);
}

// Sees to it that the lease holds a place and a connection.
Coro<void> open(Call& call) {
    SessionState& session = *call.session;
    Lease& lease = call.exchange->lease();
    const TimeLimit& limit = call.request_limit.ends_before(call.connect_limit)
                                 ? call.request_limit
                                 : call.connect_limit;
    Timeout timeout(call.loop(), limit.left(call.loop()));
    try {
        if (!lease.holds_place()) {
            call.phase = "in request queue";
            lease = co_await session.pool->acquire(call.url().origin());
        }
        if (!lease.connected()) {
            call.phase = "while resolving the name {}";
            auto addresses = co_await session.resolver.resolve(call.url().host, call.url().port);
            call.phase = "while connecting to {}";
            lease.connect(co_await connect_to_any(call.loop(), std::move(addresses), limit));
        }
    } catch (const CancelledError&) {
        limit.rethrow(timeout, call.phase_in_words());
    } catch (const ClientError&) {
        if (session.pool->closed()) throw SessionClosed();  // The cause of whatever it was.
        throw;
    }
}

// Sends the request and reads the head of the answer.
Coro<void> ask(Call& call) {
    Exchange& exchange = *call.exchange;
    Timeout timeout(call.loop(), call.request_limit.left(call.loop()));
    try {
        call.phase = "while sending the request";
        if (!exchange.send()) co_await exchange.send_rest();
        call.phase = "while waiting for the answer";
        while (!exchange.answer().head_done()) {
            if (!exchange.receive()) co_await exchange.wait();
        }
    } catch (const CancelledError&) {
        call.request_limit.rethrow(timeout, call.phase_in_words());
    }
}

// A place without waiting, if there is one.
void take_place(Call& call) {
    if (auto lease = call.session->pool->try_acquire(call.url().origin())) {
        call.exchange->lease() = std::move(*lease);
    }
}

Response to_response(Call& call) {
    Response response(std::move(call.exchange), call.request_limit);
    if (call.raise_for_status && response.status() >= 400) {
        response.release();
        throw HttpStatusError(response.status(), response.head().reason);
    }
    return response;
}

Coro<Response> request(Call call) {
    Exchange& exchange = *call.exchange;
    require_http(call.url());
    exchange.set_request(request_bytes(call));
    take_place(call);
    bool answered = false;
    while (!answered) {
        if (!exchange.lease().connected()) co_await open(call);
        try {
            co_await ask(call);
            answered = true;
        } catch (const ClientError&) {
            if (!exchange.was_stale()) throw;
            exchange.start_over();  // On a new connection, which cannot be stale.
        }
    }
    co_return to_response(call);
}

Coro<Response> start(const std::shared_ptr<SessionState>& session, const char* method,
                     const Url& url, const RequestOptions& options) {
    const EventLoop& loop = session->pool->loop();
    const SessionOptions& defaults = session->options;
    const TimeLimit connect(
        loop, options.connect_timeout ? options.connect_timeout : defaults.connect_timeout);
    const TimeLimit whole(
        loop, options.request_timeout ? options.request_timeout : defaults.request_timeout);
    auto exchange = std::make_unique<Exchange>(url, method, defaults.limits);
    return request({session, std::move(exchange), options.headers,
                    options.raise_for_status.value_or(defaults.raise_for_status), connect, whole});
}

}  // namespace

Session::Session(EventLoop& loop, SessionOptions options)
    : state_(std::make_shared<SessionState>(loop, std::move(options))) {}

// Not coroutines themselves: the time limits begin with the call, not with the await.
Coro<Response> Session::get(const Url& url, const RequestOptions& options) {
    return start(state_, "GET", url, options);
}

Coro<Response> Session::head(const Url& url, const RequestOptions& options) {
    return start(state_, "HEAD", url, options);
}

void Session::close() {
    state_->pool->close();
    state_->resolver.give_up();
}

const ConnectionPool& Session::pool() const { return *state_->pool; }

}  // namespace aio
