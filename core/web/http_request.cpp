// http_request.cpp: checks the parts of a request and puts them together.
//
// Chapter: the format string of L01 and L10.
// The one thing to know: there is exactly one Host. Some servers refuse a request without one
// even in HTTP/1.0, and two would let two servers on the way disagree.
#include "core/web/http_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "core/web/ascii.hpp"
#include "core/web/client_error.hpp"
#include "core/web/header_text.hpp"

namespace aio {

namespace {

// White space and control bytes end a word of the request line, or the line itself.
bool ends_a_word(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= 0x20 || byte == 0x7f;
}

void check_word(std::string_view what, std::string_view word) {
    if (word.empty()) throw std::invalid_argument(fmt::format("the {} is empty", what));
    if (std::any_of(word.begin(), word.end(), ends_a_word) ||
        word.find('#') != std::string_view::npos) {
        throw std::invalid_argument(
            fmt::format("the {} {} can't be sent as it is", what, quote_bytes(word)));
    }
}

void append_header(std::string& request, std::string_view name, std::string_view value) {
    constexpr std::string_view line_breakers("\r\n\0", 3);
    if (!is_token(name)) {
        throw std::invalid_argument(quote_bytes(name) + " is not the name of a header");
    }
    if (value.find_first_of(line_breakers) != std::string_view::npos) {
        throw std::invalid_argument(
            fmt::format("the value {} of {} can't be sent", quote_bytes(value), name));
    }
    fmt::format_to(std::back_inserter(request), "{}: {}\r\n", name, value);
}

}  // namespace

std::string build_request(std::string_view method, std::string_view target, std::string_view host,
                          const Headers& extra, HttpVersion version) {
    if (!is_token(method)) {
        throw std::invalid_argument(quote_bytes(method) + " is not a method");
    }
    check_word("request target", target);
    const std::string host_value = extra.get("Host").value_or(std::string(host));
    check_word("host", host_value);

    std::string request = fmt::format("{} {} HTTP/1.{}\r\n", method, target,
                                      version == HttpVersion::http_1_0 ? 0 : 1);
    append_header(request, "Host", host_value);
    if (!extra.contains("User-Agent")) append_header(request, "User-Agent", default_user_agent);
    if (!extra.contains("Accept-Encoding")) append_header(request, "Accept-Encoding", "identity");
    for (const Header& header : extra) {
        if (!equals_ignoring_case(header.name, "Host")) {
            append_header(request, header.name, header.value);
        }
    }
    request += "\r\n";
    return request;
}

}  // namespace aio
