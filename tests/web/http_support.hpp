// http_support.hpp: runs an answer through the parser, cut in every way.
//
// The one thing to know: a socket may cut an answer anywhere. So each input of the HTTP tests is
// fed whole, cut in two at each byte, and a byte at a time, and all must come out alike, errors
// and their texts included. A test looks at the one outcome that comes back.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/web/http.hpp"

namespace http_test {

// What a server sends, and what the parser is told about it.
struct Answer {
    std::string bytes;
    bool closed = false;  // whether the server closes after the last byte
    std::string method = "GET";
    aio::HttpLimits limits = {};
};

// What a caller can see in the end. After an error only `error` and `head_done` are set.
struct Outcome {
    std::string error;  // "ProtocolError: the answer ..."; empty if there was none
    bool head_done = false;
    bool done = false;
    bool keep_alive = false;
    std::size_t consumed = 0;
    aio::ResponseHead head = {};
    std::string body = {};
    bool operator==(const Outcome&) const = default;

    std::string header(std::string_view name) const { return head.headers.get(name).value_or("-"); }
    // Whether the error is of that type and its text has those words in it.
    bool failed(std::string_view type, std::string_view words = "") const;
};

// Feeds the pieces one after the other, without any of the cutting.
Outcome feed_pieces(const Answer& answer, const std::vector<std::string_view>& pieces);

// Feeds the answer whole and cut in every way, and checks that this makes no difference. An
// answer of more than 4 KiB is cut at its ends and at some places between only.
Outcome parse(const Answer& answer);

// An answer of status 200 with these header lines, each ended by CR LF, and that body.
std::string ok(std::string_view header_lines, std::string_view body = "");

}  // namespace http_test
