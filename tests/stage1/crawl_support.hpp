// crawl_support.hpp: a crawl of stage 1 whose printed lines a test can read.
//
// The one thing to know: run() is the crawl's loop with an end to its patience. A crawl that
// hangs is a failed test, and not one that never ends.
#pragma once

#include <string>
#include <vector>

#include "core/site/bundled_site.hpp"
#include "stage1_callbacks/fetcher.hpp"

namespace stage1_test {

// Owned by the test; declared before the server that shares its selector.
class TestCrawl {
  public:
    // Begins at http://xkcd.com and `root`. The address may be set later.
    explicit TestCrawl(const std::string& root = "/", aio::Address address = {});

    // Begins with the root and runs to the end. False if the crawl waits for what never comes.
    bool fetch_and_run();
    void fetch();
    bool run();
    // One turn of the loop. False if nothing was ready.
    bool turn();
    bool printed(const std::string& line) const { return count(line) > 0; }
    int count(const std::string& line) const;

    std::vector<std::string> lines;
    aio::CrawlLog log;
    sketch::Crawl crawl;
};

// An address on which nobody listens.
aio::Address closed_port();

}  // namespace stage1_test
