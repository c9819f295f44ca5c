// response_head.cpp: the grammar of a status line, a header line and three header values.
//
// Chapter: `status`, `headers` and `is_redirect` of its last Fetcher (L62).
// The one thing to know: lenient where servers in the wild are sloppy and nothing hangs on it
// (reason, folding, white space), strict in whatever decides where a body ends.
#include "core/web/response_head.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "core/web/ascii.hpp"
#include "core/web/client_error.hpp"
#include "core/web/header_text.hpp"

namespace aio {

namespace {

std::uint64_t parse_length(std::string_view text) {
    if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) {
        throw ProtocolError("the Content-Length " + quote_bytes(text) + " is not a number");
    }
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) {
        throw ProtocolError("the Content-Length " + quote_bytes(text) + " is too large a number");
    }
    return value;
}

ProtocolError bad_status_line(std::string_view complaint, std::string_view line) {
    return ProtocolError(fmt::format("the status line {} {}", quote_bytes(line), complaint));
}

// Takes one `name=value` off the front of the parameters of a Content-Type, which begin with a
// semicolon. The value may be in quotes, in which a backslash protects the next byte.
Header take_parameter(std::string_view& text) {
    text.remove_prefix(1);
    const std::size_t name_end = std::min(text.find_first_of("=;"), text.size());
    Header parameter{std::string(trim_blanks(text.substr(0, name_end))), ""};
    text.remove_prefix(name_end);
    if (text.empty() || text.front() == ';') return parameter;
    text.remove_prefix(1);
    bool in_quotes = false;
    while (!text.empty() && (in_quotes || text.front() != ';')) {
        if (text.front() == '"') {
            in_quotes = !in_quotes;
        } else {
            if (in_quotes && text.front() == '\\' && text.size() > 1) text.remove_prefix(1);
            parameter.value += text.front();
        }
        text.remove_prefix(1);
    }
    parameter.value = trim_blanks(parameter.value);
    return parameter;
}

}  // namespace

std::string ResponseHead::content_type() const {
    const std::string value = headers.get("Content-Type").value_or("");
    return lower_case(trim_blanks(std::string_view(value).substr(0, value.find(';'))));
}

std::string ResponseHead::charset() const {
    const std::string value = headers.get("Content-Type").value_or("");
    std::string_view rest = value;
    rest.remove_prefix(std::min(rest.find(';'), rest.size()));
    while (!rest.empty()) {
        const Header parameter = take_parameter(rest);
        if (!equals_ignoring_case(parameter.name, "charset")) continue;
        if (!parameter.value.empty()) return parameter.value;
    }
    return "utf-8";
}

std::optional<std::uint64_t> ResponseHead::content_length() const {
    const std::vector<std::string> values = headers.get_list("Content-Length");
    if (values.empty()) return std::nullopt;
    const std::uint64_t length = parse_length(values.front());
    for (const std::string& value : values) {
        if (parse_length(value) != length) {
            throw ProtocolError(fmt::format("the answer has two lengths: Content-Length {} and {}",
                                            quote_bytes(values.front()), quote_bytes(value)));
        }
    }
    return length;
}

bool ResponseHead::is_chunked() const {
    const std::vector<std::string> codings = headers.get_list("Transfer-Encoding");
    return !codings.empty() && equals_ignoring_case(codings.back(), "chunked");
}

bool ResponseHead::says_keep_alive() const {
    if (headers.contains_token("Connection", "close")) return false;
    return minor >= 1 || headers.contains_token("Connection", "keep-alive");
}

bool is_redirect(int status) {
    return (status >= 300 && status <= 303) || status == 307 || status == 308;
}

void parse_status_line(std::string_view line, ResponseHead& head) {
    // "HTTP/1.1 200": eight bytes of version, a space, three digits; then nothing or a space.
    const bool has_version = line.size() >= 8 && line.starts_with("HTTP/") && is_digit(line[5]) &&
                             line[6] == '.' && is_digit(line[7]) &&
                             (line.size() == 8 || line[8] == ' ');
    if (!has_version) throw bad_status_line("begins with no HTTP version", line);
    if (line[5] != '1') throw bad_status_line("is of another HTTP version than 1", line);
    const std::string_view rest = line.substr(std::min<std::size_t>(9, line.size()));
    const std::string_view code = rest.substr(0, 3);
    const bool has_code = code.size() == 3 && code[0] != '0' &&
                          std::all_of(code.begin(), code.end(), is_digit) &&
                          (rest.size() == 3 || rest[3] == ' ');
    if (!has_code) throw bad_status_line("has no status of three digits", line);
    head.major = 1;
    head.minor = line[7] - '0';
    head.status = std::stoi(std::string(code));
    head.reason = trim_blanks(rest.substr(3));
}

void parse_header_line(std::string_view line, Headers& headers) {
    std::string clean(line);
    std::replace(clean.begin(), clean.end(), '\r', ' ');
    std::replace(clean.begin(), clean.end(), '\0', ' ');
    const bool folded = !clean.empty() && is_blank(clean.front());
    if (folded && !headers.empty()) return headers.extend_last(clean);

    const std::size_t colon = std::min(clean.find(':'), clean.size());
    const std::string_view name = trim_blanks(std::string_view(clean).substr(0, colon));
    if (folded || colon == clean.size() || !is_token(name)) {
        throw ProtocolError("a header line is not a name, a colon and a value: " +
                            quote_bytes(line));
    }
    headers.add(name, std::string_view(clean).substr(colon + 1));
}

}  // namespace aio
