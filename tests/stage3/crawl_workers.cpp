// crawl_workers.cpp: how many workers there are, and what they survive.
//
// Chapter: "Coordinating Coroutines" (L52, L58).
#include "core/loop/sleep.hpp"
#include "tests/stage3/crawl_support.hpp"
#include "tests/support/catch.hpp"

using namespace aio;
using namespace std::chrono_literals;
using aio::test::answer;
using aio::test::CrawlTest;

namespace {

void link_to(CrawlTest& test, int count) {
    std::vector<std::string> hrefs;
    for (int i = 0; i < count; ++i) {
        hrefs.push_back("/" + std::to_string(i));
        test.server.page(hrefs.back(), {});
    }
    test.server.page("/", hrefs);
}

}  // namespace

TEST_CASE("So many requests as there are workers are under way, and never more",
          "[stage3][L50][L52][C02]") {
    CrawlTest test;
    test.options.max_tasks = 4;
    link_to(test, 20);
    for (int i = 0; i < 20; ++i) test.server.delay("/" + std::to_string(i), 1s);
    CHECK(test.crawl().done.size() == 21);
    CHECK(test.manual.clock.elapsed() == 5s);
    CHECK(test.server.peak() == 4);
}

TEST_CASE("A server that drops the connection twice is asked again", "[stage3][C22][bug-G12]") {
    CrawlTest test;
    test.server.handle(
        "/", [](int count) { return count < 3 ? "" : answer("200 OK", "text/html", "x"); });
    SECTION("three tries are enough") {
        test.options.max_tries = 3;
        const auto result = test.crawl();
        CHECK(result.of("/").status == 200);
        CHECK(result.of("/").exception.empty());
        CHECK(test.server.hits("/") == 3);
        CHECK(result.logged("try 1 for"));
        CHECK(result.logged("try 3 for"));
    }
    SECTION("two are not") {
        test.options.max_tries = 2;
        const auto result = test.crawl();
        CHECK(!result.of("/").status);
        CHECK(!result.of("/").exception.empty());
        CHECK(test.server.hits("/") == 2);
        CHECK(result.logged("failed"));
    }
}

TEST_CASE("A body that is cut off once is fetched again, and recorded once", "[stage3][bug-G5]") {
    CrawlTest test;
    test.server.handle("/", [](int count) -> std::string {
        if (count == 1)
            return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: "
                   "99\r\nConnection: close\r\n\r\n<a";
        return answer("200 OK", "text/html", "whole");
    });
    const auto result = test.crawl();
    CHECK(result.done.size() == 1);
    CHECK(result.of("/").size == 5);
    CHECK(result.of("/").exception.empty());
}

TEST_CASE("A worker survives garbage, a reset and a page that nobody can read",
          "[stage3][L58][C21][bug-F1][bug-G4]") {
    CrawlTest test;
    test.options.max_tasks = 2;
    test.options.max_tries = 1;
    test.server.page("/", {"/garbage", "/closed", "/reset", "/headers", "/good", "http://[broken"});
    test.server.add("/garbage", "hello world\r\n\r\n");
    test.server.add("/closed", "");
    test.server.reset("/reset");
    test.server.add("/headers", "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n");
    test.server.page("/good", {});
    const auto result = test.crawl();
    CHECK(result.done.size() == 6);
    CHECK(result.of("/reset").exception.find("reset") != std::string::npos);
    CHECK(!result.of("/garbage").exception.empty());
    CHECK(!result.of("/closed").exception.empty());
    CHECK(!result.of("/headers").exception.empty());
    CHECK(result.of("/good").status == 200);
}

TEST_CASE("A page that makes the parser throw is one failed record, and its worker goes on",
          "[stage3][L58][C21][bug-F1][bug-G4]") {
    CrawlTest test;
    test.options.max_tasks = 1;
    test.server.page("/", {"/bad", "/odd", "/good"});
    test.server.page("/bad", {"/never"});
    test.server.page("/odd", {"/never"});
    test.server.page("/good", {});
    test.options.find_links = [](const Url& page, std::string_view html, LinkKinds) {
        if (page.str().ends_with("/bad")) throw std::length_error("too many links");
        if (page.str().ends_with("/odd")) throw 42;
        return find_links(page, html);
    };
    const auto result = test.crawl();
    CHECK(result.paths() == "/ /bad /odd /good");
    CHECK(result.of("/odd").exception == "an exception of an unknown type");
    CHECK(result.of("/bad").exception == "too many links");
    CHECK(result.todo == 0);
}

TEST_CASE("A refused connection is tried max_tries times and fails", "[stage3][bug-F20]") {
    CrawlTest test;
    test.options.max_tries = 4;
    // Port 1 of the loopback address: nothing listens there.
    const auto result = test.crawl({"http://127.0.0.1:1/"});
    CHECK(result.done.size() == 1);
    CHECK(result.of("/").exception.find("refused") != std::string::npos);
    CHECK(result.logged("try 4 for"));
    CHECK(!result.logged("try 5 for"));
}

TEST_CASE("A chain of pages that each reveal one link is crawled to its end",
          "[stage3][L48][L63][C03][bug-F18]") {
    CrawlTest test;
    for (int i = 1; i < 50; ++i) {
        test.server.page("/" + std::to_string(i), {"/" + std::to_string(i + 1)});
    }
    test.server.page("/50", {});
    CHECK(test.crawl({"/1"}).done.size() == 50);
}

TEST_CASE("A crawl that is cancelled ends its workers and keeps what is done",
          "[stage3][bug-G14][bug-G15][bug-G34]") {
    CrawlTest test;
    test.options.max_tasks = 3;
    test.server.page("/", {"/a", "/b", "/c", "/d"});
    test.server.handle("/a", [&test](int) {
        test.server.hold(100);  // Everything after this page waits for ever.
        return answer("200 OK", "text/html", "a");
    });
    Crawler crawler(test.loop, {Url::parse(test.server.url())}, test.options);
    const auto crawl = test.loop.create_task(crawler.crawl());
    while (test.server.requests() < 4) {
        test.loop.stop();
        test.loop.run_forever();
    }
    crawl->cancel();
    CHECK_THROWS_AS(test.loop.run_until_complete(*crawl), CancelledError);
    CHECK(crawler.done().size() + crawler.todo() == 5);
    CHECK(crawler.todo() > 0);
}

TEST_CASE("A worker that fails makes the crawl fail, after all the others have ended",
          "[stage3][L52][bug-B11]") {
    CrawlTest test;
    test.options.max_tasks = 3;
    link_to(test, 6);
    test.server.delay("/5", 1min);
    test.options.on_record = [](const FetchStatistic& statistic) {
        if (statistic.url.target == "/0") throw std::runtime_error("the disk is full");
    };
    std::vector<std::string> reports;
    test.loop.set_exception_handler(
        [&reports](const ErrorContext& context) { reports.push_back(context.message); });
    Crawler crawler(test.loop, {Url::parse(test.server.url())}, test.options);
    CHECK_THROWS_WITH(test.loop.run_until_complete(crawler.crawl()), "the disk is full");
    CHECK(crawler.done().size() == 7);
    CHECK(test.manual.clock.elapsed() == 1min);
    CHECK(reports.empty());  // No worker was destroyed while it waited.
    CHECK(test.loop.timer_count() == 0);
}

TEST_CASE("A https URL is reported as not supported, and counted", "[stage3][H32]") {
    CrawlTest test;
    test.server.page("/", {"https://127.0.0.1/x"});
    Crawler crawler(test.loop, {Url::parse(test.server.url()), Url::parse("https://127.0.0.1/")},
                    test.options);
    test.loop.run_until_complete(crawler.crawl());
    CHECK(crawler.done().size() == 2);
    CHECK(crawler.https_urls().size() == 1);
    CHECK(crawler.done()[0].exception + crawler.done()[1].exception == "https is not supported");
}
