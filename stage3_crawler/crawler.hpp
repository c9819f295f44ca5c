// crawler.hpp: max_tasks workers that share a queue of URLs.
//
// Chapter: "Coordinating Coroutines" (L50, L52, L58, L59, L62).
//
// The one thing to know: nobody counts the pages that are left. A worker puts the links of a page
// before it reports the page as done, so the queue's count of unfinished items reaches zero only
// when nothing is left, and that is what crawl() waits for.
//
// What differs from the chapter: the root is added with put_nowait and is remembered as seen; a
// worker survives whatever a fetch throws; a redirect's target passes the same checks as a link;
// and the workers have ended before crawl() returns.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/loop/joinable_queue.hpp"
#include "core/loop/task.hpp"
#include "core/web/links.hpp"
#include "core/web/session.hpp"
#include "stage3_crawler/fetch_statistic.hpp"
#include "stage3_crawler/log.hpp"
#include "stage3_crawler/politeness.hpp"
#include "stage3_crawler/progress.hpp"
#include "stage3_crawler/scope.hpp"

namespace aio {

struct CrawlerOptions {
    int max_redirect = 10;  // How many redirects in a row are followed.
    int max_tries = 4;      // How often a URL is asked for when the network fails.
    int max_tasks = 10;     // Workers, and so requests at the same time.
    bool strict = true;     // See Scope.
    std::optional<std::regex> exclude = {};
    UrlLimits url_limits = {};
    PolitenessOptions politeness = {};
    LinkKinds link_kinds = LinkKinds::anchors;
    // The links of a page, given its URL and its text, if aio::find_links is not to find them. What
    // it throws is that page's failure.
    std::function<std::vector<Url>(const Url&, std::string_view, LinkKinds)> find_links = {};
    // Called with each record when it is there. It must not throw: that ends the worker, and comes
    // out of crawl() when the other workers have done the rest.
    std::function<void(const FetchStatistic&)> on_record = {};
    SessionOptions session = {};
    Log log = {};
};

// What waits in the queue: a URL, and how many redirects may still be followed from there. (L60)
struct UrlToFetch {
    Url url;
    int max_redirect;
};

// [crawler]
// Owned by the program. Its loop outlives it. It owns its queue, its session and its workers.
class Crawler {
  public:
    Crawler(EventLoop& loop, const std::vector<Url>& roots, CrawlerOptions options = {});

    // Crawls until nothing is left to do. If it is cancelled, what is under way is given up. All
    // workers have ended when it returns or throws; it throws what ended one of them too early.
    Coro<void> crawl();

    // One for each URL that is done, in the order in which they were.
    const std::vector<FetchStatistic>& done() const { return done_; }
    // URLs that were seen and are not done: queued, under way, or given up.
    std::size_t todo() const { return seen_urls_.size() - done_.size(); }
    std::size_t seen() const { return seen_urls_.size(); }
    Progress progress() const;
    // Links to other hosts, by host: how many.
    const std::map<std::string, std::size_t>& off_site() const { return off_site_; }
    // URLs of this site that would take TLS.
    const std::set<std::string>& https_urls() const { return https_urls_; }
    // Targets of redirects that were one too many. Each may be fetched yet, if a page links to it.
    const std::set<std::string>& redirects_cut() const { return redirects_cut_; }
    const CutLinks& too_long() const { return too_long_; }
    const CutLinks& too_deep() const { return too_deep_; }
    const Politeness& politeness() const { return politeness_; }
    // How long crawl() has waited for the queue.
    Duration duration() const { return finished_ - started_; }
    const CrawlerOptions& options() const { return options_; }

  private:
    Coro<void> work();
    Coro<void> fetch(const Url& url, int max_redirect);
    Coro<std::unique_ptr<FetchStatistic>> try_fetch(const Url& url, int max_redirect);
    FetchStatistic follow_redirect(const Response& response, int max_redirect);
    FetchStatistic parse_links(const Response& response, const std::string& body);
    template <class... Values>
    void log(LogLevel level, fmt::format_string<Values...> sentence, Values&&... values) {
        if (options_.log)
            options_.log(level, fmt::format(sentence, std::forward<Values>(values)...));
    }
    // Keeps the record of a URL that is done.
    void record(FetchStatistic statistic);
    // Queues the URL unless it was seen before. True if it is new.
    bool add_url(const Url& url, int max_redirect);
    // True if the URL may be fetched; if not, counts why.
    bool url_allowed(const Url& url);

    EventLoop& loop_;
    CrawlerOptions options_;
    Scope scope_;
    JoinableQueue<UrlToFetch> q_;
    std::unordered_set<std::string> seen_urls_;
    Session session_;
    Politeness politeness_;
    std::vector<FetchStatistic> done_;
    std::map<std::string, std::size_t> off_site_;
    std::set<std::string> https_urls_;
    std::set<std::string> redirects_cut_;
    CutLinks too_long_;
    CutLinks too_deep_;
    std::size_t failed_ = 0;
    TimePoint started_;
    TimePoint finished_;
};
// [/crawler]

}  // namespace aio
