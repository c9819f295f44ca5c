// main.cpp: the program of stage 3: stage3_crawler [URL...]
//
// Chapter: "Coordinating Coroutines" (L49): a loop, a crawler, run until it is complete.
// The one thing to know: those three lines are in crawl_and_report. What stands around them
// chooses the selector and the site, catches Ctrl-C, and tells how the crawl goes and went.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <system_error>
#include <utility>

#include "core/loop/select_selector.hpp"
#include "core/site/bundled_site.hpp"
#include "core/web/descriptor_limit.hpp"
#include "stage3_crawler/interrupt.hpp"
#include "stage3_crawler/json_lines.hpp"
#include "stage3_crawler/live_line.hpp"
#include "stage3_crawler/options.hpp"
#include "stage3_crawler/report.hpp"
#include "stage3_crawler/task_list.hpp"

namespace {

void print_to_stderr(const std::string& text) { fmt::print(stderr, "{}", text); }

// The sentences that are loud enough, each on a line of its own.
aio::Log log_to_stderr(int verbosity, aio::LiveLine& live) {
    return [verbosity, &live](aio::LogLevel level, const std::string& sentence) {
        if (static_cast<int>(level) > verbosity) return;
        live.clear();
        print_to_stderr(sentence + "\n");
    };
}

// What writes each record into the file of --report; nothing without one.
std::function<void(const aio::FetchStatistic&)> record_to_file(const std::string& name,
                                                               const aio::Log& log) {
    if (name.empty()) return {};
    try {
        const auto file = std::make_shared<aio::RecordFile>(
            name, [log](const std::string& sentence) { log(aio::LogLevel::error, sentence); });
        return [file](const aio::FetchStatistic& statistic) { file->write(statistic); };
    } catch (const std::system_error& error) {
        throw aio::UsageError(fmt::format("cannot write to {}: {}.", name, error.code().message()));
    }
}

// What -v says would push the line up the screen.
bool wants_live_line(const aio::Options& options) {
    return options.verbosity == 1 && ::isatty(STDERR_FILENO) == 1;
}

std::unique_ptr<aio::Selector> make_selector(bool use_select) {
    if (use_select) return std::make_unique<aio::SelectSelector>();
    return aio::default_selector();
}

// [run-until-complete-main]
int crawl_and_report(aio::Options options) {
    aio::EventLoop loop(make_selector(options.use_select));
    aio::LiveLine live(loop, print_to_stderr);
    options.crawler.log = log_to_stderr(options.verbosity, live);
    options.crawler.on_record = record_to_file(options.report, options.crawler.log);
    aio::Crawler crawler(loop, options.roots, options.crawler);
    const auto crawl = loop.create_task(crawler.crawl(), "crawl");
    if (wants_live_line(options)) live.start([&crawler] { return crawler.progress(); });
    bool interrupted = false;
    {
        const aio::Interrupt interrupt(loop, [&crawl] { crawl->cancel(); });
        const aio::TaskListOnSignal task_list(loop);
        try {
            loop.run_until_complete(*crawl);
        } catch (const aio::CancelledError&) {
            interrupted = true;
        }
    }
    live.stop();
    if (interrupted) fmt::print("Interrupted\n");
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
    if (!options.roots.empty()) return crawl_and_report(std::move(options));

    const aio::BundledSite site({.pages = options.pages, .latency = options.latency});
    options.roots.push_back(aio::Url::parse("http://xkcd.com/"));
    options.crawler.session.hostname_mapping["xkcd.com"] =
        fmt::format("{}:{}", site.host(), site.port());
    return crawl_and_report(std::move(options));
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
