// line_reader.hpp: puts lines together from pieces that were cut anywhere.
//
// Chapter: none of its listings; the chapter's fetchers collect the whole answer before they look.
// The one thing to know: recv() returns what has arrived, which may end inside a line, even
// between CR and LF. A line that lies whole in the buffer is handed out in place; only one that
// is cut gets copied.
// Left out on purpose: what a line means. Its limit is passed in with each call.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/web/http_limits.hpp"

namespace aio {

// A value: how long the next line may be, and what to say of one that is longer.
struct LineLimit {
    std::size_t room;       // bytes before the LF
    std::string_view what;  // "a header line": the thing whose limit it is
    std::size_t stated;     // that limit in bytes, for the message
};

// The limit for the next line of a head or trailer of which `used` bytes have been read: that of
// one line, or what the whole has left, whichever is less.
LineLimit head_line_limit(const HttpLimits& limits, std::size_t used);

// Owned by the parser that reads lines with it.
class LineReader {
  public:
    // Takes bytes off the front of `bytes`, up to and with the next LF, and returns that line
    // with its line end; or takes them all and returns nothing. The result is valid until the next
    // call, and as long as what `bytes` points to. Throws LimitError as soon as the line has more
    // than `limit.room` bytes.
    std::optional<std::string_view> take(std::string_view& bytes, const LineLimit& limit);
    // What was taken of a line whose end hasn't come yet.
    std::string_view pending() const { return complete_ ? std::string_view{} : pending_; }

  private:
    std::string pending_;
    bool complete_ = false;  // pending_ was handed out as a line
};

// A line without its LF or CRLF.
std::string_view strip_line_end(std::string_view line);

}  // namespace aio
