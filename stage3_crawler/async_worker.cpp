// async_worker.cpp: the same pages one by one and many at a time: async_worker [URL]
//
// Chapter: none; the comparison at the end of an article on the chapter, whose author fetched 100
// pages one by one in 47.76 seconds and together in 3.53, 13.5 times as fast.
// You see: both times, and how many times as fast the second was.
//
// The one thing to know: both runs are the same code. One by one is one worker. Each run has a
// session of its own, so that neither finds connections that the other has opened.
//
// The pages are the first 100 of the URL's own host that the page at the URL links to.
// Left out on purpose: Ctrl-C is left to the system, which ends the program.
#include <fmt/core.h>

#include "core/loop/event_loop.hpp"
#include "core/web/links.hpp"
#include "stage3_crawler/async_worker.hpp"
#include "stage3_crawler/example_site.hpp"

namespace {

constexpr std::size_t most_pages = 100;
constexpr int many_workers = 20;
constexpr auto select_timeout = std::chrono::seconds(5);

aio::Coro<std::string> get_page(aio::Session& session, aio::Url url) {
    aio::Response response = co_await session.get(url);
    co_return co_await response.read();
}

// What the result callbacks of one run have counted.
struct Tally {
    std::size_t pages = 0;
    std::size_t bytes = 0;
    std::size_t failed = 0;
};

using Worker = aio::AsyncWorker<aio::Url, std::string>;

// Runs `urls` through so many workers, and returns how many seconds that took.
double fetch_all(const aio::ExampleSite& site, const std::vector<aio::Url>& urls, int workers,
                 const Worker::ResultCallback& callback) {
    aio::EventLoop loop(std::make_unique<aio::LimitedSelector>(select_timeout));
    aio::Session session(loop, site.session);
    const auto get = [&session](aio::Url url) { return get_page(session, std::move(url)); };
    Worker async_worker(loop, get, workers);
    async_worker.add_result_callback(callback);
    for (const aio::Url& url : urls) async_worker.put(url);
    const aio::TimePoint start = loop.time();
    async_worker.work();
    return std::chrono::duration<double>(loop.time() - start).count();
}

std::vector<aio::Url> linked_pages(const aio::ExampleSite& site) {
    aio::Outcome<std::string> page;
    fetch_all(site, {site.url}, 1, [&page](const aio::Url&, const auto& result) { page = result; });
    if (page.exception) std::rethrow_exception(page.exception);
    std::vector<aio::Url> pages;
    for (const aio::Url& link : aio::find_links(site.url, *page.result)) {
        if (link.origin() == site.url.origin() && pages.size() < most_pages) pages.push_back(link);
    }
    if (pages.empty()) {
        throw std::runtime_error(
            fmt::format("{} links to no page of its own host", site.url.str()));
    }
    return pages;
}

double fetch_and_print(const aio::ExampleSite& site, const std::vector<aio::Url>& urls,
                       int workers) {
    Tally tally;
    const double seconds =
        fetch_all(site, urls, workers, [&tally](const aio::Url&, const auto& result) {
            ++(result.exception ? tally.failed : tally.pages);
            if (result.result) tally.bytes += result.result->size();
        });
    fmt::print("{:3} at a time: {} pages with {} bytes in {:.2f} seconds, {} failed\n", workers,
               tally.pages, tally.bytes, seconds, tally.failed);
    return seconds;
}

int compare(const aio::ExampleSite& site) {
    const std::vector<aio::Url> urls = linked_pages(site);
    fmt::print("{} links to these {} pages:\n", site.url.str(), urls.size());
    const double one_by_one = fetch_and_print(site, urls, 1);
    const double together = fetch_and_print(site, urls, many_workers);
    fmt::print("{:.1f} times as fast\n", one_by_one / together);
    return 0;
}

}  // namespace

int main(int argc, char* argv[]) {
    const aio::Example async_worker{
        "async_worker",
        "Fetches up to 100 pages that the page at URL links to, on the same host, one by one and\n"
        "then 20 at a time. Gives up when nothing has happened for 5 seconds.",
        "http://xkcd.com/archive/", compare};
    return aio::run_example(async_worker, {argv + 1, argv + argc});
}
