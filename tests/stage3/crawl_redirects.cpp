// crawl_redirects.cpp: redirects are handled by the crawler, so that paths to one page meet.
//
// Chapter: "Coordinating Coroutines" (L60 to L62, and the figure of foo, bar and baz).
#include "tests/stage3/crawl_support.hpp"
#include "tests/support/catch.hpp"

using namespace aio;
using aio::test::CrawlTest;
using aio::test::redirect;

TEST_CASE("A redirect is one record, and its target another", "[stage3][L62][C17][L61]") {
    CrawlTest test;
    test.server.add("/353", redirect("301 Moved Permanently", "/353/"));
    test.server.page("/353/", {});
    const auto result = test.crawl({"/353"});
    CHECK(result.paths() == "/353 /353/");
    CHECK(result.of("/353").status == 301);
    CHECK(result.of("/353").next_url == test.server.url("/353/"));
    CHECK(result.of("/353").size == 0);
    CHECK(result.of("/353/").status == 200);
}

TEST_CASE("The redirect limit belongs to the URL and ends a chain",
          "[stage3][L59][L60][C18][bug-G39]") {
    CrawlTest test;
    test.server.add("/", redirect("302 Found", "/foo"));
    test.server.add("/foo", redirect("302 Found", "/bar"));
    test.server.page("/bar", {});
    SECTION("one redirect is allowed") {
        test.options.max_redirect = 1;
        const auto result = test.crawl();
        CHECK(result.paths() == "/ /foo");
        CHECK(result.logged("redirect limit reached"));
    }
    SECTION("two are") {
        test.options.max_redirect = 2;
        CHECK(test.crawl().paths() == "/ /foo /bar");
    }
}

TEST_CASE("Redirects in a circle end", "[stage3][C18]") {
    CrawlTest test;
    test.server.add("/", redirect("302 Found", "/foo"));
    test.server.add("/foo", redirect("302 Found", "/"));
    CHECK(test.crawl().paths() == "/ /foo");
}

TEST_CASE("Two redirects to one page fetch it once", "[stage3][C15][bug-F8]") {
    CrawlTest test;
    test.server.page("/", {"/foo", "/bar"});
    test.server.add("/foo", redirect("302 Found", "/baz"));
    test.server.add("/bar", redirect("302 Found", "/baz"));
    test.server.page("/baz", {});
    const auto result = test.crawl();
    CHECK(result.done.size() == 4);
    CHECK(result.of("/foo").next_url == test.server.url("/baz"));
    CHECK(result.of("/bar").next_url == test.server.url("/baz"));
    CHECK(result.of("/baz").status == 200);
    CHECK(test.server.hits("/baz") == 1);
}

TEST_CASE("All redirect codes are followed if they say where to",
          "[stage3][C16][bug-D50][bug-G2]") {
    CrawlTest test;
    std::vector<std::string> hrefs;
    for (const char* code : {"300", "301", "302", "303", "307", "308"}) {
        const std::string path = std::string("/") + code;
        hrefs.push_back(path);
        test.server.add(path, redirect(std::string(code) + " Go", path + "/there"));
        test.server.page(path + "/there", {});
    }
    test.server.page("/", hrefs);
    const auto result = test.crawl();
    CHECK(result.done.size() == 13);
    for (const std::string& href : hrefs) CHECK(test.server.hits(href + "/there") == 1);
}

TEST_CASE("A redirect without a Location is an ordinary answer, and the worker lives",
          "[stage3][C20][bug-D42][bug-G3]") {
    CrawlTest test;
    std::vector<std::string> hrefs;
    for (int i = 0; i < 10; ++i) {
        hrefs.push_back("/lost" + std::to_string(i));
        test.server.add(hrefs.back(), "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n");
    }
    for (int i = 0; i < 5; ++i) {
        hrefs.push_back("/good" + std::to_string(i));
        test.server.page(hrefs.back(), {});
    }
    test.server.page("/", hrefs);
    const auto result = test.crawl();
    CHECK(result.done.size() == 16);
    CHECK(result.of("/lost7").status == 302);
    CHECK(result.of("/lost7").exception.empty());
    CHECK(!result.of("/lost7").next_url);
}

TEST_CASE("A redirect passes the same checks as a link", "[stage3][C19][bug-F5][bug-G6][bug-G7]") {
    CrawlTest test;
    test.options.exclude = std::regex("secret");
    test.server.page("/", {"/off", "/ftp", "/excluded", "/fragment", "/b"});
    test.server.add("/off", redirect("302 Found", "http://example.com/"));
    test.server.add("/ftp", redirect("302 Found", "ftp://127.0.0.1/x"));
    test.server.add("/excluded", redirect("302 Found", "/secret"));
    test.server.add("/fragment", redirect("302 Found", "/b#x"));
    test.server.page("/b", {});
    const auto result = test.crawl();
    CHECK(result.done.size() == 6);
    CHECK(test.server.hits("/secret") == 0);
    CHECK(test.server.hits("/b") == 1);
    CHECK(result.of("/off").next_url == "http://example.com/");
}

TEST_CASE("A Location that is no URL is a failed record", "[stage3][bug-D44]") {
    CrawlTest test;
    std::vector<std::string> hrefs;
    for (const char* location : {"http://", "http://[", "http://h:99999/", "https://:443/"}) {
        hrefs.push_back("/" + std::to_string(hrefs.size()));
        test.server.add(hrefs.back(), redirect("302 Found", location));
    }
    test.server.page("/", hrefs);
    const auto result = test.crawl();
    CHECK(result.done.size() == 5);
    for (const std::string& href : hrefs) {
        CHECK(result.of(href).status == 302);
        CHECK(result.of(href).exception.find("is no URL") != std::string::npos);
    }
}
