// chunked_decoder.hpp: takes the framing off a body that comes in chunks.
//
// Chapter: none of its listings; its HTTP/1.0 requests end with the connection (L01), and later
// aiohttp does this.
//
// The one thing to know: such a body is `5 CRLF hello CRLF 0 CRLF CRLF`: a size in hexadecimal,
// that many bytes, and so on until the size 0; then trailer fields, as in a head, and an empty
// line. Only that empty line is the end. A connection that ends before it ends too early.
//
// Left out on purpose: what extensions and trailers say. They are checked for form and dropped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/web/headers.hpp"
#include "core/web/http_limits.hpp"
#include "core/web/line_reader.hpp"

namespace aio {

// Owned by the response parser, one for each chunked body.
class ChunkedDecoder {
  public:
    explicit ChunkedDecoder(const HttpLimits& limits) : limits_(limits) {}

    // Takes bytes off the front of `bytes`, none after the end of the body, and appends the
    // body's own to `body`. Throws ProtocolError for wrong framing, LimitError for a line, the
    // trailer or a whole body that is too long; that chunk's bytes are not asked for then.
    void feed(std::string_view& bytes, std::string& body);
    bool done() const { return state_ == State::done; }

  private:
    enum class State { size, data, data_end, trailer, done };

    void read_size(std::string_view& bytes);
    void read_data(std::string_view& bytes, std::string& body);
    void read_data_end(std::string_view& bytes);
    void read_trailer(std::string_view& bytes);

    HttpLimits limits_;
    State state_ = State::size;
    LineReader lines_;
    std::size_t chunk_left_ = 0;   // bytes of this chunk that have not come yet
    std::size_t data_end_at_ = 0;  // how much of the CR LF after a chunk has come
    std::size_t total_ = 0;        // bytes in all chunks so far, this one included
    std::size_t trailer_bytes_ = 0;
    Headers trailer_;
};

}  // namespace aio
