// client_error.hpp: every way in which the network can fail one fetch.
//
// Chapter: its crawler retries what it catches as aiohttp's ClientError, and nothing else. The
// same here: connecting, name resolution, timeouts and HTTP throw an error of this family, and a
// `catch (const ClientError&)` around one fetch catches them all. CancelledError is no part of it.
//
// The one thing to know: what() says the cause and shows the bytes that were wrong, with control
// bytes escaped and long text cut. It names no URL: whoever knows the URL adds it.
//
// Left out on purpose: error numbers for each cause. The types below are as many as callers tell
// apart; errors of system calls keep their errno in the classes that derive from ClientError.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace aio {

// Owned by whoever catches it, as any exception. The base of all that goes wrong on the network
// side of a fetch: aiohttp's ClientError.
class ClientError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// What the server sent is not HTTP as we read it. The connection is of no more use.
class ProtocolError : public ClientError {
  public:
    using ClientError::ClientError;
};

// The connection ended inside a body whose end was announced: never taken for a short page.
class IncompleteBodyError : public ClientError {
  public:
    using ClientError::ClientError;
};

// The connection ended before the head of an answer was complete, often before its first byte:
// aiohttp's ServerDisconnectedError.
class ServerDisconnected : public ClientError {
  public:
    using ClientError::ClientError;
};

// The answer is larger than this program is willing to hold (see HttpLimits).
class LimitError : public ClientError {
  public:
    using ClientError::ClientError;
};

// `bytes` in double quotes for a message: control bytes, quotes and bytes above 126 are escaped as
// in C, and after `max_bytes` bytes the rest is replaced by three dots.
std::string quote_bytes(std::string_view bytes, std::size_t max_bytes = 60);

}  // namespace aio
