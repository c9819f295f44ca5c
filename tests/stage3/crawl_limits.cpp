// crawl_limits.cpp: sites without an end, answers without an end, and what the report says.
//
// Chapter: none of its listings.
#include "stage3_crawler/report.hpp"
#include "tests/stage3/crawl_support.hpp"
#include "tests/support/catch.hpp"

using namespace aio;
using namespace std::chrono_literals;
using aio::test::answer;
using aio::test::CrawlTest;
using aio::test::redirect;

namespace {

// Crawls from "/" and returns the report.
std::string crawl_for_report(CrawlTest& test) {
    Crawler crawler(test.loop, {Url::parse(test.server.url())}, test.options);
    test.loop.run_until_complete(crawler.crawl());
    CHECK(crawler.done().size() + crawler.todo() == crawler.seen());
    CHECK(crawler.todo() == 0);
    return report(crawler);
}

bool says(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("A link that is too long to be made a URL is counted in the report", "[stage3][limits]") {
    CrawlTest test;
    test.server.page("/", {"/" + std::string(longest_link, 'x'), "/good"});
    test.server.page("/good", {});
    const std::string text = crawl_for_report(test);
    CHECK(says(text, "  longer than 2048 bytes: 1 links, such as /xxx"));
    CHECK(says(text, "todo 0, done 2\n"));
}

TEST_CASE("A path that gets deeper with each link ends at the limit", "[stage3][limits]") {
    CrawlTest test;
    test.options.url_limits.max_depth = 3;
    std::string path = "/";
    for (int i = 0; i < 5; ++i) {
        test.server.page(path, {"a/"});
        path += "a/";
    }
    const std::string text = crawl_for_report(test);
    CHECK(test.server.hits("/a/a/") == 1);
    CHECK(test.server.hits("/a/a/a/") == 0);
    CHECK(says(text, "  deeper than 3 segments: 1 links, such as " + test.server.url("/a/a/a/")));
    CHECK(says(text, "todo 0, done 3\n"));
}

TEST_CASE("The slashes of a query are no segments", "[stage3][limits]") {
    CrawlTest test;
    test.options.url_limits.max_depth = 1;
    test.server.page("/", {"/?a=/b/c/d", "/x/"});
    const std::string text = crawl_for_report(test);
    CHECK(test.server.hits("/?a=/b/c/d") == 1);
    CHECK(test.server.hits("/x/") == 0);
}

TEST_CASE("A URL at the limit of its length is fetched, one byte more is not", "[stage3][limits]") {
    CrawlTest test;
    test.options.url_limits.max_length = test.server.url("/12345").size();
    test.server.page("/", {"/12345", "/123456", "/1234567"});
    const std::string text = crawl_for_report(test);
    CHECK(test.server.hits("/12345") == 1);
    CHECK(test.server.hits("/123456") == 0);
    CHECK(says(text, "bytes: 2 links, such as " + test.server.url("/123456")));
}

TEST_CASE("The limits hold for the target of a redirect", "[stage3][limits]") {
    CrawlTest test;
    test.options.url_limits.max_depth = 1;
    test.server.add("/", redirect("302 Found", "/a/b"));
    const std::string text = crawl_for_report(test);
    CHECK(test.server.hits("/a/b") == 0);
    CHECK(says(text, "deeper than 1 segments: 1 links"));
}

TEST_CASE("A body or a header over its limit is that URL's failure, tried once",
          "[stage3][limits]") {
    CrawlTest test;
    test.options.session.limits.max_body_bytes = 1000;
    test.options.session.limits.max_header_bytes = 500;
    test.server.page("/", {"/body", "/head", "/good"});
    test.server.page("/good", {});
    test.server.add("/body", answer("200 OK", "text/html", std::string(1001, 'x')));
    test.server.add("/head", "HTTP/1.1 200 OK\r\nX: " + std::string(600, 'x') + "\r\n\r\n");
    const auto result = test.crawl();
    CHECK(says(result.of("/body").exception, "larger than the limit of 1000"));
    CHECK(says(result.of("/head").exception, "the limit of 500 bytes"));
    CHECK(result.of("/good").status == 200);
    CHECK(test.server.hits("/body") == 1);
    CHECK(test.server.hits("/head") == 1);
}

TEST_CASE("The kinds of links differ in what is fetched and in the counts of the report",
          "[stage3][limits][C05]") {
    CrawlTest test;
    test.server.add("/", answer("200 OK", "text/html",
                                "<link href='/style'><a href='/page'>x</a><b href='/odd'>y</b>"
                                "<iframe src='/frame'></iframe>"));
    SECTION("pages") {
        const std::string text = crawl_for_report(test);
        CHECK(says(text, "links to this site (--links pages): 2 on the pages, 2 new"));
    }
    SECTION("all") {
        test.options.link_kinds = LinkKinds::with_link;
        const std::string text = crawl_for_report(test);
        CHECK(says(text, "links to this site (--links all): 3 on the pages, 3 new"));
        CHECK(test.server.hits("/style") == 1);
    }
    SECTION("any href") {
        test.options.link_kinds = LinkKinds::any_href;
        const std::string text = crawl_for_report(test);
        CHECK(says(text, "links to this site (--links any-href): 3 on the pages, 3 new"));
        CHECK(test.server.hits("/odd") == 1);
        CHECK(test.server.hits("/frame") == 0);
    }
}

TEST_CASE("Done, queued and in flight add up to all that were seen at every record",
          "[stage3][bug-F16]") {
    CrawlTest test;
    test.options.max_tasks = 2;
    test.options.max_tries = 1;
    test.server.page("/", {"/a", "/b", "/c", "/a/b/c", "/"});
    test.server.page("/a", {"/d", "/e"});
    test.server.add("/b", redirect("302 Found", "/f"));
    test.server.add("/c", "");
    std::vector<Progress> moments;
    const Crawler* running = nullptr;
    test.options.on_record = [&](const FetchStatistic& statistic) {
        const Progress now = running->progress();
        CHECK(running->done().back().url == statistic.url);
        CHECK(now.done + now.queued + now.in_flight == running->seen());
        CHECK(now.in_flight <= 2);
        moments.push_back(now);
    };
    Crawler crawler(test.loop, {Url::parse(test.server.url())}, test.options);
    running = &crawler;
    test.loop.run_until_complete(crawler.crawl());
    REQUIRE(moments.size() == 8);
    CHECK(moments.back().done == 8);
    CHECK(moments.back().failed == 1);
    CHECK(moments.back().queued + moments.back().in_flight == 0);
}
