// site_http.hpp: the server's side of HTTP, without a socket.
//
// Chapter: the request that its fetchers write (L01, L10) is what comes in here. Such a client of
// HTTP/1.0 reads until the connection closes; later ones keep it open, and may send a request
// before they have read the answer to the last one.
//
// The one thing to know: a request that cannot be answered is not an exception. It comes out of
// the reader with the status of the refusal, and after that answer the connection must close:
// nobody knows where the next request would begin.
//
// Left out on purpose: request bodies (refused), and the header Date, so that each answer is the
// same byte for byte on every run.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/site/site_pages.hpp"

namespace aio {

// What one client asks for. A value, owned by whoever answers it.
struct SiteRequest {
    std::string target;         // Path and query, as the client wrote them.
    bool head_only = false;     // HEAD: the answer ends with its head.
    bool reads_chunks = false;  // HTTP/1.1.
    bool keep_alive = false;    // Another request may follow on this connection.
    int refusal = 0;            // A status from 400 on, if there is nothing else to answer,
    std::string complaint;      // and why, in a sentence.
};

// Owned by the connection whose bytes it is fed.
class RequestReader {
  public:
    // More than a head of this size, in bytes, is refused with status 431.
    static constexpr std::size_t max_head_bytes = 8192;

    // Takes what has arrived, cut anywhere.
    void feed(std::string_view bytes) { buffer_ += bytes; }
    // The next request, or nothing until more bytes are fed. Not to be asked after a refusal.
    std::optional<SiteRequest> next();

  private:
    std::string buffer_;
    std::size_t searched_ = 0;  // Up to here there is no end of a head.
};

// The page that says why `request` is refused.
SitePage refusal_page(const SiteRequest& request);

// `page` as the answer to `request`, ready to be sent. In chunks if the page is of that kind and
// the client knows them; always with a Content-Length otherwise.
std::string answer_bytes(const SitePage& page, const SiteRequest& request);

}  // namespace aio
