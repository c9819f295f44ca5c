// crawl_log.cpp: the words that stages 1 and 2 print (see crawl_log.hpp).
//
// The one thing to know: the last line is the chapter's own, so it counts what was fetched and
// nothing else. What failed has a line before it.
#include "core/site/crawl_log.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace aio {

CrawlLog::CrawlLog(Print print_line) : print_line_(std::move(print_line)) {
    if (!print_line_) {
        print_line_ = [](const std::string& line) { fmt::print("{}\n", line); };
    }
}

void CrawlLog::fetched(const std::string& path) {
    ++fetched_;
    print(path);
}

void CrawlLog::failed(const Url& page, const std::string& cause) {
    ++failed_;
    print(fmt::format("{} failed: {}", page.str(), cause));
}

void CrawlLog::concurrency(std::size_t fetches) { concurrency_ = std::max(concurrency_, fetches); }

void CrawlLog::print_summary() {
    const std::chrono::duration<double> seconds = Clock::now() - start_;
    if (failed_ > 0) print(fmt::format("{} URLs failed", failed_));
    print(fmt::format("{} URLs fetched in {:.2f} seconds, achieved concurrency = {}", fetched_,
                      seconds.count(), concurrency_));
}

}  // namespace aio
