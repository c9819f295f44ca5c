// scope.hpp: which URLs belong to the site that is crawled.
//
// Chapter: "Coordinating Coroutines"; its crawler's program calls this host_okay and url_allowed,
// with the options --strict, --lenient and --exclude.
//
// The one thing to know: the check looks at the parsed URL whose host is then connected to, never
// at its text, so "http://ours@theirs/" and "http://theirs/?http://ours/" are theirs.
//
// Left out on purpose: the list of public suffixes. The lenient rule compares two labels, so
// bbc.co.uk and shop.co.uk count as one site.
#pragma once

#include <optional>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "core/web/url.hpp"

namespace aio {

// Why a URL is not fetched.
enum class OutOfScope {
    not_http,  // mailto:, javascript:, ftp: and the like.
    https,     // Needs TLS, which is not supported.
    off_site,  // Another host.
    too_long,  // See UrlLimits.
    too_deep,  // See UrlLimits.
    excluded   // It matches --exclude.
};

// Against sites that make up URLs without an end.
struct UrlLimits {
    std::size_t max_length = 2048;  // Of Url::key(), in bytes.
    std::size_t max_depth = 20;     // Segments of the path: "/" has one, "/a/b.html" two.
};

// A value. Made once, from the roots.
class Scope {
  public:
    // With `strict`, a root's own host and that host with or without one leading "www."; without
    // it, every host whose last two labels are a root's. An IP address admits itself only.
    Scope(const std::vector<Url>& roots, bool strict, std::optional<std::regex> exclude,
          const UrlLimits& limits = {});

    // Nothing if the URL may be fetched, else the first reason why not.
    std::optional<OutOfScope> refuses(const Url& url) const;
    // The host alone, lower-case; one dot at its end does not count.
    bool host_okay(const std::string& host) const;

  private:
    std::set<std::string> hosts_;
    bool strict_;
    std::optional<std::regex> exclude_;
    UrlLimits limits_;
};

}  // namespace aio
