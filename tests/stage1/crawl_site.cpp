// crawl_site.cpp: stage 1 crawls the bundled site, whose pages are known.
#include "tests/stage1/crawl_support.hpp"
#include "tests/support/catch.hpp"

using stage1_test::TestCrawl;

namespace {

std::string trace_of(const sketch::ParseError& error) {
    std::string text;
    for (const std::string& function : error.trace) text += function + "\n";
    return text;
}

}  // namespace

TEST_CASE("Stage 1 fetches each page of the bundled site once", "[stage1][L11][L12]") {
    for (const char* root : {"/", "/353/"}) {
        CAPTURE(root);
        const aio::BundledSite site;
        TestCrawl test(root, aio::Address::ipv4_loopback(site.port()));
        REQUIRE(test.fetch_and_run());
        const aio::SiteCounts expected = aio::counts(site.options().pages);
        CHECK(test.log.urls_fetched() == expected.urls);
        CHECK(test.log.urls_failed() == 0);
        CHECK(test.count("connected!") == expected.urls);
        CHECK(site.requests() == expected.urls);
        for (const auto& [path, hits] : site.hits()) {
            CAPTURE(path);
            CHECK(hits == 1);
            CHECK(test.count(path) == 1);
        }
    }
}

TEST_CASE("The last line says how many, in what time, and how many at once", "[stage1][L12]") {
    const aio::BundledSite site;
    TestCrawl test("/", aio::Address::ipv4_loopback(site.port()));
    REQUIRE(test.fetch_and_run());
    test.log.print_summary();
    const std::string& last = test.lines.back();
    CHECK(last.starts_with("110 URLs fetched in "));
    CHECK(last.ends_with(" seconds, achieved concurrency = " +
                         std::to_string(test.log.achieved_concurrency())));
}

TEST_CASE("The trace of a callback ends in the loop", "[stage1][L14]") {
    const aio::BundledSite site;
    TestCrawl test("/", aio::Address::ipv4_loopback(site.port()));
    test.crawl.break_parser = true;
    test.fetch();
    std::string trace;
    try {
        sketch::loop(test.crawl);
    } catch (const sketch::ParseError& error) {
        trace = trace_of(error);
    }
    CHECK(trace ==
          "main\nsketch::loop\nsketch::Fetcher::read_response\nsketch::Fetcher::parse_links\n");
}
