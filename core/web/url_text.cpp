// url_text.cpp: the text level of url.hpp, Python's urllib.parse.
//
// Chapter: "Coordinating Coroutines", listing L62 (urljoin, urldefrag). RFC 3986, sections 3, 5.2
// and 5.3; the names of the parts are the RFC's.
//
// The one thing to know: nothing is encoded, decoded or normalised here, apart from the case of
// scheme and host and the dot segments of a joined path.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/web/ascii.hpp"
#include "core/web/url.hpp"
#include "core/web/url_bytes.hpp"

namespace aio {

namespace {

// An error message is read by people: a hostile URL of a megabyte becomes a line.
std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 120;
    std::string out = "\"";
    for (const char c : text.substr(0, longest)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte <= 0x7E) {
            out += c;
        } else {
            out += fmt::format("\\x{:02x}", byte);
        }
    }
    out += text.size() > longest ? "...\"" : "\"";
    return out;
}

// Cuts `rest` at the first `mark` and returns what follows it; nothing if there is no mark.
std::optional<std::string> cut_at(std::string_view& rest, char mark) {
    const std::size_t at = rest.find(mark);
    if (at == rest.npos) return std::nullopt;
    std::string tail(rest.substr(at + 1));
    rest = rest.substr(0, at);
    return tail;
}

std::vector<std::string_view> split_segments(std::string_view path) {
    std::vector<std::string_view> segments;
    for (std::size_t slash; (slash = path.find('/')) != path.npos;) {
        segments.push_back(path.substr(0, slash));
        path.remove_prefix(slash + 1);
    }
    segments.push_back(path);
    return segments;
}

// "/a/b/../c/." becomes "/a/c/". A ".." above the root is dropped.
std::string remove_dot_segments(std::string_view path) {
    const bool rooted = path.starts_with('/');
    if (rooted) path.remove_prefix(1);
    std::vector<std::string_view> kept;
    bool last_was_dots = false;
    for (const std::string_view segment : split_segments(path)) {
        last_was_dots = segment == "." || segment == "..";
        if (!last_was_dots) kept.push_back(segment);
        if (segment == ".." && !kept.empty()) kept.pop_back();
    }
    if (last_was_dots) kept.emplace_back();
    return fmt::format("{}{}", rooted ? "/" : "", fmt::join(kept, "/"));
}

// The directory of the base's path, and the reference's path in it.
std::string merge_paths(const SplitUrl& base, std::string_view path) {
    if (base.authority && base.path.empty()) return "/" + std::string(path);
    return base.path.substr(0, base.path.rfind('/') + 1) + std::string(path);
}

// The number; over 65535, or not a digit among them, is no port.
std::optional<std::uint16_t> parse_port(std::string_view text) {
    std::uint32_t port = 0;
    for (const char c : text) {
        if (!is_digit(c)) return std::nullopt;
        port = std::min<std::uint32_t>(port * 10 + static_cast<std::uint32_t>(c - '0'), 65536);
    }
    if (port > 65535) return std::nullopt;
    return static_cast<std::uint16_t>(port);
}

// The zone id of an address ("%eth0") is a name of this machine, where case counts.
std::string lower_case_host(std::string_view host, bool in_brackets) {
    const std::size_t zone = in_brackets ? std::min(host.find('%'), host.size()) : host.size();
    return lower_case(host.substr(0, zone)) + std::string(host.substr(zone));
}

}  // namespace

UrlError::UrlError(std::string_view text, std::string_view cause)
    : std::invalid_argument(fmt::format("cannot use the URL {}: {}", quoted(text), cause)) {}

SplitUrl urlsplit(std::string_view url) {
    const std::string cleaned = without_line_breaks(without_leading_blanks(url));
    std::string_view rest = cleaned;
    SplitUrl parts;
    const std::string_view scheme = find_scheme(rest);
    if (!scheme.empty()) {
        parts.scheme = lower_case(scheme);
        rest.remove_prefix(scheme.size() + 1);
    }
    parts.fragment = cut_at(rest, '#');
    parts.query = cut_at(rest, '?');
    if (rest.starts_with("//")) {
        rest.remove_prefix(2);
        const std::size_t slash = std::min(rest.find('/'), rest.size());
        parts.authority = rest.substr(0, slash);
        rest.remove_prefix(slash);
    }
    parts.path = rest;
    return parts;
}

std::string urlunsplit(const SplitUrl& parts) {
    std::string url;
    if (!parts.scheme.empty()) url += parts.scheme + ":";
    if (parts.authority) {
        url += "//" + *parts.authority;
    } else if (parts.path.starts_with("//")) {
        url += "/.";  // Without it the path would be read as an authority.
    } else if (parts.scheme.empty() && !find_scheme(parts.path).empty()) {
        url += "./";  // Without it the first segment would be read as a scheme.
    }
    url += parts.path;
    if (parts.query) url += "?" + *parts.query;
    if (parts.fragment) url += "#" + *parts.fragment;
    return url;
}

std::string urljoin(std::string_view base, std::string_view reference) {
    if (base.empty()) return std::string(reference);
    const SplitUrl from = urlsplit(base);
    SplitUrl to = urlsplit(reference);
    if (!to.scheme.empty() && to.scheme != from.scheme) return std::string(reference);
    to.scheme = from.scheme;
    if (to.authority) {
        to.path = remove_dot_segments(to.path);
        return urlunsplit(to);
    }
    to.authority = from.authority;
    if (to.path.empty()) {
        to.path = from.path;
        if (!to.query) to.query = from.query;
    } else if (to.path.starts_with('/')) {
        to.path = remove_dot_segments(to.path);
    } else {
        to.path = remove_dot_segments(merge_paths(from, to.path));
    }
    return urlunsplit(to);
}

std::pair<std::string, std::string> urldefrag(std::string_view url) {
    std::optional<std::string> fragment = cut_at(url, '#');
    return {std::string(url), std::move(fragment).value_or("")};
}

Authority split_authority(std::string_view authority) {
    std::string_view cause;
    std::optional<Authority> parts = try_split_authority(authority, cause);
    if (!parts) throw UrlError(authority, cause);
    return *std::move(parts);
}

std::optional<Authority> try_split_authority(std::string_view authority, std::string_view& cause) {
    const auto fail = [&cause](std::string_view why) {
        cause = why;
        return std::nullopt;
    };
    Authority parts;
    std::string_view rest = authority;
    if (const std::size_t at = rest.rfind('@'); at != rest.npos) {
        parts.userinfo = rest.substr(0, at);
        rest.remove_prefix(at + 1);
    }
    std::string_view host = rest.substr(0, rest.find(':'));
    parts.in_brackets = rest.starts_with('[');
    if (parts.in_brackets) {
        const std::size_t close = rest.find(']');
        if (close == rest.npos) return fail("the '[' of its host has no ']'");
        host = rest.substr(1, close - 1);
        rest.remove_prefix(2);
    }
    rest.remove_prefix(host.size());
    if (host.find_first_of("[]") != host.npos) return fail("a bracket is out of place");
    parts.host = lower_case_host(host, parts.in_brackets);
    if (rest.empty() || rest == ":") return parts;
    if (rest[0] != ':') return fail("text follows the ']' of its host");
    parts.port = parse_port(rest.substr(1));
    if (!parts.port) return fail("its port is not a number up to 65535");
    return parts;
}

}  // namespace aio
