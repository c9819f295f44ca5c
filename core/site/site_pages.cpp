// site_pages.cpp: writes the pages of the bundled site.
//
// Chapter: none of its listings; the pages are what its crawler finds (see site_pages.hpp).
// The one thing to know: find_page() says which paths exist. site_page() adds what is common to
// all of them: the path without its last slash, and the page for everything else.
#include "core/site/site_pages.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

#include "core/site/site_image.hpp"

namespace aio {

namespace {

constexpr int famous_comic = 353;  // The one that the chapter fetches.
constexpr int links_per_archive_page = 100;

constexpr std::string_view style =
    "body{font:16px/1.5 sans-serif;max-width:40em;margin:2em auto;padding:0 1em;color:#222}"
    "nav a{margin-right:1em}img{width:192px;image-rendering:pixelated;border:1px solid #999}";

// For the visitors who look at more than one comic: 504 of them differ.
constexpr std::array<std::string_view, 8> people = {
    "gardener", "librarian", "sailor", "painter", "carpenter", "baker", "astronomer", "postman"};
constexpr std::array<std::string_view, 7> pastimes = {
    "reads a chapter",       "sweeps the floor",        "mends a net",   "sorts a box of buttons",
    "draws a map of a town", "winds up a ball of yarn", "tunes a fiddle"};
struct Thing {
    std::string_view name;
    std::string_view happens;
};
constexpr std::array<Thing, 9> things = {{{"kettle", "boils"},
                                          {"letter", "is answered"},
                                          {"loaf", "is baked"},
                                          {"train", "comes in"},
                                          {"kiln", "has cooled down"},
                                          {"tide", "turns"},
                                          {"clock", "strikes the hour"},
                                          {"photograph", "is developed"},
                                          {"seed", "sprouts"}}};

template <class Choices> const auto& choose(const Choices& choices, int number) {
    return choices[static_cast<std::size_t>(number) % choices.size()];
}

std::string html_page(std::string_view title, std::string_view body) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}\n</body>\n</html>\n",
        title, style, body);
}

SitePage simple_page(std::string_view title, std::string_view text) {
    SitePage page;
    page.body = html_page(title, fmt::format("<nav><a href=\"/\">Newest</a></nav>\n<h1>{}</h1>\n"
                                             "<p>{}</p>",
                                             title, text));
    return page;
}

// Browsers show the body for a moment; a crawler that reads no Location finds its link there.
SitePage redirect(int status, std::string location) {
    SitePage page =
        simple_page("Moved", fmt::format("This page is at <a href=\"{0}\">{0}</a>.", location));
    page.status = status;
    page.location = std::move(location);
    return page;
}

std::string comic_path(int number) { return fmt::format("/{}/", number); }

std::string archive_path(int page) {
    return page == 1 ? "/archive/" : fmt::format("/archive/{}/", page);
}

int archive_pages(int pages) {
    return (pages + links_per_archive_page - 1) / links_per_archive_page;
}

std::string link(std::string_view path, std::string_view text) {
    return fmt::format("<a href=\"{}\">{}</a>\n", path, text);
}

std::string comic_title(int number) {
    return fmt::format("{}: The {} and the {}", number, choose(people, number),
                       choose(things, number).name);
}

std::string comic_links(int number, int pages) {
    const int first = first_comic(pages);
    const int newest = newest_comic(pages);
    const int archive_page = (newest - number) / links_per_archive_page + 1;
    std::string links = "<nav>\n" + link(comic_path(first), "First");
    if (number > first) links += link(comic_path(number - 1), "Previous");
    links += link(comic_path(random_comic(number, pages)), "Random");
    if (number < newest) links += link(comic_path(number + 1), "Next");
    links += link("/", "Newest") + link(archive_path(archive_page), "Archive") + "</nav>";
    return links;
}

std::string comic_body(int number, int pages) {
    const std::string_view who = choose(people, number);
    const Thing& thing = choose(things, number);
    const std::string links = comic_links(number, pages);
    return fmt::format(
        "{}\n<h1>{}</h1>\n<p><img src=\"/image.png\" alt=\"Somebody holds a thread.\"></p>\n"
        "<p id=\"text\">Panel 1. The {} looks at the {}. Nothing happens.</p>\n"
        "<p>Panel 2. Instead of standing there, the {} {}.</p>\n"
        "<p>Panel 3. The {} {}, and the {} goes on from where it had stopped.</p>\n{}",
        links, comic_title(number), who, thing.name, who, choose(pastimes, number), thing.name,
        thing.happens, who, links);
}

SitePage comic(int number, int pages) {
    SitePage page;
    page.body = html_page(comic_title(number), comic_body(number, pages));
    return page;
}

SitePage front_page(int pages) {
    constexpr std::string_view tour =
        "\n<h2>A tour for crawlers</h2>\n<ul>\n"
        "<li><a href=\"/353\">A comic without its last slash</a>, which redirects</li>\n"
        "<li><a href=\"/foo\">Foo</a> and <a href=\"/bar\">bar</a>, which lead to one page</li>\n"
        "<li><a href=\"/353/#text\">A part of a page</a>, which is no page of its own</li>\n"
        "<li><a href=\"/chunked/\">A page in chunks</a></li>\n"
        "<li><a href=\"/image.png\">An image</a></li>\n"
        "<li><a href=\"/missing/\">A page that is missing</a></li>\n"
        "<li><a href=\"/private/\">A page that robots are asked to leave alone</a></li>\n"
        "<li><a href=\"http://example.com/\">Another site</a></li>\n"
        "<li><a href=\"https://xkcd.com/\">An address that takes TLS</a></li>\n"
        "<li><a href=\"mailto:reader@example.com\">A mail address</a></li>\n</ul>";
    SitePage page;
    page.body =
        html_page("The bundled site", comic_body(newest_comic(pages), pages) + std::string(tour));
    return page;
}

SitePage archive(int number, int pages) {
    const int newest = newest_comic(pages) - (number - 1) * links_per_archive_page;
    const int oldest = std::max(first_comic(pages), newest - links_per_archive_page + 1);
    std::string body = "<nav>\n" + link("/", "Newest");
    if (number > 1) body += link(archive_path(number - 1), "Later ones");
    if (number < archive_pages(pages)) body += link(archive_path(number + 1), "Earlier ones");
    const std::string title = fmt::format("Archive: comics {} to {}", oldest, newest);
    body += fmt::format("</nav>\n<h1>{}</h1>\n<ul>\n", title);
    for (int comic_number = newest; comic_number >= oldest; --comic_number) {
        body += "<li>" + link(comic_path(comic_number), comic_title(comic_number));
    }
    SitePage page;
    page.body = html_page(title, body + "</ul>");
    return page;
}

SitePage chunked_page() {
    SitePage page = simple_page(
        "In chunks",
        "This page is sent without saying first how long it is: a chunk, another one, and at the "
        "end an empty one. The seams may fall into a word, or into the tag of a link, and a "
        "client that forgets to take the sizes of the chunks out finds hexadecimal numbers in "
        "its text. A client of HTTP/1.0 does not know chunks, and gets the page in one piece.");
    page.chunked = true;
    return page;
}

// The number between `prefix` and a slash at the end of `path`, if it is from `low` to `high` and
// written as we write it: without a sign and without leading zeros.
std::optional<int> number_in(std::string_view path, std::string_view prefix, int low, int high) {
    if (!path.starts_with(prefix) || !path.ends_with('/')) return std::nullopt;
    path.remove_prefix(prefix.size());
    if (path.size() < 2 || path.front() < '1' || path.front() > '9') return std::nullopt;
    int number = 0;
    const char* const end = path.data() + path.size() - 1;
    const auto [stop, error] = std::from_chars(path.data(), end, number);
    if (stop != end || error != std::errc() || number < low || number > high) return std::nullopt;
    return number;
}

std::optional<SitePage> find_page(std::string_view path, int pages) {
    if (path == "/") return front_page(pages);
    if (path == "/archive/") return archive(1, pages);
    if (path == "/foo" || path == "/bar") return redirect(302, "/baz");
    if (path == "/baz") return simple_page("Baz", "Two redirects lead here; no link does.");
    if (path == "/chunked/") return chunked_page();
    if (path == "/private/") return simple_page("Private", "Robots are asked to stay out.");
    if (path == "/image.png") return SitePage{200, "image/png", "", std::string(site_image())};
    if (path == "/robots.txt") {
        return SitePage{200, "text/plain", "", "User-agent: *\nDisallow: /private/\n"};
    }
    if (const auto number = number_in(path, "/archive/", 2, archive_pages(pages))) {
        return archive(*number, pages);
    }
    if (const auto number = number_in(path, "/", first_comic(pages), newest_comic(pages))) {
        return comic(*number, pages);
    }
    return std::nullopt;
}

}  // namespace

SitePage site_page(std::string_view path, int pages) {
    path = path.substr(0, path.find('?'));
    if (auto page = find_page(path, pages)) return std::move(*page);
    if (!path.ends_with('/')) {
        std::string with_slash = std::string(path) + "/";
        if (find_page(with_slash, pages)) return redirect(301, std::move(with_slash));
    }
    SitePage page = simple_page("Not found", "There is no such page on this site.");
    page.status = 404;
    return page;
}

int first_comic(int pages) { return newest_comic(pages) - pages + 1; }

int newest_comic(int pages) { return std::max(pages, famous_comic); }

int random_comic(int number, int pages) {
    const std::int64_t step = number - first_comic(pages) + 1;
    return first_comic(pages) + static_cast<int>((step * 7919 + 41) % pages);
}

SiteCounts counts(int pages) {
    SiteCounts result{};
    result.comics = pages;
    result.archive_pages = archive_pages(pages);
    result.html = result.comics + result.archive_pages + 4;  // /, /baz, /chunked/, /private/
    result.redirects = 3;
    result.missing = 1;
    result.images = 1;
    result.urls = result.html + result.redirects + result.missing + result.images;
    result.disallowed = result.off_site = result.https = result.mailto = 1;
    return result;
}

}  // namespace aio
