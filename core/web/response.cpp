// response.cpp: reading the body, or not.
//
// Chapter: L15 and L62; aiohttp's ClientResponse.read and release.
// The one thing to know: an error ends the lease at once, not when the response is destroyed. A
// caller may hold a failed response for long, and others wait for its place.
#include "core/web/response.hpp"

#include <utility>

#include "core/web/charset.hpp"
#include "core/web/client_error.hpp"

namespace aio {

Response::Response(std::unique_ptr<Exchange> exchange, const TimeLimit& limit)
    : exchange_(std::move(exchange)), limit_(limit) {}

Coro<std::string> Response::read() {
    while (!complete()) co_await receive();
    co_return exchange_->answer().take_body();
}

Coro<std::string> Response::read_some() {
    std::string piece = exchange_->answer().take_body();
    while (piece.empty() && !complete()) {
        co_await receive();
        piece = exchange_->answer().take_body();
    }
    co_return piece;
}

Coro<std::string> Response::text() {
    const std::string body = co_await read();
    co_return decode_text(body, head().charset());
}

// Until the next bytes have come.
Coro<void> Response::receive() {
    Lease& lease = exchange_->lease();
    try {
        if (!lease.holds_place()) throw ClientError("the connection of this response is closed");
        EventLoop& loop = lease.pool().loop();
        Timeout timeout(loop, limit_.left(loop));
        try {
            while (!exchange_->receive()) co_await exchange_->wait();
        } catch (const CancelledError&) {
            limit_.rethrow(timeout, "while reading the body");
        }
    } catch (...) {
        lease.end();
        throw;
    }
}

void Response::release() {
    constexpr int most_reads = 4;  // Each takes up to 64 KiB.
    try {
        for (int reads = 0; reads < most_reads && !complete(); ++reads) {
            const bool received = exchange_->lease().holds_place() && exchange_->receive_now();
            if (!received) break;
            exchange_->answer().take_body();
        }
    } catch (const ClientError&) {
        // Nobody wants the rest, so nobody wants to hear what is wrong with it.
    }
    exchange_->lease().end();
}

}  // namespace aio
