// line_reader.cpp: the search for the line end.
//
// Chapter: none of its listings.
// The one thing to know: no more than the limit is ever stored, and the limit is judged by the
// bytes before the LF alone. So the outcome is the same however the bytes were cut.
#include "core/web/line_reader.hpp"

#include <fmt/format.h>

#include "core/web/client_error.hpp"

namespace aio {

LineLimit head_line_limit(const HttpLimits& limits, std::size_t used) {
    const std::size_t left = limits.max_header_bytes - used;
    if (left < limits.max_line_bytes) return {left, "the head", limits.max_header_bytes};
    return {limits.max_line_bytes, "a header line", limits.max_line_bytes};
}

std::optional<std::string_view> LineReader::take(std::string_view& bytes, const LineLimit& limit) {
    if (complete_) pending_.clear();
    complete_ = false;
    const std::size_t line_end = bytes.find('\n');
    const bool found = line_end != std::string_view::npos;
    const std::size_t room = limit.room - pending_.size();
    if ((found ? line_end : bytes.size()) > room) {
        pending_ += bytes.substr(0, room);
        throw LimitError(fmt::format("{} is longer than the limit of {} bytes, reached in {}",
                                     limit.what, limit.stated, quote_bytes(pending_)));
    }
    const std::string_view taken = bytes.substr(0, found ? line_end + 1 : bytes.size());
    bytes.remove_prefix(taken.size());
    if (found && pending_.empty()) return taken;
    pending_ += taken;
    if (!found) return std::nullopt;
    complete_ = true;
    return pending_;
}

std::string_view strip_line_end(std::string_view line) {
    if (line.ends_with('\n')) line.remove_suffix(1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

}  // namespace aio
