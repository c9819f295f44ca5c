// exchange.hpp: one request and its answer, on one connection.
//
// Chapter: the inside of `session.get` and `response.read` (L15); its sketches do the same with
// send once and recv in a loop (L10, L11, L41).
//
// The one thing to know: sending and receiving are plain calls that say whether they have to wait;
// whoever runs the exchange does the waiting. So a short answer costs one send, one wait and one
// recv, and no coroutine of its own.
//
// Left out on purpose: request bodies, and a second request before the first is answered.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/web/connection_pool.hpp"
#include "core/web/response_parser.hpp"
#include "core/web/url.hpp"

namespace aio {

// Owned by the response, or by the request while there is none. Owns the lease of its connection,
// which goes back to the pool by itself when the answer has been read to its end. Moves, but not
// while a wait is pending.
class Exchange {
  public:
    // `method` decides whether a body follows.
    Exchange(Url url, const std::string& method, const HttpLimits& limits);

    const Url& url() const { return url_; }
    const std::string& method() const { return parser_.method(); }
    // What send() will send, as it is.
    void set_request(std::string request) { request_ = std::move(request); }
    Lease& lease() { return lease_; }
    const ResponseParser& answer() const { return parser_; }
    ResponseParser& answer() { return parser_; }

    // Sends what the system takes. True if no more is to be sent: all is, or the peer takes no
    // more, in which case the answer, or its lack, says why. Throws SocketError.
    bool send();
    // Goes on sending, and also reads: an answer that comes first ends the sending.
    Coro<void> send_rest();
    // Reads once and parses what came. False if nothing was there: then await wait(). The first
    // call always says so without trying, since no answer is ever that fast. Throws the parser's
    // errors, SocketError, SessionClosed.
    bool receive();
    FdWait wait() { return lease_.connection().socket.wait_readable(); }
    // The same without that exception for the first call.
    bool receive_now();

    // A connection that was used before, and ended without a byte of an answer: most likely the
    // server had closed it before it could see this request.
    bool was_stale() const { return ended_ && reused_ && !parser_.started(); }
    // Closes the connection, keeps the place, and forgets what came of the first attempt.
    void start_over();

  private:
    void finish_if_done();

    Url url_;
    Lease lease_;
    std::string request_;
    ResponseParser parser_;
    std::size_t sent_ = 0;
    bool try_at_once_ = false;  // More is there to read, probably.
    bool reused_ = false;
    bool ended_ = false;
};

}  // namespace aio
