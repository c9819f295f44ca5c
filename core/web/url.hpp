// url.hpp: URLs, on two levels.
//
// Chapter: "Coordinating Coroutines", listing L62, where links and the Location of a redirect
// become URLs to fetch; Python's urllib.parse, and yarl below aiohttp.
//   1. Text, as urllib.parse: urlsplit, urlunsplit, urljoin, urldefrag, split_authority. They take
//      a URL of any scheme apart and put it together by RFC 3986, and change nothing else in it.
//      For the reader who compares with Python, and for tools.
//   2. Crawling, as a browser reads a link: `Url`. Fetchers, the crawler and the HTTP client use
//      this level only. It is parsed once; the check "is this host ours?", the connect and the
//      Host header all use that one object, so no two parsers can disagree about the host.
//
// The one thing to know: what Url::target holds may go into a request line as it is. Blanks,
// control bytes and everything outside ASCII are percent-encoded by then.
//
// Left out on purpose: host names outside ASCII (IDNA; an error here), IPv4 addresses written as
// one number or in octal (they stay names), file: URLs, and reading "%2e%2e" as "..": the escape
// stays in the path, as in urljoin, and the server decides.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace aio {

// A text that is no URL. what() is a sentence that names the text (shortened, with control bytes
// made visible) and the cause.
class UrlError : public std::invalid_argument {
  public:
    UrlError(std::string_view text, std::string_view cause);
};

// ---- 1. Text: urllib.parse ----

// The five parts of a URL. A part that is there but empty differs from one that is not: "/d?" has
// an empty query, "/d" has none. The scheme is lower-case; empty means that there is none.
struct SplitUrl {
    std::string scheme;
    std::optional<std::string> authority;
    std::string path;
    std::optional<std::string> query;
    std::optional<std::string> fragment;

    bool operator==(const SplitUrl&) const = default;
};

// Takes a URL or a reference apart. As in Python, control bytes and blanks at the start and every
// TAB, CR and LF are dropped first. Never fails; the authority is checked by split_authority.
SplitUrl urlsplit(std::string_view url);

// Puts the parts together again, so that urlsplit would find the same parts.
std::string urlunsplit(const SplitUrl& parts);

// `reference` as it is meant on the page `base`: RFC 3986 section 5.2, with the old form "http:g"
// read as "g". A reference with another scheme, or an empty base, gives the reference as it is.
// Known differences from Python, which follow the RFC: empty segments stay ("http://a//b/c" and
// "d" give "http://a//b/d"), a bare "?", "#" or ";" stays, the base's fragment is always dropped
// (also for an empty reference), and every scheme is hierarchical ("mailto:x" and "z" give
// "mailto:z").
std::string urljoin(std::string_view base, std::string_view reference);

// The URL before its first '#', and the fragment after it (empty if there is none).
std::pair<std::string, std::string> urldefrag(std::string_view url);

// What stands between "//" and the path.
struct Authority {
    std::optional<std::string> userinfo;  // Before the last '@', as it is written.
    std::string host;                     // Lower-case, without the brackets of an IPv6 address.
    bool in_brackets = false;             // The host is an IPv6 address; a zone id is kept.
    std::optional<std::uint16_t> port;    // None if it is missing or empty ("h:").
};

// Takes an authority apart. Throws UrlError for unbalanced brackets and for a port that is no
// number up to 65535.
Authority split_authority(std::string_view authority);

// The same without an exception: nothing if it is malformed, and then `cause` says why.
std::optional<Authority> try_split_authority(std::string_view authority, std::string_view& cause);

// ---- 2. Crawling: as a browser reads it ----

// A value, owned by whoever holds it. Made by parse() and join(); a changed copy is a URL too.
// For schemes other than http and https only scheme, target (all that follows the colon) and
// fragment are filled in: enough to say what it is, and to print it.
struct Url {
    std::string scheme;                   // Lower-case.
    std::string userinfo;                 // "user" or "user:password", percent-encoded.
    std::string host;                     // Lower-case, an IPv6 address without its brackets.
    std::uint16_t port = 0;               // The scheme's own if the text names none.
    std::string target;                   // Path and query, starts with '/': "/a/b?x=1".
    std::optional<std::string> fragment;  // Never sent.

    // Reads an absolute URL. White space around it is dropped. Throws UrlError.
    static Url parse(std::string_view text);

    // `reference` (an href, a Location) as it is meant on a page with this URL. A backslash is a
    // slash. Throws UrlError if the reference is malformed, or relative to a URL that is not http.
    Url join(std::string_view reference) const;

    // The same without an exception: nothing where join() throws. For the links of a page, where
    // malformed ones are common and each throw would cost as much as many links.
    std::optional<Url> try_join(std::string_view reference) const;

    // The whole URL, with its fragment and without a default port.
    std::string str() const;

    // What two URLs have in common when one fetch serves both: str() without the fragment, with
    // the hex digits of escapes in upper case. Nothing is decoded: "/a%2Fb" is not "/a/b", "/x?"
    // is not "/x", and user names, "www." and a dot at the end of the host count.
    std::string key() const;

    // For the header Host: the port only if it is not the scheme's own, IPv6 in brackets. This
    // and origin() mean something only where is_http() is true.
    std::string host_header() const;

    // Scheme, host and port: connections to the same origin can serve each other's requests.
    std::string origin() const;

    // http or https: a crawler can fetch it.
    bool is_http() const { return scheme == "http" || is_https(); }
    // It takes a TLS connection.
    bool is_https() const { return scheme == "https"; }

    bool operator==(const Url&) const = default;
};

}  // namespace aio
