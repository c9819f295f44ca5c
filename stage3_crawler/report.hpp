// report.hpp: what the crawl has found, in lines.
//
// Chapter: the report of its crawler's program.
// The one thing to know: the report is made of the statistics alone, so it is the same however the
// crawl went, and it can be tested without one.
#pragma once

#include <string>

#include "stage3_crawler/crawler.hpp"

namespace aio {

// How many of the URLs that are done were what. The five numbers add up to all of them.
struct Totals {
    std::size_t html = 0;
    std::size_t other = 0;  // Answered 200, but no page with links.
    std::size_t redirect = 0;
    std::size_t error = 0;  // Another status, 404 for instance.
    std::size_t fail = 0;   // No answer that could be used.
    std::size_t bytes = 0;
    std::map<int, std::size_t> by_status = {};  // The errors.
};

Totals count_totals(const std::vector<FetchStatistic>& done);

// One line on one URL.
std::string report_line(const FetchStatistic& statistic);

// The whole report, ending in the line "Finished N urls in ...". Without `lines`, the totals only.
std::string report(const Crawler& crawler, bool lines = true);

}  // namespace aio
