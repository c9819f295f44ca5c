// report.cpp: the lines of the report, and its sums.
//
// Chapter: the report of its crawler's program.
#include "stage3_crawler/report.hpp"

#include "tests/stage3/crawl_support.hpp"
#include "tests/support/catch.hpp"

using namespace aio;
using aio::test::answer;
using aio::test::CrawlTest;
using aio::test::redirect;

namespace {

FetchStatistic statistic(const std::string& url) { return {.url = Url::parse(url)}; }

}  // namespace

TEST_CASE("Each kind of record has its line", "[stage3][C30]") {
    FetchStatistic page = statistic("http://a/");
    CHECK(report_line(page) == "http://a/ no answer unknown type 0 bytes\n");
    page.status = 200;
    page.content_type = "text/html";
    page.encoding = "utf-8";
    page.size = 12;
    page.num_urls = 3;
    page.num_new_urls = 2;
    CHECK(report_line(page) == "http://a/ 200 text/html utf-8 12 bytes, 2 new of 3 links\n");
    FetchStatistic moved = statistic("http://a/old");
    moved.status = 301;
    moved.next_url = "http://a/new";
    CHECK(report_line(moved) == "http://a/old 301 redirect to http://a/new\n");
    FetchStatistic failed = statistic("http://a/x");
    failed.exception = "connection refused";
    CHECK(report_line(failed) == "http://a/x no answer error: connection refused\n");
}

TEST_CASE("The totals of a crawl add up to what is done", "[stage3][C30][bug-F16]") {
    CrawlTest test;
    test.options.max_tries = 1;
    test.server.page("/", {"/page", "/image", "/moved", "/missing", "/broken"});
    test.server.page("/page", {});
    test.server.add("/image", answer("200 OK", "image/png", "12345"));
    test.server.add("/moved", redirect("301 Moved", "/page"));
    test.server.add("/broken", "");
    const auto result = test.crawl();
    const Totals totals = count_totals(result.done);
    CHECK(totals.html == 2);
    CHECK(totals.other == 1);
    CHECK(totals.redirect == 1);
    CHECK(totals.error == 1);
    CHECK(totals.by_status.at(404) == 1);
    CHECK(totals.fail == 1);
    CHECK(totals.html + totals.other + totals.redirect + totals.error + totals.fail ==
          result.done.size());
}

TEST_CASE("The report is sorted by URL and ends with the summary", "[stage3][C30][C31][bug-G37]") {
    CrawlTest test;
    test.server.page("/", {"/b", "/a", "http://example.com/", "https://127.0.0.1/"});
    Crawler crawler(test.loop, {Url::parse(test.server.url())}, test.options);
    test.loop.run_until_complete(crawler.crawl());
    const std::string text = report(crawler);
    CHECK(text.find("/a 404") < text.find("/b 404"));
    CHECK(text.find("not this site: example.com (1 links)") != std::string::npos);
    CHECK(text.find("https is not supported: 1 URLs") != std::string::npos);
    CHECK(text.find("todo 0, done 3\nFinished 3 urls in ") != std::string::npos);
    CHECK(text.find("(max_tasks=10)") != std::string::npos);
    CHECK(text.ends_with("urls/sec/task)\n"));
    CHECK(report(crawler, false).find("/a 404") == std::string::npos);
}

TEST_CASE("Of many foreign hosts the report names the five with the most links",
          "[stage3][C30][bug-G37]") {
    CrawlTest test;
    std::vector<std::string> hrefs;
    for (int host = 0; host < 8; ++host) {
        for (int link = 0; link <= host; ++link) {
            hrefs.push_back("http://h" + std::to_string(host) + ".example/" + std::to_string(link));
        }
    }
    test.server.page("/", hrefs);
    Crawler crawler(test.loop, {Url::parse(test.server.url())}, test.options);
    test.loop.run_until_complete(crawler.crawl());
    const std::string text = report(crawler);
    CHECK(text.find("not this site: h7.example (8 links)") != std::string::npos);
    CHECK(text.find("not this site: h3.example (4 links)") != std::string::npos);
    CHECK(text.find("h2.example") == std::string::npos);
    CHECK(text.find("not this site: 3 other hosts\n") != std::string::npos);
}
