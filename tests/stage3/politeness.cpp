// politeness.cpp: robots.txt once per host, and the delay between requests.
//
// Chapter: none of its listings; RFC 9309.
#include "stage3_crawler/politeness.hpp"

#include "stage3_crawler/report.hpp"
#include "tests/stage3/crawl_support.hpp"
#include "tests/support/catch.hpp"

using namespace aio;
using namespace std::chrono_literals;
using aio::test::answer;
using aio::test::CrawlResult;
using aio::test::CrawlTest;
using aio::test::redirect;

namespace {

// A crawl that asks for robots.txt.
struct PoliteTest : CrawlTest {
    PoliteTest() { options.politeness.ignore_robots = false; }
    void robots(const std::string& rules) {
        server.add("/robots.txt", answer("200 OK", "text/plain", "User-agent: *\n" + rules));
    }
};

bool mentions(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("What robots.txt disallows is one record that says so, and no request",
          "[stage3][robots]") {
    PoliteTest test;
    test.robots("Disallow: /private\n");
    test.server.page("/", {"/private/a", "/private/b", "/public"});
    test.server.page("/public", {"/private/a"});
    test.server.page("/private/a", {"/never"});
    const auto result = test.crawl();
    CHECK(result.done.size() == 4);
    CHECK(result.todo == 0);
    CHECK(result.of("/private/a").left_out == "robots.txt asks not to fetch it");
    CHECK(result.of("/private/a").exception.empty());
    CHECK(!result.of("/private/a").status);
    CHECK(result.of("/public").left_out.empty());
    CHECK(test.server.hits("/private/a") == 0);
    const Totals totals = count_totals(result.done);
    CHECK(totals.left_out == 2);
    CHECK(totals.fail == 0);
    CHECK(totals.html == 2);
}

TEST_CASE("Workers that come to one host together wait for one robots.txt", "[stage3][robots]") {
    PoliteTest test;
    test.robots("Disallow: /c\n");
    test.server.delay("/robots.txt", 5s);
    for (const char* path : {"/a", "/b", "/c"}) test.server.page(path, {});
    CHECK(test.crawl({"/a", "/b", "/c"}).done.size() == 3);
    CHECK(test.server.hits("/robots.txt") == 1);
    CHECK(test.server.hits("/c") == 0);
    CHECK(test.server.requests() == 3);
    CHECK(test.manual.clock.elapsed() == 5s);
}

TEST_CASE("With ignore_robots nobody asks for robots.txt", "[stage3][robots]") {
    PoliteTest test;
    test.options.politeness.ignore_robots = true;
    test.robots("Disallow: /\n");
    test.server.page("/", {});
    CHECK(test.crawl().of("/").status == 200);
    CHECK(test.server.hits("/robots.txt") == 0);
}

TEST_CASE("A group with the name of this crawler counts before that for everybody",
          "[stage3][robots]") {
    PoliteTest test;
    test.robots("Disallow: /\nUser-agent: Crawler-From-Scratch\nDisallow: /a\n");
    test.server.page("/", {"/a"});
    const auto result = test.crawl();
    CHECK(result.of("/").status == 200);
    CHECK(!result.of("/a").left_out.empty());
}

TEST_CASE("Without a robots.txt everything is allowed, and with a broken server nothing",
          "[stage3][robots]") {
    PoliteTest test;
    test.options.max_tries = 2;
    test.server.page("/", {"/a"});
    SECTION("not found") { CHECK(test.crawl().of("/").status == 200); }
    SECTION("forbidden") {
        test.server.add("/robots.txt", answer("403 Forbidden", "text/plain", ""));
        CHECK(test.crawl().of("/").status == 200);
    }
    SECTION("an error of the server") {
        test.server.add("/robots.txt", answer("503 Busy", "text/plain", ""));
        const auto result = test.crawl({"/", "/b"});
        CHECK(result.of("/").exception == "not now: robots.txt was answered 503");
        CHECK(result.of("/b").exception == "not now: robots.txt was answered 503");
        CHECK(test.server.requests() == 1);
    }
    SECTION("no answer") {
        test.server.add("/robots.txt", "");
        CHECK(mentions(test.crawl().of("/").exception, "not now: robots.txt: "));
        CHECK(test.server.hits("/robots.txt") == 2);
        CHECK(test.server.hits("/") == 0);
    }
    SECTION("an answer at the second try") {
        test.server.handle("/robots.txt", [](int count) {
            return count == 1 ? "" : answer("200 OK", "text/plain", "");
        });
        CHECK(test.crawl().of("/").status == 200);
    }
}

TEST_CASE("A robots.txt without an end is read up to its limit, and counts", "[stage3][robots]") {
    PoliteTest test;
    const std::string rules = "User-agent: *\nDisallow: /private\n#";
    test.server.add("/robots.txt",
                    answer("200 OK", "text/plain", rules + std::string(2'000'000, 'x')));
    test.server.page("/", {"/private"});
    Crawler crawler(test.loop, {Url::parse(test.server.url())}, test.options);
    test.loop.run_until_complete(crawler.crawl());
    CHECK(count_totals(crawler.done()).left_out == 1);
    CHECK(crawler.politeness().robots_bytes() > longest_robots_txt);
    CHECK(crawler.politeness().robots_bytes() < 2 * longest_robots_txt);
}

TEST_CASE("A crawl that is cancelled while it waits for robots.txt leaves its URLs to do",
          "[stage3][robots]") {
    PoliteTest test;
    test.server.delay("/robots.txt", 1h);
    Crawler crawler(test.loop, {Url::parse(test.server.url("/a")), Url::parse(test.server.url())},
                    test.options);
    const auto crawl = test.loop.create_task(crawler.crawl());
    const auto timer = test.loop.call_later(1s, [&crawl] { crawl->cancel(); });
    CHECK_THROWS_AS(test.loop.run_until_complete(*crawl), CancelledError);
    CHECK(crawler.todo() == 2);
    CHECK(crawler.done().empty());
    CHECK(test.server.requests() == 1);
}

TEST_CASE("Redirects of robots.txt are followed, up to five", "[stage3][robots]") {
    PoliteTest test;
    test.server.page("/", {"/private"});
    test.server.add("/robots.txt", redirect("301 Moved", "/r1"));
    for (int i = 1; i < 5; ++i) {
        test.server.add("/r" + std::to_string(i),
                        redirect("302 Found", "/r" + std::to_string(i + 1)));
    }
    SECTION("the fifth leads to it") {
        test.server.add("/r5", answer("200 OK", "text/plain", "User-agent: *\nDisallow: /private"));
        CHECK(!test.crawl().of("/private").left_out.empty());
    }
    SECTION("a sixth is none") {
        test.server.add("/r5", redirect("302 Found", "/r6"));
        CHECK(test.crawl().of("/private").status == 404);
        CHECK(test.server.hits("/r5") == 1);
        CHECK(test.server.hits("/r6") == 0);
    }
    SECTION("one to https") {
        test.server.add("/r1", redirect("302 Found", "https://127.0.0.1/robots.txt"));
        CHECK(test.crawl().of("/").exception ==
              "not now: its robots.txt is elsewhere, and https is not supported");
    }
}

TEST_CASE("The starts of requests to one host are a delay apart", "[stage3][delay]") {
    PoliteTest test;
    test.options.politeness.delay = 1500ms;
    test.server.page("/", {"/a", "/b", "/c"});
    SECTION("robots.txt included") {
        CHECK(test.crawl().done.size() == 4);
        CHECK(test.manual.clock.elapsed() == 4 * 1500ms);
    }
    SECTION("without it") {
        test.options.politeness.ignore_robots = true;
        CHECK(test.crawl().done.size() == 4);
        CHECK(test.manual.clock.elapsed() == 3 * 1500ms);
    }
    SECTION("and the time of an answer counts") {
        test.options.politeness.ignore_robots = true;
        test.options.max_tasks = 1;
        for (const char* path : {"/", "/a", "/b"}) test.server.delay(path, 2s);
        CHECK(test.crawl().done.size() == 4);
        CHECK(test.manual.clock.elapsed() == 6s);
    }
}

TEST_CASE("The larger of the delay and Crawl-delay counts, and a minute at most",
          "[stage3][delay][robots]") {
    PoliteTest test;
    test.server.page("/", {"/a"});
    test.options.politeness.delay = 2s;
    SECTION("Crawl-delay") {
        test.robots("Crawl-delay: 3\n");
        test.crawl();
        CHECK(test.manual.clock.elapsed() == 6s);
    }
    SECTION("the delay") {
        test.robots("Crawl-delay: 0.5\n");
        test.crawl();
        CHECK(test.manual.clock.elapsed() == 4s);
    }
    SECTION("a minute") {
        test.robots("Crawl-delay: 99999\n");
        test.crawl();
        CHECK(test.manual.clock.elapsed() == 120s);
    }
}

TEST_CASE("Each host has its own robots.txt and its own turn", "[stage3][delay][robots]") {
    PoliteTest test;
    aio::test::PageServer other(test.loop);
    other.add("/robots.txt", answer("200 OK", "text/plain", "User-agent: *\nDisallow: /\n"));
    test.options.politeness.delay = 1s;
    test.server.page("/", {other.url("/there"), other.url("/here")});
    const auto result = test.crawl();
    CHECK(result.of("/").status == 200);
    CHECK(!result.of("/there").left_out.empty());
    CHECK(other.requests() == 1);
    CHECK(test.server.hits("/robots.txt") == 1);
    CHECK(test.manual.clock.elapsed() == 1s);
}

TEST_CASE("The time that a URL waits for its turn is no part of its request's limit",
          "[stage3][delay]") {
    PoliteTest test;
    test.options.politeness.delay = 10s;
    test.options.session.request_timeout = 5s;
    test.server.page("/", {"/a", "/b"});
    const auto result = test.crawl();
    CHECK(result.of("/b").status == 404);
    CHECK(test.manual.clock.elapsed() == 30s);
}

TEST_CASE("The report counts what robots.txt left out, and its own requests",
          "[stage3][robots][C30]") {
    PoliteTest test;
    test.robots("Disallow: /private\n");
    test.server.page("/", {"/private"});
    Crawler crawler(test.loop, {Url::parse(test.server.url())}, test.options);
    test.loop.run_until_complete(crawler.crawl());
    const std::string text = report(crawler);
    CHECK(mentions(text, "/private left out: robots.txt asks not to fetch it\n"));
    CHECK(mentions(text, "html 1, other 0, redirect 0, error 0, fail 0;"));
    CHECK(mentions(text, "  left out for robots.txt: 1 URLs\n"));
    CHECK(mentions(text, "  robots.txt itself: 1 requests, 33 bytes\n"));
    CHECK(mentions(text, "todo 0, done 2\n"));
}
