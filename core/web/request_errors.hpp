// request_errors.hpp: what can go wrong around an answer: before it, or instead of it.
//
// Chapter: none of its listings; aiohttp's ClientError has the same family below it, and the
// chapter's crawler catches the whole family.
// The one thing to know: all of these derive from ClientError (client_error.hpp), where the errors
// inside an answer are. Time limits too: a TimeoutError of the loop never leaves a session.
// Left out on purpose: the URL. Whoever asked for it knows it, and adds it to the sentence.
#pragma once

#include <string>
#include <system_error>

#include "core/loop/selector.hpp"
#include "core/web/client_error.hpp"

namespace aio {

// A name that has no address.
class ResolveError : public ClientError {
  public:
    using ClientError::ClientError;
};

// A system call on a connection failed: refused, reset, unreachable. Keeps the errno.
class SocketError : public ClientError {
  public:
    // `doing` says what failed: "cannot connect to 127.0.0.1:81".
    SocketError(const std::string& doing, std::error_code code)
        : ClientError(doing + ": " + code.message()), code_(code) {}
    std::error_code code() const { return code_; }

  private:
    std::error_code code_;
};

// A time limit was reached; the sentence says in which phase of the request.
class RequestTimeout : public ClientError {
  public:
    // `phase` completes "timeout ...": "while reading the body".
    RequestTimeout(const std::string& phase, Duration limit);
};

// No way to fetch this kind of URL; no socket was opened.
class UnsupportedScheme : public ClientError {
  public:
    explicit UnsupportedScheme(const std::string& scheme)
        : ClientError(scheme + " is not supported") {}
};

// The answer's status is 400 or more, and the caller wanted that to be an error.
class HttpStatusError : public ClientError {
  public:
    HttpStatusError(int status, const std::string& reason);
    int status() const { return status_; }

  private:
    int status_;
};

// The session was closed before or during the request.
class SessionClosed : public ClientError {
  public:
    SessionClosed() : ClientError("the session is closed") {}
};

}  // namespace aio
