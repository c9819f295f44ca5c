// crawl_site.cpp: stage 2 crawls the bundled site, whose pages are known.
#include "tests/stage2/crawl_support.hpp"
#include "tests/support/catch.hpp"

using stage2_test::TestCrawl;

TEST_CASE("Stage 2 fetches each page of the bundled site once", "[stage2][fetcher][L43]") {
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

TEST_CASE("The last line of stage 2 says how many, in what time, and how many at once",
          "[stage2][fetcher]") {
    const aio::BundledSite site;
    TestCrawl test("/", aio::Address::ipv4_loopback(site.port()));
    REQUIRE(test.fetch_and_run());
    test.log.print_summary();
    const std::string& last = test.lines.back();
    CHECK(last.starts_with("110 URLs fetched in "));
    CHECK(last.ends_with(" seconds, achieved concurrency = " +
                         std::to_string(test.log.achieved_concurrency())));
}

TEST_CASE("The trace of a coroutine names those that waited for it", "[stage2][fetcher][L38]") {
    const aio::BundledSite site;
    TestCrawl test("/", aio::Address::ipv4_loopback(site.port()));
    test.crawl.break_parser = true;
    test.fetch();
    std::vector<std::string> functions;
    try {
        sketch::loop(test.crawl);
    } catch (const sketch::ParseError& error) {
        for (const auto& place : error.traceback()) functions.push_back(place.function);
    }
    CHECK(functions == std::vector<std::string>{"fetch", "parse_links"});
}
