// report.hpp: what the crawl has found, in lines.
//
// Chapter: the report of its crawler's program.
// The one thing to know: a crawl is reported once, at its end, from what the crawler has counted.
// Lines and totals are functions of the statistics alone, so they can be tested without a crawl.
#pragma once

#include <string>

#include "stage3_crawler/crawler.hpp"

namespace aio {

// How many of the URLs that are done were what. The first six numbers add up to all of them.
struct Totals {
    std::size_t html = 0;
    std::size_t other = 0;  // Answered 200, but no page with links.
    std::size_t redirect = 0;
    std::size_t error = 0;     // Another status, 404 for instance.
    std::size_t fail = 0;      // No answer that could be used.
    std::size_t left_out = 0;  // robots.txt asks not to fetch it.
    std::size_t bytes = 0;
    std::size_t links = 0;                      // Of all pages, each counted once on its page.
    std::size_t new_links = 0;                  // Those that were not seen before.
    std::map<int, std::size_t> by_status = {};  // The errors.
};

Totals count_totals(const std::vector<FetchStatistic>& done);

// As --links names it.
std::string name_of(LinkKinds kinds);

// One line on one URL.
std::string report_line(const FetchStatistic& statistic);

// The whole report, ending in the line "Finished N urls in ...". Without `lines`, the totals only.
std::string report(const Crawler& crawler, bool lines = true);

}  // namespace aio
