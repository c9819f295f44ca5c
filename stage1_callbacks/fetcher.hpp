// fetcher.hpp: fetches one URL in a chain of callbacks, and starts a Fetcher for each new link.
//
// Chapter: "Programming With Callbacks", L06 to L12 and L14. Stage 2 has a file of this name, for
// comparison: what is not about waiting is the same there, line by line.
//
// The one thing to know: there is no mutex, though all Fetchers change the same two sets. One
// thread runs one callback at a time, to its end, so no other can look at a set that is half
// changed. A callback gives way only by returning.
//
// Left out on purpose: a limit on concurrency, on time and on redirects, as in the chapter (stage 3
// has all three), and connections that are used again.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/loop/selector.hpp"
#include "core/site/crawl_log.hpp"
#include "core/web/plain_socket.hpp"
#include "core/web/url.hpp"
#include "stage1_callbacks/backtrace.hpp"

namespace sketch {

using aio::Event;
using aio::EventMask;
using aio::SelectorKey;

// What the chapter keeps in global variables, in one place so that a test can start afresh. Owned
// by the main function or a test; all Fetchers refer to it.
struct Crawl {
    aio::Url root;         // Where it begins; the others are on the same host.
    aio::Address address;  // Where that host is.
    aio::CrawlLog& log;
    std::unique_ptr<aio::Selector> selector = aio::default_selector();

    // [todo-and-seen]
    // What is not fetched yet; and that, with what is. Both begin with the root, "/".
    std::set<std::string> urls_todo = {root.target};
    std::set<std::string> seen_urls = {root.target};
    // [/todo-and-seen]

    bool stopped = false;       // Nothing is left to do.
    bool break_parser = false;  // parse_links shall throw.
};

// Owned by the callback that it has registered: the selector's key keeps it alive until the
// callback has run, as a bound method does in Python. One that has registered no further callback
// is destroyed then, and its socket with it. Made with std::make_shared.
class Fetcher : public std::enable_shared_from_this<Fetcher> {
  public:
    // `url` is a path on the crawl's host: "/353/".
    Fetcher(Crawl& crawl, std::string url);

    // Begins to connect, and returns before there is a connection.
    void fetch();

  private:
    using Callback = void (Fetcher::*)(const SelectorKey& key, EventMask mask);

    void connected(const SelectorKey& key, EventMask mask);
    void send_request();
    void send_more(const SelectorKey& key, EventMask mask);
    void read_response(const SelectorKey& key, EventMask mask);
    void done();
    void fail(const std::string& cause);
    std::set<std::string> parse_links() const;
    // Python's bound method: the callback and this Fetcher, which it keeps alive.
    aio::SelectorCallback bound(Callback callback);
    aio::Url page() const;

    Crawl& crawl_;
    // [fetcher-state]
    std::string response_;  // What has come so far.
    std::string url_;
    aio::PlainSocket sock_;
    std::string request_;  // What is not sent yet.
    // [/fetcher-state]
};

// The chapter's `Exception('parse error')`, with the functions that were active when it was thrown.
// It is a fault of this program, so no Fetcher catches it.
struct ParseError : std::logic_error {
    explicit ParseError(std::vector<std::string> functions)
        : std::logic_error("parse error"), trace(std::move(functions)) {}
    std::vector<std::string> trace;
};

// Runs callbacks until the crawl is stopped.
void loop(Crawl& crawl);

}  // namespace sketch
