// robots.hpp: what a site's /robots.txt asks of a crawler.
//
// Chapter: none of its listings, and its crawler never asks. RFC 9309, the Robots Exclusion
// Protocol, and one common extension of it: Crawl-delay.
//
// The one thing to know: of all the rules that match a URL, the one with the longest pattern
// decides, and between equals "Allow" does; the order of the lines does not matter. Patterns and
// URLs are brought to one form first, so "/%7Ea", "/~a" and "/%7ea" are the same.
//
// Left out on purpose: Sitemap lines, the misspellings that some crawlers forgive, and fetching
// the file (stage3_crawler/politeness.hpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/loop/clock.hpp"

namespace aio {

// How much of a robots.txt is read, in bytes; what follows is ignored.
inline constexpr std::size_t longest_robots_txt = 500 * 1024;

// [robots]
// A value: the rules for one crawler at one site. One made without a text allows everything.
class Robots {
  public:
    Robots() = default;

    // The rules for the crawler with this product token ("crawler-from-scratch"): those of all
    // groups that name it, in whatever case, and if there is none those of all groups for "*".
    // No text is an error: a line that says nothing known is skipped.
    static Robots parse(std::string_view text, std::string_view token);

    // Whether a URL may be fetched, given its Url::target. /robots.txt itself always may.
    bool allows(std::string_view path_and_query) const;
    // How long to wait between two requests, if the file says so.
    std::optional<Duration> crawl_delay() const { return crawl_delay_; }

  private:
    friend class RobotsReader;
    struct Rule {
        std::string pattern;
        bool allow;
    };

    std::vector<Rule> rules_;
    std::optional<Duration> crawl_delay_;
};
// [/robots]

}  // namespace aio
