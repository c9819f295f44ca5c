// simple_http.hpp: HTTP for a fetcher that collects the whole answer before it looks into it.
//
// Chapter: the request of L08 and L10, and what its Fetcher hands to parse_links (L11): all bytes
// that came until the server closed. Stages 1 and 2 use nothing else of HTTP.
//
// The one thing to know: the request asks for HTTP/1.0 and says `Connection: close`, so the
// connection's end is the answer's end, and no fetcher has to look for it in the bytes.
//
// Left out on purpose: answers that are looked at while they arrive, and connections that are used
// again: stage 3 has both.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "core/web/url.hpp"

namespace aio {

// The chapter's request for `page`, ready to be sent, with the few lines more that servers on the
// internet insist on.
std::string get_request(const Url& page);

// Where the answer to `page` leads on the same host, as what stands in a request line: "/352/". The
// links of an HTML page of status 200; the Location of a redirect; of every other answer nothing.
// Throws ClientError with the cause if `answer` is not the whole of an answer, or a redirect to
// nowhere, and UnsupportedScheme for one to https.
std::set<std::string> links_of_answer(const Url& page, std::string_view answer);

}  // namespace aio
