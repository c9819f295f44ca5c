// simple_http.cpp: one request, and one answer that is complete (see simple_http.hpp).
//
// Chapter: L10 and L11.
// The one thing to know: the library's own parser splits head and body. It also notices a body
// that ended early, and undoes the chunks of a server that answers HTTP/1.0 with HTTP/1.1.
#include "core/web/simple_http.hpp"

#include <optional>

#include "core/web/http.hpp"
#include "core/web/links.hpp"
#include "core/web/request_errors.hpp"

namespace aio {

namespace {

std::set<std::string> redirect_target(const Url& page, const std::string& location) {
    const std::optional<Url> target = page.try_join(location);
    if (!target) throw ProtocolError("the Location " + quote_bytes(location) + " is no URL");
    if (target->is_https()) throw UnsupportedScheme("the redirect to " + target->str());
    if (target->scheme != "http" || target->origin() != page.origin()) return {};
    return {target->target};
}

}  // namespace

std::string get_request(const Url& page) {
    const Headers extra{{"Connection", "close"}};
    return build_request("GET", page.target, page.host_header(), extra, HttpVersion::http_1_0);
}

std::set<std::string> links_of_answer(const Url& page, std::string_view answer) {
    ResponseParser parser;
    parser.feed(answer);
    parser.eof();
    const ResponseHead& head = parser.head();
    const std::optional<std::string> location = head.headers.get("Location");
    if (is_redirect(head.status) && location) return redirect_target(page, *location);
    if (head.status != 200 || head.content_type() != "text/html") return {};
    return parse_links(page.str(), parser.take_body());
}

}  // namespace aio
