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

// A line on what was left out, or nothing if that was nothing. `what` is "links" or "URLs".
std::string left_out_line(const std::string& reason, std::size_t count, const char* what,
                          const std::string& example) {
    if (count == 0) return "";
    constexpr std::size_t shown = 100;
    return fmt::format("  {}: {} {}, such as {}{}\n", reason, count, what, example.substr(0, shown),
                       example.size() > shown ? "..." : "");
}

std::string left_out_lines(const Crawler& crawler) {
    const UrlLimits& limits = crawler.options().url_limits;
    const auto first = [](const std::set<std::string>& urls) {
        return urls.empty() ? "" : *urls.begin();
    };
    const CutLinks& too_long = crawler.too_long();
    const CutLinks& too_deep = crawler.too_deep();
    return left_out_line(fmt::format("longer than {} bytes", limits.max_length), too_long.links,
                         "links", too_long.first) +
           left_out_line(fmt::format("deeper than {} segments", limits.max_depth), too_deep.links,
                         "links", too_deep.first) +
           left_out_line("https is not supported", crawler.https_urls().size(), "URLs",
                         first(crawler.https_urls())) +
           left_out_line("redirect limit reached", crawler.redirects_cut().size(), "URLs",
                         first(crawler.redirects_cut()));
}

std::string total_lines(const Crawler& crawler) {
    const Totals totals = count_totals(crawler.done());
    std::string text =
        fmt::format("html {}, other {}, redirect {}, error {}, fail {}; {} bytes\n", totals.html,
                    totals.other, totals.redirect, totals.error, totals.fail, totals.bytes);
    auto out = std::back_inserter(text);
    for (const auto& [status, count] : totals.by_status) {
        fmt::format_to(out, "  status {}: {}\n", status, count);
    }
    if (totals.left_out > 0) {
        fmt::format_to(out, "  left out for robots.txt: {} URLs\n", totals.left_out);
    }
    const Politeness& politeness = crawler.politeness();
    if (politeness.robots_requests() > 0) {
        fmt::format_to(out, "  robots.txt itself: {} requests, {} bytes\n",
                       politeness.robots_requests(), politeness.robots_bytes());
    }
    fmt::format_to(out, "  links to this site (--links {}): {} on the pages, {} new\n",
                   name_of(crawler.options().link_kinds), totals.links, totals.new_links);
    return text;
}

}  // namespace

std::string name_of(LinkKinds kinds) {
    if (kinds == LinkKinds::anchors) return "pages";
    return kinds == LinkKinds::with_link ? "all" : "any-href";
}

Totals count_totals(const std::vector<FetchStatistic>& done) {
    Totals totals;
    for (const FetchStatistic& statistic : done) {
        totals.bytes += statistic.size;
        totals.links += statistic.num_urls;
        totals.new_links += statistic.num_new_urls;
        if (!statistic.left_out.empty()) {
            ++totals.left_out;
        } else if (!statistic.exception.empty()) {
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
    if (!statistic.left_out.empty()) {
        return fmt::format("{} left out: {}\n", url, statistic.left_out);
    }
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
    if (lines) {
        std::vector<const FetchStatistic*> sorted;
        for (const FetchStatistic& statistic : crawler.done()) sorted.push_back(&statistic);
        std::sort(sorted.begin(), sorted.end(),
                  [](const auto* a, const auto* b) { return a->url.str() < b->url.str(); });
        for (const FetchStatistic* statistic : sorted) text += report_line(*statistic);
        text += "\n";
    }
    text += total_lines(crawler) + off_site_lines(crawler.off_site()) + left_out_lines(crawler);
    text += fmt::format("todo {}, done {}\n", crawler.todo(), crawler.done().size());
    return text + seconds_and_rate(crawler);
}

}  // namespace aio
