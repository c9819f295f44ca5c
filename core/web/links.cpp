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

// What two links to places on one page have in common, as they are written. The '#' of "&#38;"
// begins no fragment.
std::string_view without_fragment(std::string_view href) {
    std::size_t hash = href.find('#');
    while (hash != href.npos && hash > 0 && href[hash - 1] == '&') hash = href.find('#', hash + 1);
    return href.substr(0, hash);
}

// Nine of ten links of a handbook lead to places on pages that were linked to before, and to join
// and compare a URL costs far more than to compare what was written.
std::vector<std::string_view> different_places(const std::vector<std::string_view>& hrefs) {
    std::vector<std::string_view> places;
    std::unordered_set<std::string_view> seen;
    for (const std::string_view href : hrefs) {
        const std::string_view place = without_fragment(href);
        if (seen.insert(place).second) places.push_back(place);
    }
    return places;
}

// As Hrefs, but as it is written: views of the page.
struct WrittenHrefs {
    std::optional<std::string_view> base;
    std::vector<std::string_view> values;
};

WrittenHrefs scan(std::string_view html, LinkKinds kinds) {
    WrittenHrefs found;
    HtmlScanner scanner(html);
    StartTag tag;
    while (scanner.next(tag)) {
        if (equals_ignoring_case(tag.name, "base")) {
            if (tag.href && !found.base) found.base = tag.href;
        } else if (const auto link = link_of(tag, kinds)) {
            found.values.push_back(*link);
        }
    }
    return found;
}

Url document_base(const Url& page, std::optional<std::string_view> written) {
    if (!written) return page;
    const std::string href = resolve_references(*written);
    if (href.size() > longest_link) return page;
    const std::optional<Url> base = page.try_join(href);
    return base && base->is_http() ? *base : page;
}

void count_cut(CutLinks* cut, std::string_view link) {
    if (cut != nullptr && ++cut->links == 1) cut->first = link.substr(0, longest_link);
}

}  // namespace

Hrefs find_hrefs(std::string_view html, LinkKinds kinds) {
    const WrittenHrefs written = scan(html, kinds);
    Hrefs found;
    if (written.base) found.base = resolve_references(*written.base);
    for (const std::string_view value : written.values) {
        found.values.push_back(resolve_references(value));
    }
    return found;
}

std::vector<Url> find_links(const Url& page, std::string_view html, LinkKinds kinds,
                            CutLinks* too_long) {
    const WrittenHrefs hrefs = scan(html, kinds);
    const Url base = document_base(page, hrefs.base);
    const std::vector<std::string_view> places = different_places(hrefs.values);
    std::vector<Url> links;
    std::unordered_set<std::string> seen;
    links.reserve(places.size());
    seen.reserve(places.size());
    for (const std::string_view written : places) {
        const std::string place = resolve_references(written);
        if (place.size() > longest_link) {
            count_cut(too_long, place);
            continue;
        }
        std::optional<Url> link = base.try_join(place);
        if (!link) continue;
        link->fragment.reset();  // Of a '#' that was written as a reference.
        std::string key = link->key();
        if (key.size() > longest_link) {
            count_cut(too_long, key);
        } else if (seen.insert(std::move(key)).second) {
            links.push_back(std::move(*link));
        }
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
