// fetcher.cpp: fetch, connected, read_response: one chain, cut wherever it would have to wait.
//
// Chapter: "Programming With Callbacks", L08, L10 to L12 and L14.
//
// The one thing to know: fetch() has returned long before connected() runs. So no `try` can stand
// around the chain: the same handler stands in each of its links. It catches what the network does
// (std::runtime_error), and lets pass what this program does wrong (std::logic_error).
//
// Left out on purpose: looking for the end of an answer in its bytes. It is where the server
// closes.
#include "stage1_callbacks/fetcher.hpp"

#include <utility>

#include "core/web/simple_http.hpp"

namespace sketch {

Fetcher::Fetcher(Crawl& crawl, std::string url) : crawl_(crawl), url_(std::move(url)) {}

// [fetcher-fetch]
void Fetcher::fetch() {
    try {
        sock_ = aio::PlainSocket(crawl_.address.family());
        sock_.connect(crawl_.address);
        // Register the next callback.
        crawl_.selector->register_fd(sock_.fd(), Event::write, bound(&Fetcher::connected));
    } catch (const std::runtime_error& error) {
        return fail(error.what());
    }
    crawl_.log.concurrency(crawl_.selector->size());
}
// [/fetcher-fetch]

// [fetcher-connected]
void Fetcher::connected(const SelectorKey& key, EventMask) {
    crawl_.selector->unregister_fd(key.fd);
    try {
        sock_.check_connected();
    } catch (const std::runtime_error& error) {
        return fail(error.what());
    }
    crawl_.log.print("connected!");
    request_ = aio::get_request(page());
    send_request();
}

void Fetcher::send_request() {
    try {
        request_.erase(0, sock_.send(request_));
        // Register the next callback. Sending may have to wait, too: for a peer that reads slowly.
        if (request_.empty()) {
            crawl_.selector->register_fd(sock_.fd(), Event::read, bound(&Fetcher::read_response));
        } else {
            crawl_.selector->register_fd(sock_.fd(), Event::write, bound(&Fetcher::send_more));
        }
    } catch (const std::runtime_error& error) {
        return fail(error.what());
    }
}
// [/fetcher-connected]

void Fetcher::send_more(const SelectorKey& key, EventMask) {
    crawl_.selector->unregister_fd(key.fd);
    send_request();
}

// [fetcher-read-response]
void Fetcher::read_response(const SelectorKey& key, EventMask) {
    std::set<std::string> links;
    try {
        const std::optional<std::string> chunk = sock_.recv(4096);  // 4 KiB, as in the chapter.
        if (!chunk) return;
        response_ += *chunk;
        if (!chunk->empty()) return;
        links = parse_links();
    } catch (const std::runtime_error& error) {
        crawl_.selector->unregister_fd(key.fd);
        return fail(error.what());
    }
    crawl_.selector->unregister_fd(key.fd);  // Done reading.
    crawl_.log.fetched(url_);

    for (const std::string& link : links) {
        const bool is_new = crawl_.seen_urls.insert(link).second;
        if (!is_new) continue;
        crawl_.urls_todo.insert(link);
        std::make_shared<Fetcher>(crawl_, link)->fetch();  // A new Fetcher, at once.
    }
    done();
}

void Fetcher::done() {
    crawl_.urls_todo.erase(url_);
    if (crawl_.urls_todo.empty()) crawl_.stopped = true;
}
// [/fetcher-read-response]

void Fetcher::fail(const std::string& cause) {
    crawl_.log.failed(page(), cause);
    done();
}

// [parse-links]
std::set<std::string> Fetcher::parse_links() const {
    if (crawl_.break_parser) throw ParseError(backtrace());
    return aio::links_of_answer(page(), response_);
}
// [/parse-links]

aio::SelectorCallback Fetcher::bound(Callback callback) {
    return std::bind_front(callback, shared_from_this());
}

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
    }
}
// [/crawl-loop]

}  // namespace sketch
