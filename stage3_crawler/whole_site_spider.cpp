// whole_site_spider.cpp: Tornado's whole-site spider: whole_site_spider [URL]
//
// Chapter: none; it has the shape of the chapter's crawler, from another library.
// You see: each URL when a worker begins with it and when it is through with it, and at the end
// that the two sets are equal. They must be: the queue is joined when nothing is left between them.
//
// The one thing to know: try a URL further down, such as http://xkcd.com/archive/ on a server of
// yours. Only what begins with it is fetched.
//
// Left out on purpose: Ctrl-C is left to the system, which ends the program.
#include <fmt/core.h>

#include "core/loop/event_loop.hpp"
#include "core/loop/timeouts.hpp"
#include "stage3_crawler/example_site.hpp"
#include "stage3_crawler/spider.hpp"

namespace {

aio::SpiderOptions options_for(const aio::ExampleSite& site) {
    aio::SpiderOptions options;
    options.session = site.session;
    // One silent page must not use up the time of the whole crawl.
    options.session.request_timeout = std::chrono::seconds(20);
    options.print = [](const std::string& line) { fmt::print("{}\n", line); };
    return options;
}

int crawl_site(const aio::ExampleSite& site) {
    aio::EventLoop loop;
    aio::Spider spider(loop, site.url, options_for(site));
    const aio::TimePoint start = loop.time();
    bool in_time = true;
    try {
        loop.run_until_complete(spider.crawl());
    } catch (const aio::TimeoutError& error) {
        in_time = false;
        fmt::print("{}\n", error.what());
    }
    const std::chrono::duration<double> seconds = loop.time() - start;
    const bool equal = spider.fetching() == spider.fetched();
    fmt::print("fetching and fetched are {}, with {} and {} URLs\n", equal ? "equal" : "not equal",
               spider.fetching().size(), spider.fetched().size());
    fmt::print("{} URLs fetched in {:.2f} seconds, achieved concurrency = {}\n",
               spider.fetched().size() - spider.failed(), seconds.count(),
               spider.achieved_concurrency());
    fmt::print("URLs that failed: {}\n", spider.failed());
    const bool any = spider.fetched().size() > spider.failed();
    return in_time && equal && any ? 0 : 1;
}

}  // namespace

int main(int argc, char* argv[]) {
    const aio::Example spider{"whole_site_spider",
                              "Fetches the page at URL, and what it links to, and so on, as long\n"
                              "as the address begins with URL: ten at a time, 300 seconds at most.",
                              "http://xkcd.com/", crawl_site};
    return aio::run_example(spider, {argv + 1, argv + argc});
}
