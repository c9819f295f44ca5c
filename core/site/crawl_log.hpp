// crawl_log.hpp: what the crawls of stages 1 and 2 print, and what they count.
//
// Chapter: the prints in its Fetcher, and the line at the end of its programs: how many URLs, in
// how many seconds, and how many at the same time.
// The one thing to know: the stages share this so that they print the same words, and only the way
// in which they fetch differs.
// Left out on purpose: bytes and times of each URL; stage 3 reports them.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "core/loop/clock.hpp"
#include "core/web/url.hpp"

namespace aio {

// Owned by the program that crawls, or by a test, which collects the lines. Its time runs from the
// time that it is made.
class CrawlLog {
  public:
    using Print = std::function<void(const std::string& line)>;
    // By default lines go to the standard output.
    explicit CrawlLog(Print print_line = {});

    // One line.
    void print(const std::string& line) { print_line_(line); }
    // `path` was answered: prints it and counts it.
    void fetched(const std::string& path);
    // `page` was not, or its answer cannot be used: prints its URL and the cause, and counts it.
    void failed(const Url& page, const std::string& cause);
    // So many fetches are going on now.
    void concurrency(std::size_t fetches);

    int urls_fetched() const { return fetched_; }
    int urls_failed() const { return failed_; }
    std::size_t achieved_concurrency() const { return concurrency_; }
    // The last line of a crawl; before it one on failures, if there were any.
    void print_summary();

  private:
    Print print_line_;
    TimePoint start_ = Clock::now();
    int fetched_ = 0;
    int failed_ = 0;
    std::size_t concurrency_ = 0;
};

}  // namespace aio
