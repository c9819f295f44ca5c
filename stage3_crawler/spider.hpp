// spider.hpp: fetches every page below one URL, with a fixed number of workers.
//
// Chapter: none. Tornado's demo of its queues and its HTTP client, the whole-site spider, has the
// same shape as the chapter's Crawler, and its names are used here.
//
// The one thing to know: a URL belongs to the site if its text begins with the base URL. Links are
// queued as often as they are found; whether one is new is asked by the worker that takes it.
//
// What differs from Tornado: its client follows redirects unseen, also away from the site. Here a
// redirect is a page with one link. And the workers have ended before crawl() returns or throws.
//
// Left out on purpose: trying again, other hosts, statistics. The Crawler of this stage has them.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/loop/joinable_queue.hpp"
#include "core/loop/task.hpp"
#include "core/web/session.hpp"

namespace aio {

struct SpiderOptions {
    int concurrency = 10;                        // Workers.
    Duration limit = std::chrono::seconds(300);  // For the whole crawl.
    SessionOptions session = {};
    std::function<void(const std::string&)> print = [](const std::string&) {};
};

// [spider]
// Owned by the program. Its loop outlives it. It owns its queue and its session.
class Spider {
  public:
    // A base URL mostly ends with a slash: "http://a/b" is the beginning of "http://a/bc" as well.
    Spider(EventLoop& loop, const Url& base_url, SpiderOptions options = {});

    // Begins with the base URL, and ends when the queue is joined. Throws TimeoutError, with what
    // was left, if that takes longer than the limit. To be run once.
    Coro<void> crawl();

    // The URLs that a worker has begun with, and those that it is through with, whether they could
    // be fetched or not. Equal when crawl() has returned.
    const std::set<std::string>& fetching() const { return fetching_; }
    const std::set<std::string>& fetched() const { return fetched_; }
    // Those of `fetched` that could not be fetched: no answer, or a status of 400 or more.
    std::size_t failed() const { return failed_; }
    // The most URLs that were begun and not ended at one time.
    std::size_t achieved_concurrency() const { return achieved_concurrency_; }

  private:
    Coro<void> worker();
    Coro<void> fetch_url();
    Coro<std::vector<Url>> get_links_from_url(Url url);

    EventLoop& loop_;
    Url base_url_;
    SpiderOptions options_;
    JoinableQueue<Url> q_;
    Session session_;
    std::set<std::string> fetching_;
    std::set<std::string> fetched_;
    std::size_t failed_ = 0;
    std::size_t achieved_concurrency_ = 0;
};
// [/spider]

}  // namespace aio
