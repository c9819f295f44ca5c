// response_head.hpp: what an answer says before its body.
//
// Chapter: none of its listings takes a head apart; its last Fetcher asks the response for
// `status` and `headers` (L62), which are these.
//
// The one thing to know: the parser reads a line at a time and calls the two functions at the end;
// the rest are questions that a crawler asks of a finished head.
//
// Left out on purpose: cookies, caching, dates. The crawler needs the type, the charset, the
// length and the Location.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/web/headers.hpp"

namespace aio {

// A value: owned by the response, copied like any struct.
struct ResponseHead {
    int major = 1;
    int minor = 1;
    int status = 0;
    std::string reason;  // often empty, and never worth a decision
    Headers headers;

    // The first Content-Type in small letters, without parameters; empty if there is none.
    std::string content_type() const;
    // The charset parameter of the Content-Type as it was given, without its quotes; "utf-8" if
    // there is none, or an empty one.
    std::string charset() const;
    // The length of the body, if a Content-Length says it; several equal values are one. Throws
    // ProtocolError unless each value is digits only, fits into 64 bits and equals the others.
    std::optional<std::uint64_t> content_length() const;
    // Whether the last Transfer-Encoding is chunked: the body is, then, whatever comes before it.
    bool is_chunked() const;
    // Whether the server means to keep the connection open: by default from HTTP/1.1 on, before
    // that if it says `keep-alive`; never if it says `close`.
    bool says_keep_alive() const;

    bool operator==(const ResponseHead&) const = default;
};

// Whether a client goes on to the Location, if the answer has one: 300 to 303, 307 and 308.
// A redirect without a Location is an ordinary answer.
bool is_redirect(int status);

// Reads `HTTP/1.1 200 OK`, without its line end; the reason may be missing. Any minor version of
// HTTP/1 will do. Throws ProtocolError.
void parse_status_line(std::string_view line, ResponseHead& head);

// Appends one header line, without its line end, to `headers`; a line that begins with white
// space continues the field before it. A stray CR or NUL in a value is read as a space, as RFC
// 9110 (5.5) allows. Throws ProtocolError for a line without a name and a colon.
void parse_header_line(std::string_view line, Headers& headers);

}  // namespace aio
