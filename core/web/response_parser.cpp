// response_parser.cpp: a line at a time through the head, then the body by one of four rules.
//
// Chapter: `read_response` (L11), `read_all` (L41), aiohttp's `response.read()` (L15).
// The one thing to know: choose_framing() decides how the end of the body is found, in the order
// of RFC 9112 (6.3). A program that gets this wrong waits for bytes that never come, or takes
// half a page for a whole one.
#include "core/web/response_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/web/client_error.hpp"

namespace aio {

ResponseParser::ResponseParser(std::string_view method, const HttpLimits& limits)
    : method_(method), limits_(limits) {}

std::size_t ResponseParser::feed(std::string_view bytes) {
    const std::size_t given = bytes.size();
    if (given > 0) started_ = true;
    while (!bytes.empty() && !done()) step(bytes);
    // Nobody asked for what comes after the answer, so it can't be trusted to be the next one.
    if (!bytes.empty()) reusable_ = false;
    return given - bytes.size();
}

void ResponseParser::step(std::string_view& bytes) {
    switch (state_) {
        case State::status_line:
            return read_status_line(bytes);
        case State::header_lines:
            return read_header_line(bytes);
        case State::body_of_length:
            return read_body_of_length(bytes);
        case State::body_in_chunks:
            return read_body_in_chunks(bytes);
        case State::body_until_close:
            return read_body_until_close(bytes);
        case State::done:
            return;
    }
}

std::optional<std::string_view> ResponseParser::take_line(std::string_view& bytes) {
    const auto line = lines_.take(bytes, head_line_limit(limits_, head_bytes_));
    if (!line) return std::nullopt;
    head_bytes_ += line->size() - 1;
    return strip_line_end(*line);
}

// Something else than HTTP may have no line end at all, and its server may wait for us. So the
// first bytes are looked at before a whole line is there.
void ResponseParser::check_start(std::string_view bytes) const {
    constexpr std::string_view expected = "HTTP/";
    std::string start(lines_.pending().substr(0, expected.size()));
    start += bytes.substr(0, expected.size() - start.size());
    const bool empty_line = start == "\r" || start.starts_with("\r\n") || start.starts_with('\n');
    if (empty_line && !skipped_empty_line_) return;
    const auto wrong = std::mismatch(start.begin(), start.end(), expected.begin()).first;
    if (wrong == start.end()) return;
    const auto seen = static_cast<std::size_t>(wrong - start.begin()) + 1;
    throw ProtocolError("the answer is not HTTP: it begins with " +
                        quote_bytes(std::string_view(start).substr(0, seen)) +
                        " where \"HTTP/\" was expected");
}

void ResponseParser::read_status_line(std::string_view& bytes) {
    check_start(bytes);
    const auto line = take_line(bytes);
    if (!line) return;
    if (line->empty()) {
        skipped_empty_line_ = true;
        return;
    }
    parse_status_line(*line, head_);
    state_ = State::header_lines;
}

void ResponseParser::read_header_line(std::string_view& bytes) {
    const auto line = take_line(bytes);
    if (!line) return;
    if (line->empty()) {
        finish_head();
    } else {
        parse_header_line(*line, head_.headers);
    }
}

void ResponseParser::finish_head() {
    if (head_.status == 101) {
        throw ProtocolError("the server switches to another protocol (status 101) unasked");
    }
    if (head_.status >= 200) return choose_framing();
    if (++interim_responses_ > limits_.max_interim_responses) {
        throw LimitError(fmt::format("more than {} interim answers came, the last with status {}",
                                     limits_.max_interim_responses, head_.status));
    }
    head_ = {};
    head_bytes_ = 0;
    skipped_empty_line_ = false;
    state_ = State::status_line;
}

void ResponseParser::choose_framing() {
    const bool coded = head_.headers.contains("Transfer-Encoding");
    const bool sized = head_.headers.contains("Content-Length");
    reusable_ = head_.says_keep_alive();
    if (method_ == "HEAD" || head_.status == 204 || head_.status == 304) {
        // HEAD and 304 tell the length of a body that was not sent. A 204 has no such excuse: its
        // server may send one all the same.
        const bool odd = coded || (sized && head_.headers.get("Content-Length") != "0");
        if (head_.status == 204 && odd) reusable_ = false;
        state_ = State::done;
    } else if (coded && sized) {
        throw ProtocolError("the answer has both a Transfer-Encoding and a Content-Length");
    } else if (head_.is_chunked()) {
        if (head_.minor == 0) reusable_ = false;  // chunks came with HTTP/1.1
        chunks_ = std::make_unique<ChunkedDecoder>(limits_);
        state_ = State::body_in_chunks;
    } else if (sized) {
        expect_length(*head_.content_length());
    } else {
        state_ = State::body_until_close;
    }
}

void ResponseParser::expect_length(std::uint64_t length) {
    if (length > limits_.max_body_bytes) {
        throw LimitError(fmt::format("the body of {} bytes is larger than the limit of {}", length,
                                     limits_.max_body_bytes));
    }
    // A promise of more than this is believed when the bytes are there.
    constexpr std::uint64_t most_reserved = 1024 * 1024;
    body_.reserve(static_cast<std::size_t>(std::min(length, most_reserved)));
    body_left_ = length;
    state_ = length == 0 ? State::done : State::body_of_length;
}

void ResponseParser::read_body_of_length(std::string_view& bytes) {
    const std::size_t count =
        static_cast<std::size_t>(std::min<std::uint64_t>(body_left_, bytes.size()));
    body_ += bytes.substr(0, count);
    bytes.remove_prefix(count);
    body_left_ -= count;
    if (body_left_ == 0) state_ = State::done;
}

void ResponseParser::read_body_in_chunks(std::string_view& bytes) {
    chunks_->feed(bytes, body_);
    if (chunks_->done()) state_ = State::done;
}

void ResponseParser::read_body_until_close(std::string_view& bytes) {
    if (bytes.size() > limits_.max_body_bytes - body_size()) {
        throw LimitError(
            fmt::format("the body is larger than the limit of {} bytes", limits_.max_body_bytes));
    }
    body_ += bytes;
    bytes = {};
}

void ResponseParser::eof() {
    reusable_ = false;
    switch (state_) {
        case State::status_line:
        case State::header_lines:
            if (!started_) {
                throw ServerDisconnected("the server closed the connection without an answer");
            }
            throw ServerDisconnected(
                "the server closed the connection inside the head of its answer, after " +
                quote_bytes(lines_.pending()));
        case State::body_of_length:
            throw IncompleteBodyError(
                fmt::format("the connection closed after {} of the {} bytes of the body",
                            body_size(), body_size() + body_left_));
        case State::body_in_chunks:
            throw IncompleteBodyError(fmt::format(
                "the connection closed after {} bytes of the body, before the end of its chunks",
                body_size()));
        case State::body_until_close:
            state_ = State::done;
            return;
        case State::done:
            return;
    }
}

std::string ResponseParser::take_body() {
    taken_ += body_.size();
    return std::exchange(body_, {});
}

}  // namespace aio
