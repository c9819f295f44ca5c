// crawler.cpp: crawl, work, fetch.
//
// Chapter: "Coordinating Coroutines" (L50, L52, L58, L59, L62).
// The one thing to know: read crawl() first, then work(), then fetch(). The rest is what a real
// site needs beyond the chapter's fetch: tries, types, checks.
#include "stage3_crawler/crawler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "core/web/client_error.hpp"
#include "core/web/request_errors.hpp"

namespace aio {

namespace {

// Reports an item as done on every path out of a worker's round, also by an exception.
class TaskDone {
  public:
    explicit TaskDone(JoinableQueue<UrlToFetch>& q) : q_(q) {}
    TaskDone(const TaskDone&) = delete;
    TaskDone& operator=(const TaskDone&) = delete;
    ~TaskDone() { q_.task_done(); }

  private:
    JoinableQueue<UrlToFetch>& q_;
};

bool has_links(const ResponseHead& head) {
    const std::string type = head.content_type();
    return head.status == 200 &&
           (type == "text/html" || type == "application/xhtml+xml" || type == "application/xml");
}

bool leads_elsewhere(const Response& response) {
    return is_redirect(response.status()) && response.headers().contains("Location");
}

Coro<std::size_t> size_of_body(Response& response) {
    std::size_t size = 0;
    for (;;) {
        const std::string piece = co_await response.read_some();
        if (piece.empty()) co_return size;
        size += piece.size();
    }
}

FetchStatistic statistic_of(const Response& response, std::size_t size) {
    return {.url = response.url(),
            .status = response.status(),
            .size = size,
            .content_type = response.head().content_type()};
}

std::unique_ptr<FetchStatistic> failed(const Url& url, const char* why) {
    return std::make_unique<FetchStatistic>(FetchStatistic{.url = url, .exception = why});
}

std::unique_ptr<FetchStatistic> left_out(const Url& url, const char* why) {
    return std::make_unique<FetchStatistic>(FetchStatistic{.url = url, .left_out = why});
}

void count_cut(CutLinks& cut, const Url& url) {
    if (++cut.links == 1) cut.first = url.key();
}

}  // namespace

// [crawler-init]
Crawler::Crawler(EventLoop& loop, const std::vector<Url>& roots, CrawlerOptions options)
    : loop_(loop),
      options_(std::move(options)),
      scope_(roots, options_.strict, options_.exclude, options_.url_limits),
      q_(loop),
      session_(loop, options_.session),
      politeness_(loop, session_, options_.politeness, options_.max_tries) {
    for (const Url& root : roots) add_url(root, options_.max_redirect);
}
// [/crawler-init]

// [crawl]
Coro<void> Crawler::crawl() {
    std::vector<std::unique_ptr<Task<void>>> workers;
    for (int i = 1; i <= options_.max_tasks; ++i) {
        workers.push_back(loop_.create_task(work(), fmt::format("worker {}", i)));
    }
    started_ = finished_ = loop_.time();
    std::exception_ptr error;
    try {
        co_await q_.join();
    } catch (const CancelledError&) {
        error = std::current_exception();
    }
    finished_ = loop_.time();
    for (const auto& worker : workers) worker->cancel();
    for (const auto& worker : workers) {
        try {
            co_await *worker;
        } catch (const CancelledError&) {
            // As it should be. The worker's connection is closed by now.
        } catch (...) {
            if (!error) error = std::current_exception();
        }
    }
    session_.close();
    if (error) std::rethrow_exception(error);
}
// [/crawl]

// [work]
Coro<void> Crawler::work() {
    for (;;) {
        const UrlToFetch item = co_await q_.get();
        const auto& [url, max_redirect] = item;
        const TaskDone task_done(q_);
        co_await fetch(url, max_redirect);
    }
}
// [/work]

// [fetch]
Coro<void> Crawler::fetch(const Url& url, int max_redirect) {
    // On the heap: there is a frame of this for each worker that waits, with room for each local.
    std::unique_ptr<FetchStatistic> statistic;
    for (int tries = 1; statistic == nullptr; ++tries) {
        try {
            statistic = co_await try_fetch(url, max_redirect);
            if (tries > 1) log(LogLevel::info, "try {} for {} succeeded", tries, url.str());
        } catch (const LeftOut& error) {
            statistic = left_out(url, error.what());
        } catch (const UnsupportedScheme& error) {
            statistic = failed(url, error.what());  // Trying again would not change it.
        } catch (const LimitError& error) {
            statistic = failed(url, error.what());  // The same.
        } catch (const ClientError& error) {
            log(LogLevel::info, "try {} for {} failed: {}", tries, url.str(), error.what());
            if (tries >= options_.max_tries) statistic = failed(url, error.what());
        } catch (const std::exception& error) {
            // Not the network: no robots.txt, a page that nobody can read, our mistake.
            statistic = failed(url, error.what());
        } catch (const CancelledError&) {
            throw;
        } catch (...) {
            statistic = failed(url, "an exception of an unknown type");
        }
    }
    record(std::move(*statistic));
}
// [/fetch]

void Crawler::record(FetchStatistic statistic) {
    const std::string url = statistic.url.str();
    if (!statistic.left_out.empty()) {
        log(LogLevel::debug, "{} left out: {}", url, statistic.left_out);
    } else if (statistic.exception.empty()) {
        log(LogLevel::debug, "{} fetched", url);
    } else {
        ++failed_;
        log(LogLevel::warning, "{} failed: {}", url, statistic.exception);
    }
    done_.push_back(std::move(statistic));
    if (options_.on_record) options_.on_record(done_.back());
}

// [try-fetch]
// What it makes of an answer is made in plain functions: their objects are in no frame.
Coro<std::unique_ptr<FetchStatistic>> Crawler::try_fetch(const Url& url, int max_redirect) {
    co_await politeness_.wait_for_turn(url);
    Response response = co_await session_.get(url);
    if (leads_elsewhere(response)) {
        response.release();
        co_return std::make_unique<FetchStatistic>(follow_redirect(response, max_redirect));
    }
    if (has_links(response.head())) {
        const std::string body = co_await response.read();
        co_return std::make_unique<FetchStatistic>(parse_links(response, body));
    }
    const std::size_t size = co_await size_of_body(response);
    co_return std::make_unique<FetchStatistic>(statistic_of(response, size));
}

FetchStatistic Crawler::follow_redirect(const Response& response, int max_redirect) {
    FetchStatistic statistic = statistic_of(response, 0);
    const std::string location = response.headers().get("Location").value_or("");
    const std::optional<Url> next = statistic.url.try_join(location);
    if (!next) {
        statistic.exception = fmt::format("the Location {} is no URL", quote_bytes(location));
        return statistic;
    }
    statistic.next_url = next->str();
    if (!url_allowed(*next) || seen_urls_.contains(next->key())) return statistic;
    if (max_redirect > 0) {
        add_url(*next, max_redirect - 1);
    } else {
        redirects_cut_.insert(next->key());
        log(LogLevel::warning, "redirect limit reached for {} from {}", next->str(),
            statistic.url.str());
    }
    return statistic;
}
// [/try-fetch]

FetchStatistic Crawler::parse_links(const Response& response, const std::string& body) {
    FetchStatistic statistic = statistic_of(response, body.size());
    statistic.encoding = response.head().charset();
    const LinkKinds kinds = options_.link_kinds;
    const std::vector<Url> links = options_.find_links
                                       ? options_.find_links(statistic.url, body, kinds)
                                       : find_links(statistic.url, body, kinds, &too_long_);
    for (const Url& link : links) {
        if (!url_allowed(link)) continue;
        ++statistic.num_urls;
        if (add_url(link, options_.max_redirect)) ++statistic.num_new_urls;
    }
    return statistic;
}

// [add-url]
bool Crawler::add_url(const Url& url, int max_redirect) {
    if (!seen_urls_.insert(url.key()).second) return false;
    UrlToFetch item{url, max_redirect};
    item.url.fragment.reset();
    q_.put_nowait(std::move(item));
    return true;
}
// [/add-url]

bool Crawler::url_allowed(const Url& url) {
    const auto reason = scope_.refuses(url);
    if (reason == OutOfScope::off_site) ++off_site_[url.host];
    if (reason == OutOfScope::too_long) count_cut(too_long_, url);
    if (reason == OutOfScope::too_deep) count_cut(too_deep_, url);
    if (reason == OutOfScope::https) https_urls_.insert(url.key());
    return !reason;
}

Progress Crawler::progress() const {
    return {.done = done_.size(),
            .queued = q_.qsize(),
            .in_flight = todo() - q_.qsize(),
            .failed = failed_,
            .elapsed = loop_.time() - started_};
}

}  // namespace aio
