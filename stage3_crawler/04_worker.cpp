// 04_worker.cpp: one worker, and the pairs it takes from the queue.
//
// Chapter: "Coordinating Coroutines" (L58 to L61).
// The one thing to know: what waits in the queue is a URL and the redirects it has left. A
// redirect puts its target with one fewer. Here the worker really asks the bundled site.
//
// What you see: the pair of http://xkcd.com/353, and then the pair of http://xkcd.com/353/.
#include <fmt/core.h>

#include "core/loop/joinable_queue.hpp"
#include "core/loop/task.hpp"
#include "core/site/bundled_site.hpp"
#include "core/web/session.hpp"

namespace {

// [url-to-fetch]
// A URL to fetch, and the number of redirects left.
struct UrlToFetch {
    aio::Url url;
    int max_redirect;
};
// [/url-to-fetch]

aio::Coro<void> fetch(aio::Session& session, aio::JoinableQueue<UrlToFetch>& q, UrlToFetch item) {
    // [promise-kept]
    aio::Response response = co_await session.get(item.url);
    const std::string body = co_await response.read();
    // [/promise-kept]
    const auto location = response.headers().get("Location");
    if (location) q.put_nowait({item.url.join(*location), item.max_redirect - 1});
    fmt::print("  status {}, {} bytes\n", response.status(), body.size());
}

// [worker]
aio::Coro<void> work(aio::Session& session, aio::JoinableQueue<UrlToFetch>& q) {
    for (;;) {
        // In two lines: some newer compilers forget to destroy what one line takes apart.
        const UrlToFetch item = co_await q.get();
        const auto& [url, max_redirect] = item;
        fmt::print("({}, {})\n", url.str(), max_redirect);
        co_await fetch(session, q, item);
        q.task_done();
    }
}
// [/worker]

aio::Coro<void> crawl(aio::EventLoop& loop, aio::SessionOptions options) {
    aio::Session session(loop, options);
    aio::JoinableQueue<UrlToFetch> q(loop);
    q.put_nowait({aio::Url::parse("http://xkcd.com/353"), 10});
    const auto worker = loop.create_task(work(session, q), "worker");
    co_await q.join();
    worker->cancel();
    try {
        co_await *worker;
    } catch (const aio::CancelledError&) {
        fmt::print("the worker has ended\n");
    }
}

}  // namespace

int main() {
    const aio::BundledSite site;
    aio::SessionOptions options;
    options.hostname_mapping["xkcd.com"] = fmt::format("{}:{}", site.host(), site.port());
    aio::EventLoop loop;
    loop.run_until_complete(crawl(loop, options));
    return 0;
}
