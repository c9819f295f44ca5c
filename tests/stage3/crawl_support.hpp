// crawl_support.hpp: a crawl of a test's own pages, on one loop with the server.
//
// The one thing to know: the clock is the manual one, so a time limit of the session costs the
// test no time, and the crawl's duration is whatever the timers made of it.
#pragma once

#include <string>
#include <vector>

#include "stage3_crawler/crawler.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/page_server.hpp"

namespace aio::test {

// The records of one crawl, and what the crawler said meanwhile.
struct CrawlResult {
    std::vector<FetchStatistic> done;
    std::vector<std::string> log;
    std::size_t todo = 0;

    // The one record of the URL that ends in `path`; fails the test if there is not exactly one.
    const FetchStatistic& of(const std::string& path) const;
    // The paths that are done, in order, with a blank between.
    std::string paths() const;
    bool logged(const std::string& words) const;
};

// Owned by the test.
struct CrawlTest {
    ManualLoop manual;
    EventLoop& loop = manual.loop;
    PageServer server{manual.loop};
    // Without robots.txt, so that a test counts its own requests; those of politeness ask for it.
    CrawlerOptions options{.politeness = {.ignore_robots = true}};

    // Crawls from these paths of the server, or whole URLs, until nothing is left.
    CrawlResult crawl(const std::vector<std::string>& roots = {"/"});
};

}  // namespace aio::test
