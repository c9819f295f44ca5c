// pages_paths.cpp: single paths of the bundled site.
#include <map>
#include <set>

#include "core/site/site_image.hpp"
#include "core/site/site_pages.hpp"
#include "core/web/links.hpp"
#include "tests/support/catch.hpp"

namespace {

int status_of(std::string_view path, int pages = 100) { return aio::site_page(path, pages).status; }

bool links_to(const aio::SitePage& page, const std::string& path) {
    return aio::parse_links("http://xkcd.com/", page.body).count(path) > 0;
}

}  // namespace

TEST_CASE("Comic 353 is there however many comics there are", "[site][L09]") {
    for (const int pages : {1, 2, 100, 353, 354, 100'000}) {
        CAPTURE(pages);
        CHECK(status_of("/353/", pages) == 200);
        CHECK(aio::newest_comic(pages) - aio::first_comic(pages) + 1 == pages);
    }
    CHECK(aio::first_comic(100) == 254);
    CHECK(aio::newest_comic(100) == 353);
    CHECK(aio::first_comic(1000) == 1);
    CHECK(aio::newest_comic(1000) == 1000);
}

TEST_CASE("A comic without its last slash redirects to the one with it", "[site][L60][L61]") {
    const aio::SitePage page = aio::site_page("/353", 100);
    CHECK(page.status == 301);
    CHECK(page.location == "/353/");
    CHECK(aio::site_page("/254", 100).location == "/254/");
    CHECK(aio::site_page("/archive", 100).location == "/archive/");
    CHECK(aio::site_page("/chunked", 100).location == "/chunked/");
}

TEST_CASE("Foo and bar redirect to baz", "[site][L62]") {
    for (const char* path : {"/foo", "/bar"}) {
        CHECK(status_of(path) == 302);
        CHECK(aio::site_page(path, 100).location == "/baz");
    }
    CHECK(status_of("/baz") == 200);
    CHECK_FALSE(links_to(aio::site_page("/", 100), "/baz"));
}

TEST_CASE("A comic links to its neighbours, the ends have one less", "[site]") {
    const aio::SitePage middle = aio::site_page("/300/", 100);
    for (const char* path : {"/254/", "/299/", "/301/", "/", "/archive/"})
        CHECK(links_to(middle, path));
    CHECK_FALSE(links_to(aio::site_page("/254/", 100), "/253/"));
    CHECK_FALSE(links_to(aio::site_page("/353/", 100), "/354/"));
    CHECK(links_to(aio::site_page("/353/", 100), "/352/"));
}

TEST_CASE("A comic links to the archive page on which it stands", "[site]") {
    const std::map<int, std::string> pages = {{353, "/archive/"},   {254, "/archive/"},
                                              {253, "/archive/2/"}, {154, "/archive/2/"},
                                              {153, "/archive/3/"}, {104, "/archive/3/"}};
    for (const auto& [number, archive] : pages) {
        CAPTURE(number);
        const std::string comic = "/" + std::to_string(number) + "/";
        CHECK(links_to(aio::site_page(comic, 250), archive));
        CHECK(links_to(aio::site_page(archive, 250), comic));
    }
    CHECK(links_to(aio::site_page("/archive/2/", 250), "/archive/"));
    CHECK(links_to(aio::site_page("/archive/2/", 250), "/archive/3/"));
    CHECK(status_of("/archive/4/", 250) == 404);
}

TEST_CASE("The random link of a comic is always the same comic", "[site]") {
    std::set<int> targets;
    for (int number = 254; number <= 353; ++number) {
        const int random = aio::random_comic(number, 100);
        CHECK(random == aio::random_comic(number, 100));
        CHECK(status_of("/" + std::to_string(random) + "/") == 200);
        targets.insert(random);
    }
    CHECK(targets.size() == 100);
    CHECK(status_of("/" + std::to_string(aio::random_comic(9'999'999, 10'000'000)) + "/",
                    10'000'000) == 200);
}

TEST_CASE("Pages stay small on a site of 100000 comics", "[site]") {
    for (int number = 1; number <= 100'000; number += 397) {
        const auto bytes = aio::site_page("/" + std::to_string(number) + "/", 100'000).body.size();
        CAPTURE(number, bytes);
        CHECK((bytes > 900 && bytes < 2000));
    }
    for (const char* path : {"/", "/archive/", "/archive/2/", "/archive/1000/", "/baz"})
        CHECK(aio::site_page(path, 100'000).body.size() < 8192);
    CHECK(status_of("/archive/1001/", 100'000) == 404);
}

TEST_CASE("Numbers that are not written as in the links are missing", "[site]") {
    for (const char* path : {"/354/", "/253/", "/0/", "/-1/", "/+353/", "/0353/", "/353x/", "//",
                             "/353//", "/99999999999999999999/", "/archive/1/", "/archive/0/",
                             "/archive/2/", "/353/x", "353", "*", "/missing/", "/%33%35%33/"}) {
        CAPTURE(path);
        CHECK(status_of(path) == 404);
    }
}

TEST_CASE("A query does not change the page", "[site]") {
    CHECK(aio::site_page("/353/?x=1", 100).body == aio::site_page("/353/", 100).body);
    CHECK(aio::site_page("/353?x=/", 100).location == "/353/");
}

TEST_CASE("The image is one complete PNG file", "[site]") {
    const aio::SitePage page = aio::site_page("/image.png", 100);
    CHECK(page.status == 200);
    CHECK(page.type == "image/png");
    CHECK(page.body == aio::site_image());
    CHECK(page.body.size() == 139);
    CHECK(page.body.starts_with("\x89PNG\r\n\x1a\n"));
    CHECK(page.body.substr(page.body.size() - 8, 4) == "IEND");
}

TEST_CASE("One page is meant to be sent in chunks", "[site]") {
    CHECK(aio::site_page("/chunked/", 100).chunked);
    CHECK_FALSE(aio::site_page("/353/", 100).chunked);
}
