// main.cpp: the program of stage 1: stage1_callbacks [--break-parser] [URL]
//
// Chapter: "Programming With Callbacks", L09, L12 and L14.
// What you see: `connected!` for each connection, each path when it is fetched, and at the end how
// many there were, in how many seconds, and how many at the same time. With --break-parser: the
// trace of an exception in a callback.
//
// The one thing to know: when the first fetch() has returned, nothing is fetched and nothing is
// connected. All the rest happens inside loop().
//
// Left out on purpose: Ctrl-C is left to the system, which ends the program.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

#include "core/site/crawl_options.hpp"
#include "core/site/crawl_target.hpp"
#include "core/web/descriptor_limit.hpp"
#include "stage1_callbacks/fetcher.hpp"

namespace {

// [print-trace]
void print_trace(const sketch::ParseError& error) {
    fmt::print("Traceback (most recent call last):\n");
    for (const std::string& function : error.trace) fmt::print("  {}\n", function);
    fmt::print("ParseError: {}\n\n", error.what());
    for (const std::string function : {"Fetcher::fetch", "Fetcher::connected"}) {
        const bool found = std::any_of(error.trace.begin(), error.trace.end(),
                                       [&function](const std::string& frame) {
                                           return frame.find(function) != std::string::npos;
                                       });
        fmt::print("{} led here, and is {} the trace.\n", function, found ? "in" : "not in");
    }
}
// [/print-trace]

int crawl_site(const aio::CrawlOptions& options) {
    aio::raise_descriptor_limit();
    const aio::CrawlTarget target = aio::choose_target(options.url);
    aio::CrawlLog log;
    sketch::Crawl crawl{target.root, target.address, log};
    crawl.break_parser = options.break_parser;

    // [begin-fetching]
    // The chapter begins with /353/. It has to be the root, which both sets begin with.
    const auto fetcher = std::make_shared<sketch::Fetcher>(crawl, crawl.root.target);
    fetcher->fetch();
    sketch::loop(crawl);
    // [/begin-fetching]

    log.print_summary();
    return log.urls_failed() == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char* argv[]) {
    try {
        const aio::CrawlOptions options = aio::parse_crawl_options({argv + 1, argv + argc});
        if (!options.help) return crawl_site(options);
        fmt::print("{}", aio::crawl_help("stage1_callbacks"));
        return 0;
    } catch (const sketch::ParseError& error) {
        print_trace(error);
        return 1;
    } catch (const aio::UsageError& error) {
        fmt::print(stderr, "stage1_callbacks: {}\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        fmt::print(stderr, "stage1_callbacks: {}\n", error.what());
        return 1;
    }
}
