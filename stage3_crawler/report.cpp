// report.cpp: sorting, counting, printing.
//
// Chapter: the report of its crawler's program.
// The one thing to know: a URL is counted once. What failed is a fail and nothing else; a redirect
// is no error.
#include "stage3_crawler/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace aio {

namespace {

bool is_html(const FetchStatistic& statistic) { return !statistic.encoding.empty(); }

std::string seconds_and_rate(const Crawler& crawler) {
    const std::chrono::duration<double> seconds = crawler.duration();
    const auto urls = static_cast<double>(crawler.done().size());
    const int tasks = crawler.options().max_tasks;
    const double rate = seconds.count() > 0 ? urls / seconds.count() / tasks : 0;
    return fmt::format("Finished {} urls in {:.3f} secs (max_tasks={}) ({:.1f} urls/sec/task)\n",
                       crawler.done().size(), seconds.count(), tasks, rate);
}

// The hosts with the most links first, and no more than five: a real site links to hundreds.
std::string off_site_lines(const std::map<std::string, std::size_t>& off_site) {
    std::vector<std::pair<std::string, std::size_t>> hosts(off_site.begin(), off_site.end());
    std::stable_sort(hosts.begin(), hosts.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    const std::size_t shown = std::min<std::size_t>(hosts.size(), 5);
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
        text += fmt::format("  not this site: {} ({} links)\n", hosts[i].first, hosts[i].second);
    }
    if (shown == hosts.size()) return text;
    return text + fmt::format("  not this site: {} other hosts\n", hosts.size() - shown);
}

}  // namespace

Totals count_totals(const std::vector<FetchStatistic>& done) {
    Totals totals;
    for (const FetchStatistic& statistic : done) {
        totals.bytes += statistic.size;
        if (!statistic.exception.empty()) {
            ++totals.fail;
        } else if (statistic.next_url) {
            ++totals.redirect;
        } else if (statistic.status != 200) {
            ++totals.error;
            ++totals.by_status[statistic.status.value_or(0)];
        } else if (is_html(statistic)) {
            ++totals.html;
        } else {
            ++totals.other;
        }
    }
    return totals;
}

std::string report_line(const FetchStatistic& statistic) {
    const std::string url = statistic.url.str();
    const std::string status =
        statistic.status ? fmt::format("{}", *statistic.status) : "no answer";
    if (!statistic.exception.empty()) {
        return fmt::format("{} {} error: {}\n", url, status, statistic.exception);
    }
    if (statistic.next_url) {
        const bool tls = statistic.next_url->starts_with("https:");
        return fmt::format("{} {} redirect to {}{}\n", url, status, *statistic.next_url,
                           tls ? " (https is not supported)" : "");
    }
    const std::string type =
        statistic.content_type.empty() ? "unknown type" : statistic.content_type;
    if (!is_html(statistic))
        return fmt::format("{} {} {} {} bytes\n", url, status, type, statistic.size);
    return fmt::format("{} {} {} {} {} bytes, {} new of {} links\n", url, status, type,
                       statistic.encoding, statistic.size, statistic.num_new_urls,
                       statistic.num_urls);
}

std::string report(const Crawler& crawler, bool lines) {
    std::string text;
    auto out = std::back_inserter(text);
    if (lines) {
        std::vector<const FetchStatistic*> sorted;
        for (const FetchStatistic& statistic : crawler.done()) sorted.push_back(&statistic);
        std::sort(sorted.begin(), sorted.end(),
                  [](const auto* a, const auto* b) { return a->url.str() < b->url.str(); });
        for (const FetchStatistic* statistic : sorted) text += report_line(*statistic);
        text += "\n";
    }
    const Totals totals = count_totals(crawler.done());
    fmt::format_to(out, "html {}, other {}, redirect {}, error {}, fail {}; {} bytes\n",
                   totals.html, totals.other, totals.redirect, totals.error, totals.fail,
                   totals.bytes);
    for (const auto& [status, count] : totals.by_status) {
        fmt::format_to(out, "  status {}: {}\n", status, count);
    }
    text += off_site_lines(crawler.off_site());
    if (!crawler.https_urls().empty()) {
        fmt::format_to(out, "  https is not supported: {} URLs, such as {}\n",
                       crawler.https_urls().size(), *crawler.https_urls().begin());
    }
    if (!crawler.redirects_cut().empty()) {
        fmt::format_to(out, "  redirect limit reached: {} URLs, such as {}\n",
                       crawler.redirects_cut().size(), *crawler.redirects_cut().begin());
    }
    fmt::format_to(out, "todo {}, done {}\n", crawler.todo(), crawler.done().size());
    return text + seconds_and_rate(crawler);
}

}  // namespace aio
