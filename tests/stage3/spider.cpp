// spider.cpp: which URLs belong to the whole-site spider's site, and how its crawl ends.
//
// Chapter: none; Tornado's whole-site spider.
#include "stage3_crawler/spider.hpp"

#include "core/loop/timeouts.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/page_server.hpp"

using namespace aio;
using namespace std::chrono_literals;

namespace {

// Owned by the test.
struct SpiderTest {
    test::ManualLoop manual;
    EventLoop& loop = manual.loop;
    test::PageServer server{loop};
    SpiderOptions options;
    std::vector<std::string> printed;
    std::vector<std::string> reported;

    SpiderTest() {
        options.print = [this](const std::string& line) { printed.push_back(line); };
        loop.set_exception_handler(
            [this](const ErrorContext& error) { reported.push_back(error.message); });
    }
    std::set<std::string> urls(const std::vector<std::string>& paths) const {
        std::set<std::string> set;
        for (const std::string& path : paths) set.insert(server.url(path));
        return set;
    }
    Spider spider(const std::string& base) { return {loop, Url::parse(server.url(base)), options}; }
    bool has_printed(const std::string& words) const {
        for (const std::string& line : printed) {
            if (line.find(words) != std::string::npos) return true;
        }
        return false;
    }
};

}  // namespace

TEST_CASE("What the spider begins with it ends, also pages that fail", "[stage3][spider]") {
    SpiderTest test;
    test.server.page("/", {"/missing", "/closed", "/garbage", "/good"});
    test.server.add("/closed", "");
    test.server.add("/garbage", "nothing of the kind\r\n\r\n");
    test.server.page("/good", {});
    Spider spider = test.spider("/");
    test.loop.run_until_complete(spider.crawl());
    CHECK(spider.fetched() == test.urls({"/", "/missing", "/closed", "/garbage", "/good"}));
    CHECK(spider.fetching() == spider.fetched());
    CHECK(spider.failed() == 3);
    CHECK(test.has_printed("fetching " + test.server.url("/closed")));
    CHECK(test.has_printed("fetched " + test.server.url("/good")));
    CHECK(test.has_printed("failed " + test.server.url("/missing") + ": the server answered 404"));
    CHECK(test.reported.empty());
}

TEST_CASE("Only what begins with the base URL is fetched, and each URL once", "[stage3][spider]") {
    SpiderTest test;
    test.server.page("/en/stable/",
                     {"a", "a#part", "#top", "../latest/", "/", "/en/stable", "http://127.0.0.1:1/",
                      "https://127.0.0.1/en/stable/", "mailto:a@b.c", "../stable/a"});
    test.server.page("/en/stable/a", {".", "b"});
    test.server.page("/en/stable/b", {"a"});
    Spider spider = test.spider("/en/stable/#start");
    test.loop.run_until_complete(spider.crawl());
    CHECK(spider.fetched() == test.urls({"/en/stable/", "/en/stable/a", "/en/stable/b"}));
    CHECK(spider.failed() == 0);
    CHECK(test.server.requests() == 3);
}

TEST_CASE("A redirect is followed as far as it stays below the base URL", "[stage3][spider]") {
    SpiderTest test;
    test.server.page("/a/", {"in", "out"});
    test.server.add("/a/in", test::redirect("302 Found", "/a/target"));
    test.server.add("/a/out", test::redirect("301 Moved Permanently", "/b/"));
    test.server.page("/a/target", {});
    Spider spider = test.spider("/a/");
    test.loop.run_until_complete(spider.crawl());
    CHECK(spider.fetched() == test.urls({"/a/", "/a/in", "/a/out", "/a/target"}));
    CHECK(test.server.hits("/b/") == 0);
}

TEST_CASE("The spider has as many requests under way as workers", "[stage3][spider]") {
    SpiderTest test;
    std::vector<std::string> paths;
    for (int i = 0; i < 30; ++i) paths.push_back("/" + std::to_string(i));
    test.server.handle("/", [&test, &paths](int) {
        test.server.hold(10);
        return test::page_with_links(paths);
    });
    Spider spider = test.spider("/");
    test.loop.run_until_complete(spider.crawl());
    CHECK(spider.fetched().size() == 31);
    CHECK(spider.achieved_concurrency() == 10);
    CHECK(test.server.peak() == 10);
}

TEST_CASE("A spider whose time is up says what was left, and its workers have ended",
          "[stage3][spider]") {
    SpiderTest test;
    test.options.concurrency = 2;
    test.options.limit = 60s;
    test.server.page("/", {"/slow", "/slower", "/next"});
    for (const char* path : {"/slow", "/slower"}) test.server.delay(path, 24h);
    Spider spider = test.spider("/");
    std::string sentence;
    try {
        test.loop.run_until_complete(spider.crawl());
    } catch (const TimeoutError& error) {
        sentence = error.what();
    }
    CHECK(sentence ==
          "the crawl has not ended in 60 seconds: URLs under way: 2, links in the queue: 1");
    CHECK(test.manual.clock.elapsed() == 60s);
    CHECK(spider.fetching() == test.urls({"/", "/slow", "/slower"}));
    CHECK(spider.fetched() == test.urls({"/"}));
    CHECK(test.reported.empty());
}

TEST_CASE("A spider that is cancelled ends its workers", "[stage3][spider]") {
    SpiderTest test;
    test.server.page("/", {"/slow"});
    test.server.delay("/slow", 10s);
    Spider spider = test.spider("/");
    const auto crawl = test.loop.create_task(spider.crawl());
    const auto timer = test.loop.call_later(5s, [&crawl] { crawl->cancel(); });
    CHECK_THROWS_AS(test.loop.run_until_complete(*crawl), CancelledError);
    CHECK(test.manual.clock.elapsed() == 5s);
    CHECK(test.reported.empty());
}
