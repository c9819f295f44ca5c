// response_parser.hpp: turns bytes, as they come, into one answer.
//
// Chapter: `read_response` (L11) and `read_all` (L41) collect bytes until the server closes, and
// that is the whole answer. With keep-alive (L50) the connection stays open, so the end of an
// answer has to be found in its bytes: aiohttp does that in `response.read()` (L15), and we here.
//
// The one thing to know: this class does no input. Whoever owns the socket calls feed() with each
// piece and eof() at its end; where the pieces were cut changes nothing. So every case is tested
// in memory, and the session has no parsing in it.
//
// Left out on purpose: gzip (nobody asks for it, see build_request), pipelining, upgrades.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/web/chunked_decoder.hpp"
#include "core/web/http_limits.hpp"
#include "core/web/line_reader.hpp"
#include "core/web/response_head.hpp"

namespace aio {

// Owned by whoever reads one answer from a connection; a new one is made for the next answer. It
// holds the bytes of the body until they are taken. After an error it must not be fed again.
class ResponseParser {
  public:
    // The method of the request decides whether a body can follow: none does for HEAD.
    explicit ResponseParser(std::string_view method = "GET", const HttpLimits& limits = {});
    const std::string& method() const { return method_; }
    const HttpLimits& limits() const { return limits_; }

    // Reads the next bytes and returns how many belong to this answer: fewer than given only if
    // it is done. Interim answers (1xx) are passed over. Throws ProtocolError or LimitError as
    // soon as the answer can't become a good one, without waiting for more.
    std::size_t feed(std::string_view bytes);
    // The server has closed its side. That completes a body which lasts until then; else throws
    // IncompleteBodyError inside a body, ServerDisconnected inside a head or before it. After the
    // answer is done it only means that the connection can't be used again.
    void eof();

    // Whether any byte has come. If none has, the server may not have seen the request at all.
    bool started() const { return started_; }
    // Whether the final head is complete; head() may be asked from then on.
    bool head_done() const { return state_ > State::header_lines; }
    const ResponseHead& head() const { return head_; }
    // Whether the whole answer has been read.
    bool done() const { return state_ == State::done; }
    // Whether the connection can carry another request: the answer is done, its end was found
    // without closing, the server means to stay, and no byte came after the answer.
    bool keep_alive() const { return done() && reusable_; }

    // The bytes of the body since the last call. To stream, call it after each feed().
    std::string take_body();
    // Bytes of the body so far, those taken included.
    std::size_t body_size() const { return taken_ + body_.size(); }

  private:
    enum class State {
        status_line,
        header_lines,
        body_of_length,
        body_in_chunks,
        body_until_close,
        done
    };

    void step(std::string_view& bytes);
    std::optional<std::string_view> take_line(std::string_view& bytes);
    void check_start(std::string_view bytes) const;
    void read_status_line(std::string_view& bytes);
    void read_header_line(std::string_view& bytes);
    void finish_head();
    void choose_framing();
    void expect_length(std::uint64_t length);
    void read_body_of_length(std::string_view& bytes);
    void read_body_in_chunks(std::string_view& bytes);
    void read_body_until_close(std::string_view& bytes);

    std::string method_;
    HttpLimits limits_;
    State state_ = State::status_line;
    bool started_ = false;
    bool reusable_ = false;
    bool skipped_empty_line_ = false;
    std::size_t interim_responses_ = 0;
    LineReader lines_;
    std::size_t head_bytes_ = 0;
    ResponseHead head_;
    std::uint64_t body_left_ = 0;
    std::unique_ptr<ChunkedDecoder> chunks_;  // Most answers have none.
    std::string body_;
    std::size_t taken_ = 0;
};

}  // namespace aio
