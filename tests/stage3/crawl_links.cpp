// crawl_links.cpp: which links a crawl follows, and what it records.
//
// Chapter: "Coordinating Coroutines"; the cases of its crawler's own tests.
#include "tests/stage3/crawl_support.hpp"
#include "tests/support/catch.hpp"

using namespace aio;
using aio::test::answer;
using aio::test::CrawlTest;

TEST_CASE("A link to a page that is missing is recorded with its status", "[stage3][C25][C26]") {
    CrawlTest test;
    test.server.page("/", {"/foo"});
    const auto result = test.crawl();
    CHECK(result.paths() == "/ /foo");
    CHECK(result.of("/").num_urls == 1);
    CHECK(result.of("/").num_new_urls == 1);
    CHECK(result.of("/foo").status == 404);
    CHECK(result.of("/foo").exception.empty());
    CHECK(result.todo == 0);
}

TEST_CASE("Two pages that link to each other are fetched once each", "[stage3][C04][C25]") {
    CrawlTest test;
    test.server.page("/", {"/foo"});
    test.server.page("/foo", {"/", "/foo#part"});
    const auto result = test.crawl();
    CHECK(result.paths() == "/ /foo");
    CHECK(result.of("/foo").num_urls == 2);
    CHECK(result.of("/foo").num_new_urls == 0);
    CHECK(test.server.hits("/") == 1);
    CHECK(test.server.hits("/foo") == 1);
}

TEST_CASE("A link to another host is not followed, and not counted",
          "[stage3][C09][C25][bug-G33]") {
    CrawlTest test;
    test.server.page("/", {"http://example.com/", "/ok", "mailto:a@example.com", "/skip"});
    test.server.page("/ok", {});
    test.options.exclude = std::regex("skip");
    const auto result = test.crawl();
    CHECK(result.paths() == "/ /ok");
    CHECK(result.of("/").num_urls == 1);
    CHECK(result.of("/").num_new_urls == 1);
}

TEST_CASE("An excluded URL is not fetched, wherever the expression matches", "[stage3][C09]") {
    CrawlTest test;
    test.server.page("/", {"/good", "/x/bad/y"});
    test.server.page("/good", {});
    test.options.exclude = std::regex("bad");
    CHECK(test.crawl().paths() == "/ /good");
    CHECK(test.server.hits("/x/bad/y") == 0);
}

TEST_CASE("Several roots are all crawled, and a root that is named twice once",
          "[stage3][C13][C14][bug-A9][bug-G9]") {
    CrawlTest test;
    test.server.page("/", {});
    test.server.page("/a", {"/b"});
    test.server.page("/b", {});
    CHECK(test.crawl({"/", "/a", "/", "/#top"}).paths() == "/ /a /b");
    CHECK(test.server.hits("/") == 1);
}

TEST_CASE("A root deep in the site admits all of its host", "[stage3][C13]") {
    CrawlTest test;
    test.server.page("/a/b", {"/", "c"});
    test.server.page("/", {});
    test.server.page("/a/c", {});
    CHECK(test.crawl({"/a/b#part"}).paths() == "/a/b / /a/c");
}

TEST_CASE("A crawl without a root ends at once", "[stage3][C28][bug-G11]") {
    CrawlTest test;
    const auto result = test.crawl({});
    CHECK(result.done.empty());
    CHECK(test.server.requests() == 0);
}

TEST_CASE("A link of a scheme other than http is not followed", "[stage3][C09]") {
    CrawlTest test;
    test.server.page("/", {"ftp://127.0.0.1/x", "javascript:void(0)", "data:,x"});
    const auto result = test.crawl();
    CHECK(result.paths() == "/");
    CHECK(result.of("/").num_urls == 0);
}

TEST_CASE("The record of a page has its type and its charset", "[stage3][C23][C24]") {
    CrawlTest test;
    test.server.page("/", {"/ascii", "/plain"});
    test.server.add("/ascii", answer("200 OK", "text/html; charset=ascii", "x"));
    test.server.add("/plain", answer("200 OK", "text/html", "xyz"));
    const auto result = test.crawl();
    CHECK(result.of("/").encoding == "utf-8");
    CHECK(result.of("/ascii").encoding == "ascii");
    CHECK(result.of("/ascii").content_type == "text/html");
    CHECK(result.of("/plain").encoding == "utf-8");
    CHECK(result.of("/plain").size == 3);
}

TEST_CASE("Links are taken from answers of status 200 that are HTML only",
          "[stage3][C06][bug-E37]") {
    CrawlTest test;
    const std::string link = "<a href=\"/secret\">x</a>";
    test.server.page("/", {"/text", "/image", "/wrong", "/foo"});
    test.server.add("/text", answer("200 OK", "text/plain", link));
    test.server.add("/image", answer("200 OK", "image/png", link));
    test.server.add("/wrong", answer("404 Not Found", "text/html", link));
    test.server.add("/foo", answer("200 OK", "foo", link));
    const auto result = test.crawl();
    CHECK(result.done.size() == 5);
    CHECK(test.server.hits("/secret") == 0);
    CHECK(result.of("/foo").content_type == "foo");
    CHECK(result.of("/text").size == link.size());
}

TEST_CASE("A page that is linked fifty times is one link and one record", "[stage3][bug-F10]") {
    CrawlTest test;
    test.server.page("/", std::vector<std::string>(50, "/dead"));
    const auto result = test.crawl();
    CHECK(result.of("/").num_urls == 1);
    CHECK(result.of("/").num_new_urls == 1);
    CHECK(result.paths() == "/ /dead");
}

TEST_CASE("The query is part of a page's name", "[stage3][bug-G26][bug-G25]") {
    CrawlTest test;
    test.server.page("/", {"/a?x=1&amp;y=2", "/a?x=2"});
    test.server.page("/a?x=1&y=2", {});
    test.server.page("/a?x=2", {});
    CHECK(test.crawl().paths() == "/ /a?x=1&y=2 /a?x=2");
}
