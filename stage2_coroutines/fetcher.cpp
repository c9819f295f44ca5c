// fetcher.cpp: fetch, from the connection to the links: one function that waits where it has to.
//
// Chapter: "Building Coroutines With Generators" and "Factoring Coroutines", L31 to L33, L38 and
// L40 to L43.
//
// The one thing to know: fetch() has not returned when the connection is there. It goes on in the
// line after the co_await, so one `try` stands around all of it. It catches what the network does
// (std::runtime_error), and lets pass what this program does wrong (Exception).
//
// Left out on purpose: looking for the end of an answer in its bytes. It is where the server
// closes.
#include "stage2_coroutines/fetcher.hpp"

#include <utility>

#include "core/web/simple_http.hpp"

namespace sketch {

Fetcher::Fetcher(Crawl& crawl, std::string url) : crawl_(crawl), url_(std::move(url)) {}

// [fetcher-fetch]
Coro<> Fetcher::fetch() {
    const auto self = shared_from_this();  // Nobody else keeps this Fetcher alive.
    std::set<std::string> links;
    try {
        aio::PlainSocket sock(crawl_.address.family());
        sock.connect(crawl_.address);

        Future<> f;
        const auto on_connected = [&f](const SelectorKey&, EventMask) { f.set_result(); };
        crawl_.selector->register_fd(sock.fd(), Event::write, on_connected);
        crawl_.log.concurrency(crawl_.selector->size());
        co_await f;
        crawl_.selector->unregister_fd(sock.fd());
        sock.check_connected();
        crawl_.log.print("connected!");

        co_await send_request(sock);
        response_ = co_await read_all(*crawl_.selector, sock);
        links = co_await parse_links();
    } catch (const std::runtime_error& error) {
        fail(error.what());
        co_return;
    }
    crawl_.log.fetched(url_);

    for (const std::string& link : links) {
        const bool is_new = crawl_.seen_urls.insert(link).second;
        if (!is_new) continue;
        crawl_.urls_todo.insert(link);
        crawl_.tasks.emplace_back(std::make_shared<Fetcher>(crawl_, link)->fetch());
    }
    done();
}
// [/fetcher-fetch]

Coro<> Fetcher::send_request(aio::PlainSocket& sock) {
    std::string request = aio::get_request(page());
    request.erase(0, sock.send(request));
    // Sending, too, may have to wait for a peer that is slow to read.
    while (!request.empty()) {
        Future<> f;
        const auto on_writable = [&f](const SelectorKey&, EventMask) { f.set_result(); };
        crawl_.selector->register_fd(sock.fd(), Event::write, on_writable);
        co_await f;
        crawl_.selector->unregister_fd(sock.fd());
        request.erase(0, sock.send(request));
    }
}

// The chapter receives in the callback. What that throws would end the loop, since this Future
// takes results only; so the callback just wakes the coroutine.
// [fetcher-read]
Coro<std::string> read(aio::Selector& selector, aio::PlainSocket& sock) {
    std::optional<std::string> chunk;
    while (!chunk) {
        Future<> f;
        const auto on_readable = [&f](const SelectorKey&, EventMask) { f.set_result(); };
        selector.register_fd(sock.fd(), Event::read, on_readable);
        co_await f;
        selector.unregister_fd(sock.fd());
        chunk = sock.recv(4096);  // 4 KiB, as in the chapter.
    }
    co_return *chunk;
}
// [/fetcher-read]

// [fetcher-read-all]
Coro<std::string> read_all(aio::Selector& selector, aio::PlainSocket& sock) {
    std::string response;
    std::string chunk = co_await read(selector, sock);
    while (!chunk.empty()) {
        response += chunk;
        chunk = co_await read(selector, sock);
    }
    co_return response;
}
// [/fetcher-read-all]

void Fetcher::done() {
    crawl_.urls_todo.erase(url_);
    if (crawl_.urls_todo.empty()) crawl_.stopped = true;
}

void Fetcher::fail(const std::string& cause) {
    crawl_.log.failed(page(), cause);
    done();
}

// [parse-links]
Coro<std::set<std::string>> Fetcher::parse_links() const {
    if (crawl_.break_parser) throw ParseError("parse error");
    co_return aio::links_of_answer(page(), response_);
}
// [/parse-links]

aio::Url Fetcher::page() const {
    aio::Url page = crawl_.root;
    page.target = url_;
    return page;
}

// [crawl-loop]
void loop(Crawl& crawl) {
    while (!crawl.stopped) {
        for (const auto& [key, mask] : crawl.selector->select()) {
            const auto& callback = key.data;
            callback(key, mask);
        }
        crawl.tasks.remove_if([](const Task<>& task) { return task.done(); });
    }
}
// [/crawl-loop]

}  // namespace sketch
