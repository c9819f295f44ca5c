// http_request.hpp: writes the bytes of a request.
//
// Chapter: the request of the sketches, one format string (L01, L10); a real client adds a few
// lines to it.
//
// The one thing to know: what is put into a request must not be able to end a line of it, or a
// link on a page could write header lines of its own. Such text is refused, never repaired:
// percent-encoding is the business of the URL, before this point.
//
// Left out on purpose: request bodies. A crawler only asks.
#pragma once

#include <string>
#include <string_view>

#include "core/web/headers.hpp"

namespace aio {

// What servers see in their logs, unless the caller gives a User-Agent.
inline constexpr std::string_view default_user_agent = "crawler-from-scratch/1.0";

enum class HttpVersion { http_1_0, http_1_1 };

// A request without a body, to be sent as it is. `target` is the path or `/`, with its query;
// `host` is the value for the Host header: the host, and the port if the URL names one, an IPv6
// address in brackets. `extra` is sent after the defaults and wins over each of the same name:
// Host, User-Agent, and Accept-Encoding, which is `identity` since we decode nothing else.
// Throws std::invalid_argument if a part is empty or has bytes that don't belong there: white
// space, control bytes or `#` in the target; CR, LF or NUL in a value; anything but a token for a
// method or a name.
std::string build_request(std::string_view method, std::string_view target, std::string_view host,
                          const Headers& extra = {}, HttpVersion version = HttpVersion::http_1_1);

}  // namespace aio
