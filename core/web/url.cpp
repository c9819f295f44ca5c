// url.cpp: the crawling level of url.hpp, a link as a browser reads it.
//
// Chapter: "Coordinating Coroutines", listing L62. The WHATWG URL standard for http and https,
// without its state machine: clean the text, split it, resolve the path segment by segment.
//
// The one thing to know: parse() and join() are one function, resolve(); parse() has no base.
// A base's target has no dot segments left, so joining only appends to its directory.
#include "core/web/url.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/web/ascii.hpp"
#include "core/web/url_bytes.hpp"

namespace aio {

namespace {

std::uint16_t default_port(std::string_view scheme) { return scheme == "https" ? 443 : 80; }

bool is_slash(char c) { return c == '/' || c == '\\'; }

// Byte by byte: find_first_of would call a function for each.
std::size_t find_slash(std::string_view text) {
    const auto found = std::find_if(text.begin(), text.end(), is_slash);
    return found == text.end() ? text.npos : static_cast<std::size_t>(found - text.begin());
}

std::size_t count_slashes(std::string_view text) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_slash);
    return static_cast<std::size_t>(end - text.begin());
}

// One spelling for each address, so that the same host has the same key.
std::optional<std::string> read_ipv6(const std::string& host, std::string_view& cause) {
    in6_addr address{};
    std::array<char, INET6_ADDRSTRLEN> spelling{};
    const bool has_nul = host.find('\0') != host.npos;
    if (has_nul || ::inet_pton(AF_INET6, host.c_str(), &address) != 1) {
        cause = "what stands in brackets is no IPv6 address";
        return std::nullopt;
    }
    return ::inet_ntop(AF_INET6, &address, spelling.data(), spelling.size());
}

bool is_forbidden_in_name(char c) {
    const auto byte = static_cast<unsigned char>(c);
    const bool control = byte <= 0x20 || byte == 0x7F;
    return control || std::string_view("#%/:<>?@[\\]^|").find(c) != std::string_view::npos;
}

bool is_not_ascii(char c) { return static_cast<unsigned char>(c) > 0x7F; }

std::optional<std::string> read_name(std::string_view host, std::string_view& cause) {
    std::string name = lower_case(percent_decoded(host));
    if (name.empty()) {
        cause = "it has no host";
    } else if (std::any_of(name.begin(), name.end(), is_not_ascii)) {
        cause = "its host has bytes that are not ASCII";
    } else if (std::any_of(name.begin(), name.end(), is_forbidden_in_name)) {
        cause = "its host has a byte that no host may have";
    } else {
        return name;
    }
    return std::nullopt;
}

std::string encode_userinfo(std::string_view userinfo) {
    const std::size_t colon = userinfo.find(':');
    std::string encoded;
    append_encoded(encoded, userinfo.substr(0, colon), UrlPlace::userinfo);
    if (colon == userinfo.npos || colon + 1 == userinfo.size()) return encoded;
    encoded += ':';
    append_encoded(encoded, userinfo.substr(colon + 1), UrlPlace::userinfo);
    return encoded;
}

// Appends `path` to `target`, which ends with '/'. "." adds nothing, ".." takes a segment away.
void append_segments(std::string& target, std::string_view path) {
    while (true) {
        const std::size_t slash = find_slash(path);
        const std::string_view segment = path.substr(0, slash);
        if (segment == "..") {
            if (target.size() > 1) target.resize(target.rfind('/', target.size() - 2) + 1);
        } else if (segment != ".") {
            append_encoded(target, segment, UrlPlace::path);
            if (slash != path.npos) target += '/';
        }
        if (slash == path.npos) return;
        path.remove_prefix(slash + 1);
    }
}

void append_path(std::string& target, std::string_view path) {
    if (is_slash(path[0])) {
        target = "/";
        path.remove_prefix(1);
    } else {
        target.resize(target.rfind('/', target.find('?')) + 1);
    }
    append_segments(target, path);
}

void set_fragment(Url& url, std::string_view& reference) {
    url.fragment.reset();
    const std::size_t hash = reference.find('#');
    if (hash == reference.npos) return;
    append_encoded(url.fragment.emplace(), reference.substr(hash + 1), UrlPlace::fragment);
    reference = reference.substr(0, hash);
}

// `reference` has neither scheme nor host any more. The target takes one allocation.
Url with_reference(const Url& base, std::string_view reference) {
    Url url;
    url.scheme = base.scheme;
    url.userinfo = base.userinfo;
    url.host = base.host;
    url.port = base.port;
    url.target.reserve(base.target.size() + reference.size() + 1);
    url.target = base.target;
    set_fragment(url, reference);
    const std::size_t question = reference.find('?');
    const std::string_view path = reference.substr(0, question);
    if (!path.empty()) append_path(url.target, path);
    if (question == reference.npos) return url;
    // A reference of a query alone replaces the base's.
    url.target.resize(std::min(url.target.find('?'), url.target.size()));
    url.target += '?';
    append_encoded(url.target, reference.substr(question + 1), UrlPlace::query);
    return url;
}

// `rest` begins with the authority. A backslash ends it as a slash does, so that the host in
// "http://ours\@theirs/" is "ours" for everybody.
std::optional<Url> with_authority(std::string_view scheme, std::string_view rest,
                                  std::string_view& cause) {
    const std::size_t end = std::min(rest.find_first_of("/\\?#"), rest.size());
    const auto authority = try_split_authority(rest.substr(0, end), cause);
    if (!authority) return std::nullopt;
    auto host = authority->in_brackets ? read_ipv6(authority->host, cause)
                                       : read_name(authority->host, cause);
    if (!host) return std::nullopt;
    Url url;
    url.scheme = scheme;
    url.userinfo = encode_userinfo(authority->userinfo.value_or(""));
    url.host = *std::move(host);
    url.port = authority->port.value_or(default_port(scheme));
    url.target = "/";
    return with_reference(url, rest.substr(end));
}

Url with_other_scheme(std::string_view scheme, std::string_view rest) {
    Url url;
    url.scheme = scheme;
    set_fragment(url, rest);
    append_encoded(url.target, rest, UrlPlace::opaque);
    return url;
}

// `base` may be null. Nothing if `text` is no URL; then `cause` says why.
std::optional<Url> resolve(std::string_view text, const Url* base, std::string_view& cause) {
    std::string_view rest = without_outer_blanks(text);
    std::string cleaned;
    if (has_line_breaks(rest)) rest = cleaned = without_line_breaks(rest);
    const std::string scheme = lower_case(find_scheme(rest));
    if (!scheme.empty()) {
        rest.remove_prefix(scheme.size() + 1);
        if (scheme != "http" && scheme != "https") return with_other_scheme(scheme, rest);
        // "http:g" is relative on an http page, and a host anywhere else.
        if (base == nullptr || base->scheme != scheme) {
            return with_authority(scheme, rest.substr(count_slashes(rest)), cause);
        }
    } else if (base == nullptr) {
        cause = "it has no scheme, such as http:";
        return std::nullopt;
    } else if (!base->is_http()) {
        cause = "it is relative to a URL that is not http";
        return std::nullopt;
    }
    const std::size_t slashes = count_slashes(rest);
    if (slashes < 2) return with_reference(*base, rest);
    return with_authority(base->scheme, rest.substr(slashes), cause);
}

void append_host(std::string& text, const Url& url) {
    const bool in_brackets = url.host.find(':') != url.host.npos;
    if (in_brackets) text += '[';
    text += url.host;
    if (in_brackets) text += ']';
    if (url.port != default_port(url.scheme)) text.append(":").append(std::to_string(url.port));
}

// A crawl asks for this twice for each link, so it takes one allocation.
std::string without_fragment(const Url& url) {
    constexpr std::size_t signs = 12;  // "://", "@", "[]", ":65535".
    std::string text;
    text.reserve(url.scheme.size() + url.userinfo.size() + url.host.size() + url.target.size() +
                 signs);
    text.append(url.scheme).append(":");
    if (url.is_http()) {
        text += "//";
        if (!url.userinfo.empty()) text.append(url.userinfo).append("@");
        append_host(text, url);
    }
    return text += url.target;
}

}  // namespace

Url Url::parse(std::string_view text) {
    std::string_view cause;
    std::optional<Url> url = resolve(text, nullptr, cause);
    if (!url) throw UrlError(text, cause);
    return *std::move(url);
}

Url Url::join(std::string_view reference) const {
    std::string_view cause;
    std::optional<Url> url = resolve(reference, this, cause);
    if (!url) throw UrlError(reference, cause);
    return *std::move(url);
}

std::optional<Url> Url::try_join(std::string_view reference) const {
    std::string_view cause;
    return resolve(reference, this, cause);
}

std::string Url::host_header() const {
    std::string header;
    append_host(header, *this);
    return header;
}

std::string Url::origin() const { return scheme + "://" + host_header(); }

std::string Url::str() const {
    std::string url = without_fragment(*this);
    if (fragment) url += "#" + *fragment;
    return url;
}

std::string Url::key() const { return with_upper_case_escapes(without_fragment(*this)); }

}  // namespace aio
