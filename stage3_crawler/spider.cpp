// spider.cpp: crawl, worker, fetch_url, get_links_from_url.
//
// Chapter: none; Tornado's whole-site spider.
// The one thing to know: get_links_from_url throws nothing but CancelledError, so a page that
// cannot be fetched is a page without links, and both sets get its URL.
#include "stage3_crawler/spider.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/loop/timeouts.hpp"
#include "core/web/links.hpp"

namespace aio {

namespace {

// What `finally: q.task_done()` is in Python.
class FetchDone {
  public:
    explicit FetchDone(JoinableQueue<Url>& q) : q_(q) {}
    FetchDone(const FetchDone&) = delete;
    FetchDone& operator=(const FetchDone&) = delete;
    ~FetchDone() { q_.task_done(); }

  private:
    JoinableQueue<Url>& q_;
};

SessionOptions with_errors_for_statuses(SessionOptions options) {
    options.raise_for_status = true;
    return options;
}

}  // namespace

Spider::Spider(EventLoop& loop, const Url& base_url, SpiderOptions options)
    : loop_(loop),
      base_url_(base_url),
      options_(std::move(options)),
      q_(loop),
      session_(loop, with_errors_for_statuses(options_.session)) {}

// [spider-crawl]
Coro<void> Spider::crawl() {
    q_.put_nowait(base_url_);
    std::vector<std::unique_ptr<Task<void>>> workers;
    for (int i = 1; i <= options_.concurrency; ++i) {
        workers.push_back(loop_.create_task(worker(), fmt::format("worker {}", i)));
    }
    std::exception_ptr ended_early;
    try {
        co_await wait_for(loop_, q_.join(), options_.limit);
    } catch (const TimeoutError&) {
        ended_early = std::make_exception_ptr(TimeoutError(fmt::format(
            "the crawl has not ended in {} seconds: URLs under way: {}, links in the queue: {}",
            std::chrono::duration<double>(options_.limit).count(),
            fetching_.size() - fetched_.size(), q_.qsize())));
    } catch (const CancelledError&) {
        ended_early = std::current_exception();
    }
    for (const auto& task : workers) task->cancel();
    for (const auto& task : workers) {
        try {
            co_await *task;
        } catch (const CancelledError&) {
            // As it should be: a worker ends in no other way.
        }
    }
    session_.close();
    if (ended_early) std::rethrow_exception(ended_early);
}
// [/spider-crawl]

Coro<void> Spider::worker() {
    for (;;) co_await fetch_url();
}

// [spider-fetch-url]
Coro<void> Spider::fetch_url() {
    const Url current_url = co_await q_.get();
    const FetchDone fetch_done(q_);
    if (!fetching_.insert(current_url.key()).second) co_return;  // Another link to it was first.

    options_.print(fmt::format("fetching {}", current_url.str()));
    achieved_concurrency_ = std::max(achieved_concurrency_, fetching_.size() - fetched_.size());
    const std::vector<Url> urls = co_await get_links_from_url(current_url);
    fetched_.insert(current_url.key());
    for (const Url& new_url : urls) {
        if (new_url.key().starts_with(base_url_.key())) q_.put_nowait(new_url);
    }
}
// [/spider-fetch-url]

Coro<std::vector<Url>> Spider::get_links_from_url(Url url) {
    std::vector<Url> urls;
    try {
        Response response = co_await session_.get(url);
        const std::string html = co_await response.text();
        const auto location = response.headers().get("Location");
        if (is_redirect(response.status()) && location) {
            urls.push_back(url.join(*location));
        } else if (response.head().content_type() == "text/html") {
            urls = find_links(url, html);
        }
        options_.print(fmt::format("fetched {}", url.str()));
    } catch (const std::exception& error) {
        ++failed_;
        options_.print(fmt::format("failed {}: {}", url.str(), error.what()));
    }
    co_return urls;
}

}  // namespace aio
