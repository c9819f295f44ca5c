// main.cpp: the program of stage 2: stage2_coroutines [--break-parser] [URL]
//
// Chapter: "Building Coroutines With Generators" (L32) and "Factoring Coroutines" (L38, L43).
// What you see: the same as in stage 1. With --break-parser: the trace of an exception in a
// coroutine.
//
// The one thing to know: when the first Task is made, its coroutine has begun to connect, and that
// is all. All the rest happens inside loop().
//
// Left out on purpose: Ctrl-C is left to the system, which ends the program.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

#include "core/site/crawl_options.hpp"
#include "core/site/crawl_target.hpp"
#include "core/web/descriptor_limit.hpp"
#include "stage2_coroutines/fetcher.hpp"

namespace {

// [print-trace]
void print_trace(const sketch::ParseError& error) {
    const std::vector<sketch::CallSite> trace = error.traceback();
    sketch::print_traceback(error, "ParseError");
    const bool found = std::any_of(trace.begin(), trace.end(), [](const sketch::CallSite& site) {
        return site.function == std::string("fetch");
    });
    fmt::print("\nFetcher::fetch led here, and is {} the trace.\n", found ? "in" : "not in");
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
    crawl.tasks.emplace_back(fetcher->fetch());
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
        fmt::print("{}", aio::crawl_help("stage2_coroutines"));
        return 0;
    } catch (const sketch::ParseError& error) {
        print_trace(error);
        return 1;
    } catch (const aio::UsageError& error) {
        fmt::print(stderr, "stage2_coroutines: {}\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        fmt::print(stderr, "stage2_coroutines: {}\n", error.what());
        return 1;
    }
}
