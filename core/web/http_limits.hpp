// http_limits.hpp: how much of an answer we are willing to hold.
//
// Chapter: none of its listings; it reads whatever comes, which a crawler of the open web can't.
// The one thing to know: each limit is checked while bytes arrive, so that memory stays bounded
// however long a server goes on sending. To pass one is a LimitError of that fetch.
// Left out on purpose: limits on time. Those are the session's, since they need a clock.
#pragma once

#include <cstddef>

namespace aio {

// A value: copied into each parser. All in bytes, except the last.
struct HttpLimits {
    // One line of a head, without its LF. Real sites send policies of 10 kB in one line.
    std::size_t max_line_bytes = 64 * 1024;
    // Status line and header lines together; trailer fields of a chunked body as much again.
    std::size_t max_header_bytes = 256 * 1024;
    // The body without its chunk framing; refused by Content-Length before the first byte.
    std::size_t max_body_bytes = 64 * 1024 * 1024;
    // A chunk's size with its extensions.
    std::size_t max_chunk_line_bytes = 4096;
    // How many answers of status 1xx may come before the final one.
    std::size_t max_interim_responses = 16;
};

}  // namespace aio
