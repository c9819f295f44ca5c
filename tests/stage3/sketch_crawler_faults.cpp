// sketch_crawler_faults.cpp: what goes wrong with the chapter's short crawler, and the cure.
//
// Chapter: "Coordinating Coroutines" (L50, L62). Each test shows the fault on the sketch first,
// then the same pages with the library's crawler, where it ends well.
//
// The one thing to know: the sketch's pages are in memory, so its faults are seen at once. A worker
// that is dead is an exception here, and a crawl that never ends a join with something to wait for.
#include "stage3_crawler/sketch/crawler.hpp"
#include "tests/stage3/crawl_support.hpp"
#include "tests/support/catch.hpp"

using aio::test::CrawlTest;
using Urls = std::vector<std::string>;

namespace {

const std::string root = "http://xkcd.com/";

// The root answers with a redirect that says this.
std::map<std::string, sketch::Response> redirecting(std::map<std::string, std::string> headers) {
    return {{root, {.status = 301, .headers = std::move(headers)}}};
}

// Crawls as the sketch means to, with the root in its queue.
Urls crawl(sketch::Crawler& crawler) {
    crawler.q.put_nowait({root, 10});
    crawler.work();
    return crawler.fetched;
}

bool joins_at_once(sketch::Crawler& crawler) {
    sketch::Coro join = crawler.q.join();
    return join.send() == nullptr;
}

}  // namespace

TEST_CASE("Sketch: a put that nobody awaits queues nothing, the crawler puts its root at once",
          "[stage3][sketch][L50]") {
    sketch::Crawler sketched({{root, {}}}, root, 10);
    CHECK(joins_at_once(sketched));
    sketched.work();
    CHECK(sketched.fetched.empty());

    CrawlTest test;
    test.server.page("/", {});
    CHECK(test.crawl().paths() == "/");
}

TEST_CASE("Sketch: a root that is not in seen_urls is fetched twice, the crawler adds it as a link",
          "[stage3][sketch][L50][L62]") {
    sketch::Crawler sketched({{root, {.links = {root}}}}, root, 10);
    CHECK(crawl(sketched) == Urls{root, root});

    CrawlTest test;
    test.server.page("/", {"/", "/#top"});
    CHECK(test.crawl().paths() == "/");
    CHECK(test.server.hits("/") == 1);
}

TEST_CASE("Sketch: a Location is used as it stands, the crawler resolves it against the URL",
          "[stage3][sketch][L62][L61]") {
    sketch::Crawler sketched(redirecting({{"location", "/353/"}}), root, 10);
    CHECK(crawl(sketched) == Urls{root, "/353/"});  // That is no URL.

    CrawlTest test;
    test.server.add("/", aio::test::redirect("301 Moved Permanently", "/353/"));
    test.server.page("/353/", {});
    const auto result = test.crawl();
    CHECK(result.of("/353/").status == 200);
    CHECK(result.of("/").next_url == test.server.url("/353/"));
}

TEST_CASE("Sketch: a redirect without a Location kills the worker, the crawler records an answer",
          "[stage3][sketch][L62]") {
    sketch::Crawler sketched(redirecting({}), root, 10);
    CHECK_THROWS_AS(crawl(sketched), std::out_of_range);
    CHECK_FALSE(joins_at_once(sketched));  // Nobody is left who could report it as done.

    CrawlTest test;
    test.options.max_tasks = 1;
    test.server.add("/", aio::test::answer("301 Moved Permanently", "text/html", ""));
    test.server.page("/353/", {});
    const auto result = test.crawl({"/", "/353/"});
    CHECK(result.of("/").status == 301);
    CHECK(result.of("/353/").status == 200);
}

TEST_CASE("Sketch: a redirect leads off the site, the crawler checks it like a link",
          "[stage3][sketch][L62]") {
    const std::string elsewhere = "http://elsewhere.example/";
    sketch::Crawler sketched(redirecting({{"location", elsewhere}}), root, 10);
    CHECK(crawl(sketched) == Urls{root, elsewhere});

    CrawlTest test;
    test.server.add("/", aio::test::redirect("301 Moved Permanently", elsewhere));
    const auto result = test.crawl();
    CHECK(result.paths() == "/");
    CHECK(result.of("/").next_url == elsewhere);
    CHECK(result.of("/").exception.empty());
}
