// chunked_decoder.cpp: one function for each of the four things that can come next.
//
// Chapter: none of its listings.
// The one thing to know: lines of the framing must end in CR LF, though a head may use LF alone.
// A head that is read too kindly is a wrong header; a size that is read too kindly moves every
// byte after it, and is how one answer gets smuggled into another.
#include "core/web/chunked_decoder.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

#include "core/web/client_error.hpp"
#include "core/web/header_text.hpp"
#include "core/web/response_head.hpp"

namespace aio {

namespace {

ProtocolError bad_chunk_line(std::string_view complaint, std::string_view line) {
    return ProtocolError(fmt::format("the chunk size line {} {}", quote_bytes(line), complaint));
}

// Reads `1aF`, `2 ;name="value"` and the like, with the line end.
std::uint64_t parse_chunk_size(std::string_view line) {
    if (line.find('\r') + 2 != line.size()) throw bad_chunk_line("does not end in CR LF", line);
    const char* const end = line.data() + line.size();
    std::uint64_t size = 0;
    // Takes digits only: no sign, no 0x, no space before them.
    const auto [digits_end, error] = std::from_chars(line.data(), end, size, 16);
    if (error == std::errc::result_out_of_range) throw bad_chunk_line("is too large", line);
    if (error != std::errc{}) throw bad_chunk_line("is no hexadecimal number", line);
    const std::string_view rest(digits_end, static_cast<std::size_t>(end - digits_end));
    const std::string_view extensions = trim_blanks(strip_line_end(rest));
    if (!extensions.empty() && extensions.front() != ';') {
        throw bad_chunk_line("is no hexadecimal number", line);
    }
    return size;
}

}  // namespace

void ChunkedDecoder::feed(std::string_view& bytes, std::string& body) {
    while (!bytes.empty() && state_ != State::done) {
        switch (state_) {
            case State::size:
                read_size(bytes);
                break;
            case State::data:
                read_data(bytes, body);
                break;
            case State::data_end:
                read_data_end(bytes);
                break;
            case State::trailer:
                read_trailer(bytes);
                break;
            case State::done:
                break;
        }
    }
}

void ChunkedDecoder::read_size(std::string_view& bytes) {
    const LineLimit limit{limits_.max_chunk_line_bytes, "a chunk size line",
                          limits_.max_chunk_line_bytes};
    const auto line = lines_.take(bytes, limit);
    if (!line) return;
    const std::uint64_t size = parse_chunk_size(*line);
    if (size > limits_.max_body_bytes - total_) {
        throw LimitError(
            fmt::format("the body is larger than the limit of {} bytes: it has {} "
                        "bytes and a chunk of {} more",
                        limits_.max_body_bytes, total_, size));
    }
    chunk_left_ = static_cast<std::size_t>(size);
    total_ += chunk_left_;
    state_ = size == 0 ? State::trailer : State::data;
}

void ChunkedDecoder::read_data(std::string_view& bytes, std::string& body) {
    const std::string_view data = bytes.substr(0, chunk_left_);
    body += data;
    bytes.remove_prefix(data.size());
    chunk_left_ -= data.size();
    if (chunk_left_ > 0) return;
    data_end_at_ = 0;
    state_ = State::data_end;
}

void ChunkedDecoder::read_data_end(std::string_view& bytes) {
    constexpr std::string_view line_end = "\r\n";
    if (bytes.front() != line_end[data_end_at_]) {
        throw ProtocolError("a chunk is not followed by CR LF but by " +
                            quote_bytes(line_end.substr(0, data_end_at_)) + " and " +
                            quote_bytes(bytes.substr(0, 1)));
    }
    bytes.remove_prefix(1);
    if (++data_end_at_ == line_end.size()) state_ = State::size;
}

void ChunkedDecoder::read_trailer(std::string_view& bytes) {
    const auto raw_line = lines_.take(bytes, head_line_limit(limits_, trailer_bytes_));
    if (!raw_line) return;
    trailer_bytes_ += raw_line->size() - 1;
    const std::string_view line = strip_line_end(*raw_line);
    if (line.empty()) {
        state_ = State::done;
    } else {
        parse_header_line(line, trailer_);
    }
}

}  // namespace aio
