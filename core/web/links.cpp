// links.cpp: from the tags of a page to the URLs it links to.
//
// Chapter: parse_links of the listings L01, L11 and L62.
// The one thing to know: the page is scanned to its end before the first link is joined, since
// <base href> counts for the links before it too.
#include "core/web/links.hpp"

#include <unordered_set>
#include <utility>

#include "core/web/ascii.hpp"
#include "core/web/character_references.hpp"
#include "core/web/html_scanner.hpp"

namespace aio {

namespace {

// The link that `tag` carries, if it is one of `kinds`.
std::optional<std::string_view> link_of(const StartTag& tag, LinkKinds kinds) {
    const auto is = [&tag](std::string_view name) { return equals_ignoring_case(tag.name, name); };
    if (kinds == LinkKinds::any_href || is("a") || is("area")) return tag.href;
    if (is("link") && kinds == LinkKinds::with_link) return tag.href;
    if (is("frame") || is("iframe")) return tag.src;
    return std::nullopt;
}

// What two links to places on one page have in common.
std::string_view without_fragment(std::string_view href) { return href.substr(0, href.find('#')); }

std::optional<Url> join_link(const Url& base, std::string_view href) {
    if (href.size() > longest_link) return std::nullopt;
    return base.try_join(href);
}

Url document_base(const Url& page, const std::optional<std::string>& href) {
    if (!href) return page;
    const std::optional<Url> base = join_link(page, *href);
    return base && base->is_http() ? *base : page;
}

}  // namespace

Hrefs find_hrefs(std::string_view html, LinkKinds kinds) {
    Hrefs found;
    HtmlScanner scanner(html);
    StartTag tag;
    while (scanner.next(tag)) {
        if (equals_ignoring_case(tag.name, "base")) {
            if (tag.href && !found.base) found.base = resolve_references(*tag.href);
        } else if (const auto link = link_of(tag, kinds)) {
            found.values.push_back(resolve_references(*link));
        }
    }
    return found;
}

std::vector<Url> find_links(const Url& page, std::string_view html, LinkKinds kinds) {
    const Hrefs hrefs = find_hrefs(html, kinds);
    const Url base = document_base(page, hrefs.base);
    std::vector<Url> links;
    std::unordered_set<std::string> seen;
    // Nine of ten links of a handbook lead to places on pages that were linked to before, and to
    // join and compare a URL costs far more than to compare what was written.
    std::unordered_set<std::string_view> seen_hrefs;
    for (const std::string& href : hrefs.values) {
        if (href.size() > longest_link) continue;
        const std::string_view place = without_fragment(href);
        if (!seen_hrefs.insert(place).second) continue;
        std::optional<Url> link = base.try_join(place);
        if (!link) continue;
        std::string key = link->key();
        if (key.size() > longest_link || !seen.insert(std::move(key)).second) continue;
        links.push_back(std::move(*link));
    }
    return links;
}

std::set<std::string> parse_links(std::string_view url, std::string_view html) {
    const Url page = Url::parse(url);
    const std::string origin = page.origin();
    std::set<std::string> paths;
    for (const Url& link : find_links(page, html)) {
        if (link.scheme == "http" && link.origin() == origin) paths.insert(link.target);
    }
    return paths;
}

std::vector<std::string> chapter_hrefs(std::string_view html) {
    constexpr std::string_view name = "href";
    std::vector<std::string> values;
    for (std::size_t at = html.find('='); at != html.npos; at = html.find('=', at)) {
        const std::size_t start = at + 2;  // Behind the '=' and the quote.
        const bool named = at >= name.size() &&
                           equals_ignoring_case(html.substr(at - name.size(), name.size()), name);
        at += 1;
        if (!named || start >= html.size() || (html[at] != '"' && html[at] != '\'')) continue;
        const std::size_t end = html.find_first_of(" \t\n\r\f\v\"'<>", start);
        const std::string_view value = html.substr(start, end - start);
        if (value.empty()) continue;
        values.emplace_back(value);
        at = start + value.size();
    }
    return values;
}

}  // namespace aio
