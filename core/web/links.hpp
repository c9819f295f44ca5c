// links.hpp: the links of a page.
//
// Chapter: parse_links, which the listings L01, L11 and L62 call and never show.
//   parse_links    for stages 1 and 2: the paths of this host that a page links to.
//   find_links     for the crawler: the URLs a page links to, on any host.
//   find_hrefs     below both: what the page says, before it is joined to a URL.
//   chapter_hrefs  what the chapter's regular expression finds, kept for comparison.
//
// The one thing to know: links are found as a browser finds them. Not in comments, scripts or
// titles; with unquoted values, with white space around '=', with "&amp;" resolved, and relative
// to <base href>. A malformed link is left out; it is never an error of the page.
//
// Left out on purpose: links that a script makes, meta refresh, srcset, forms and images.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/web/url.hpp"

namespace aio {

// Which elements carry a link. In no case base, which is not a page to fetch.
enum class LinkKinds {
    anchors,    // href of a and area, src of frame and iframe: the pages a reader gets to see.
    with_link,  // The same and href of link: style sheets, icons, feeds.
    any_href    // href of any element and no src, as the chapter's regular expression.
};

// What a page says about its links: character references are resolved, nothing else is changed.
struct Hrefs {
    std::optional<std::string> base;  // Of the first <base href>.
    std::vector<std::string> values;  // In the page's order, with repetitions.
};

// All links in `html`. Costs one pass over the bytes, whatever they are.
Hrefs find_hrefs(std::string_view html, LinkKinds kinds = LinkKinds::anchors);

// A link whose URL is longer than this is left out, and so is a longer base: servers refuse them,
// and without a limit a page could make each of its links as long as itself.
inline constexpr std::size_t longest_link = 8192;

// Links that were left out for their length or depth: how many, and the URL of the first.
struct CutLinks {
    std::size_t links = 0;
    std::string first = {};
};

// The URLs that `html`, which was found at `page`, links to: joined to its base, without
// fragments, each key() once, in the page's order. Also those with another scheme (mailto:), which
// is_http() tells apart. A base that is malformed, or that no link can be joined to, is ignored.
// Links that are too long are counted in `too_long`, if it is given.
std::vector<Url> find_links(const Url& page, std::string_view html,
                            LinkKinds kinds = LinkKinds::anchors, CutLinks* too_long = nullptr);

// The links of the page at `url` that lead to the same host and port over http, as what stands
// in a request line: "/352/". Throws UrlError if `url` is none.
std::set<std::string> parse_links(std::string_view url, std::string_view html);

// What (?i)href=["']([^\s"'<>]+) finds, written by hand because std::regex recurses for each
// character. It sees comments, data-href and the href of base; it misses unquoted values and
// white space around '='; it ends a value at a space or at either quote.
std::vector<std::string> chapter_hrefs(std::string_view html);

}  // namespace aio
