// fetcher.hpp: fetches one URL in a coroutine, and starts a Fetcher for each new link.
//
// Chapter: "Building Coroutines With Generators" and "Factoring Coroutines", L31 to L33 and L40 to
// L43. Stage 1 has a file of this name, for comparison: what is not about waiting is the same
// there, line by line.
//
// The one thing to know: there is no mutex, though all Fetchers change the same two sets. One
// thread runs one coroutine at a time, from an await to the next, so no other can look at a set
// that is half changed. A coroutine gives way only where it says co_await.
//
// Left out on purpose: a limit on concurrency, on time and on redirects, as in the chapter (stage 3
// has all three), and connections that are used again.
#pragma once

#include <list>
#include <memory>
#include <set>
#include <string>

#include "core/loop/selector.hpp"
#include "core/site/crawl_log.hpp"
#include "core/web/plain_socket.hpp"
#include "core/web/url.hpp"
#include "stage2_coroutines/exception.hpp"
#include "stage2_coroutines/sketch/task.hpp"

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

    // What is not fetched yet; and that, with what is. Both begin with the root, "/".
    std::set<std::string> urls_todo = {root.target};
    std::set<std::string> seen_urls = {root.target};

    bool stopped = false;       // Nothing is left to do.
    bool break_parser = false;  // parse_links shall throw.

    std::list<Task<>> tasks = {};  // One for each Fetcher that is at work.
};

// Owned by its coroutine: the frame of fetch() keeps it alive, and the task keeps the frame. Made
// with std::make_shared.
class Fetcher : public std::enable_shared_from_this<Fetcher> {
  public:
    // `url` is a path on the crawl's host: "/353/".
    Fetcher(Crawl& crawl, std::string url);

    // Fetches it, from the connection to the links. To be given to a Task at once.
    Coro<> fetch();

  private:
    Coro<> send_request(aio::PlainSocket& sock);
    void done();
    void fail(const std::string& cause);
    Coro<std::set<std::string>> parse_links() const;
    aio::Url page() const;

    Crawl& crawl_;
    std::string response_;  // What has come so far.
    std::string url_;
};

// One chunk, at most 4 KiB; empty at the end. The socket outlives the coroutine, in both.
Coro<std::string> read(aio::Selector& selector, aio::PlainSocket& sock);
// All chunks, to the end.
Coro<std::string> read_all(aio::Selector& selector, aio::PlainSocket& sock);

// The chapter's `Exception('parse error')`. It is a fault of this program, so no Fetcher catches
// it.
struct ParseError : Exception {
    using Exception::Exception;
};

// Runs callbacks until the crawl is stopped.
void loop(Crawl& crawl);

}  // namespace sketch
