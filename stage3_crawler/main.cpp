// main.cpp: the program of stage 3: stage3_crawler [URL...]
//
// Chapter: "Coordinating Coroutines" (L49): a loop, a crawler, run until it is complete.
// The one thing to know: those three lines are in crawl_and_report. What stands around them
// chooses the selector and the site, catches Ctrl-C, and prints the report.
#include <fmt/core.h>

#include <cstdio>

#include "core/loop/select_selector.hpp"
#include "core/site/bundled_site.hpp"
#include "core/web/descriptor_limit.hpp"
#include "stage3_crawler/interrupt.hpp"
#include "stage3_crawler/options.hpp"
#include "stage3_crawler/report.hpp"

namespace {

aio::Log log_to_stderr(int verbosity) {
    return [verbosity](aio::LogLevel level, const std::string& sentence) {
        if (static_cast<int>(level) <= verbosity) fmt::print(stderr, "{}\n", sentence);
    };
}

std::unique_ptr<aio::Selector> make_selector(bool use_select) {
    if (use_select) return std::make_unique<aio::SelectSelector>();
    return aio::default_selector();
}

// [run-until-complete-main]
int crawl_and_report(const aio::Options& options) {
    aio::EventLoop loop(make_selector(options.use_select));
    aio::Crawler crawler(loop, options.roots, options.crawler);
    const auto crawl = loop.create_task(crawler.crawl(), "crawl");
    bool interrupted = false;
    {
        const aio::Interrupt interrupt(loop, [&crawl] { crawl->cancel(); });
        try {
            loop.run_until_complete(*crawl);
        } catch (const aio::CancelledError&) {
            interrupted = true;
            fmt::print("Interrupted\n");
        }
    }
    fmt::print("{}", aio::report(crawler, options.verbosity > 0));
    if (interrupted) return 130;
    const aio::Totals totals = aio::count_totals(crawler.done());
    return totals.html + totals.other > 0 ? 0 : 1;
}
// [/run-until-complete-main]

int run(aio::Options options) {
    if (options.help) {
        fmt::print("{}", aio::usage());
        return 0;
    }
    aio::raise_descriptor_limit();  // Each worker needs a socket.
    const auto tasks = static_cast<std::size_t>(options.crawler.max_tasks);
    options.crawler.session.max_clients = tasks;
    options.crawler.log = log_to_stderr(options.verbosity);
    if (!options.roots.empty()) return crawl_and_report(options);

    const aio::BundledSite site({.pages = options.pages, .latency = options.latency});
    options.roots.push_back(aio::Url::parse("http://xkcd.com/"));
    options.crawler.session.hostname_mapping["xkcd.com"] =
        fmt::format("{}:{}", site.host(), site.port());
    return crawl_and_report(options);
}

}  // namespace

int main(int argc, char* argv[]) {
    try {
        return run(aio::parse_options({argv + 1, argv + argc}));
    } catch (const aio::UsageError& error) {
        fmt::print(stderr, "stage3_crawler: {}\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        fmt::print(stderr, "stage3_crawler: {}\n", error.what());
        return 1;
    }
}
