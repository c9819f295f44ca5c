// 01_blocking_fetch.cpp: fetches pages the traditional way, over blocking sockets.
//
// Chapter: "The Traditional Approach", L01 (and L13, which repeats it).
// What you see: the bytes, the links and the time of one page; then of eight pages, one after the
// other; then of the same eight by a pool of eight threads, in about the time of one.
//
// The one thing to know: a blocking call stops its thread until the system has an answer. The
// thread remembers everything meanwhile: sock, url and response are locals on its stack, and where
// to go on is its instruction pointer. Waiting for many pages at once takes as many threads.
// Left out on purpose: keeping sockets for the next page, and limits on time.
#include <fmt/core.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <mutex>
#include <system_error>
#include <thread>

#include "core/site/crawl_target.hpp"
#include "core/web/links.hpp"

namespace {

// The queue of links. Threads run at the same time, so it needs a mutex.
struct LinkQueue {
    std::mutex mutex;
    std::set<std::string> links;
    void add(const std::set<std::string>& more) {
        const std::lock_guard lock(mutex);
        links.insert(more.begin(), more.end());
    }
};

LinkQueue q;
aio::Address address;

ssize_t check(ssize_t result, const char* call) {
    if (result < 0) throw std::system_error(errno, std::generic_category(), call);
    return result;
}

// [blocking-fetch]
std::size_t fetch(const std::string& url) {
    const int sock = static_cast<int>(check(::socket(AF_INET, SOCK_STREAM, 0), "socket"));
    check(::connect(sock, address.data(), address.length), "connect");
    const std::string request = fmt::format("GET {} HTTP/1.0\r\nHost: xkcd.com\r\n\r\n", url);
    check(::send(sock, request.data(), request.size(), 0), "send");
    std::string response;
    char chunk[4096];
    ssize_t count = check(::recv(sock, chunk, sizeof chunk, 0), "recv");
    while (count > 0) {
        response.append(chunk, static_cast<std::size_t>(count));
        count = check(::recv(sock, chunk, sizeof chunk, 0), "recv");
    }
    ::close(sock);
    // The page is downloaded now.
    q.add(aio::parse_links("http://xkcd.com" + url, response));
    return response.size();
}
// [/blocking-fetch]

// Fetches `urls`, by as many threads, and returns when the last is done.
void fetch_all(const std::vector<std::string>& urls, int threads) {
    const aio::TimePoint start = aio::Clock::now();
    q.links.clear();
    std::atomic<std::size_t> next = 0, bytes = 0;
    std::vector<std::thread> pool;
    for (int i = 0; i < threads; ++i) {
        pool.emplace_back([&] {
            for (std::size_t n = next++; n < urls.size(); n = next++) bytes += fetch(urls[n]);
        });
    }
    for (std::thread& thread : pool) thread.join();
    const std::chrono::duration<double> seconds = aio::Clock::now() - start;
    fmt::print("threads: {}, URLs: {}, bytes: {}, links: {}, seconds: {:.2f}\n", threads,
               urls.size(), bytes.load(), q.links.size(), seconds.count());
}

}  // namespace

int main() {
    const aio::BundledSite site(aio::slow_site());
    address = aio::Address::ipv4_loopback(site.port());
    fetch_all({"/353/"}, 1);
    std::vector<std::string> urls;
    for (int comic = 353; comic > 345; --comic) urls.push_back(fmt::format("/{}/", comic));
    fetch_all(urls, 1);
    fetch_all(urls, 8);
}
