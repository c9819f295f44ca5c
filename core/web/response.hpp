// response.hpp: the answer to a request: its head at once, its body when you await it.
//
// Chapter: "Coroutines" promises `body = yield from response.read()` (L15, L47), and the
// crawler's fetch reads `status` and `headers` and calls `release()` in the end (L62); aiohttp's
// ClientResponse.
//
// The one thing to know: while the body is not read to its end, the response holds a connection
// and a place in the session's limits. Reading the body gives both back; so does release(); and
// so does destroying the response, which closes the connection.
//
// Left out on purpose: following redirects (the crawler does that, L62) and cookies.
#pragma once

#include <memory>
#include <string>

#include "core/web/exchange.hpp"
#include "core/web/time_limit.hpp"

namespace aio {

// [response]
// Owned by whoever asked for it. Moves, but not while one of its coroutines runs. It may outlive
// its session, which has ended its connection then; it must not outlive the loop.
class Response {
  public:
    Response(std::unique_ptr<Exchange> exchange, const TimeLimit& limit);

    int status() const { return head().status; }
    const Headers& headers() const { return head().headers; }
    // Status, reason, headers; content_type() and charset() are functions of it.
    const ResponseHead& head() const { return exchange_->answer().head(); }
    // What was asked for.
    const Url& url() const { return exchange_->url(); }
    // Whether all of it has arrived. Its connection is then free for others.
    bool complete() const { return exchange_->answer().done(); }

    // The body, to its end; what was taken before is not repeated. Throws a ClientError: the
    // connection was lost, the body is no HTTP or too large, or the request's time limit passed.
    // After an error, and after release(), a body that was incomplete stays so.
    Coro<std::string> read();
    // The next piece of the body, as it arrives; empty at the end. Throws as read().
    Coro<std::string> read_some();
    // The body in UTF-8, decoded as the Content-Type says. Wrong bytes are no error.
    Coro<std::string> text();
    // The caller is done with it: the connection goes back. What has arrived of the body is
    // dropped, up to 256 KiB; if that is not all, the connection is closed. Waits for nothing, so
    // it may be called on any path. Harmless when repeated.
    void release();

  private:
    Coro<void> receive();

    // Elsewhere, since a coroutine's frame holds a Response up to three times on its way out.
    std::unique_ptr<Exchange> exchange_;
    TimeLimit limit_;
};
// [/response]

}  // namespace aio
