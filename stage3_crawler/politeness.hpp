// politeness.hpp: whether a site wants to be asked for a URL, and when.
//
// Chapter: none of its listings; its crawler asks for everything at once.
//
// The one thing to know: a host's robots.txt is fetched when its first URL comes up, and once for
// the whole crawl. Workers that come meanwhile with other URLs of that host wait for the one fetch.
// By RFC 9309 an answer 4xx means that everything is allowed; an answer 5xx, or none, means that
// nothing is for now.
//
// Left out on purpose: asking for robots.txt again in a long crawl.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

#include "core/loop/waiting_line.hpp"
#include "core/web/robots.hpp"
#include "core/web/session.hpp"

namespace aio {

struct PolitenessOptions {
    bool ignore_robots = false;
    // Between the starts of two requests to one host (scheme, name and port). A longer Crawl-delay
    // wins, up to a minute, so that no robots.txt can bring the crawl to a stop.
    Duration delay{};
};

inline constexpr Duration longest_crawl_delay = std::chrono::minutes(1);

// robots.txt asks not to fetch this URL.
class LeftOut : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// The host does not say what may be fetched, so nothing of it is, for now.
class RobotsUnavailable : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// [politeness]
// Owned by the crawler, next to the session, which outlives it.
class Politeness {
  public:
    // A robots.txt is asked for up to `max_tries` times when the network fails.
    Politeness(EventLoop& loop, Session& session, const PolitenessOptions& options, int max_tries)
        : loop_(loop), session_(session), options_(options), max_tries_(max_tries) {}

    // Waits until it is this URL's turn to be asked for. Throws LeftOut or RobotsUnavailable.
    Coro<void> wait_for_turn(const Url& url);

    // Requests for a robots.txt, tries and redirects included; and the bytes that were read.
    std::size_t robots_requests() const { return robots_requests_; }
    std::size_t robots_bytes() const { return robots_bytes_; }

  private:
    enum class Knows { nothing, is_asking, robots };
    struct Host {
        Knows knows = Knows::nothing;
        Robots robots = {};
        std::string unavailable = {};              // Why it does not say; empty if it does.
        std::optional<TimePoint> last_start = {};  // Of a request; may lie ahead.
        WaitingLine line{"the delay between requests to one host"};
    };
    class Asking;

    Coro<void> learn(Host& host, Url url);
    Coro<void> ask(Host& host, Url robots_url);
    Coro<void> fetch(Host& host, Url robots_url);
    Coro<void> read_robots(Host& host, Response& response);
    Duration take_turn(Host& host);

    EventLoop& loop_;
    Session& session_;
    PolitenessOptions options_;
    int max_tries_;
    std::map<std::string, Host> hosts_;
    std::size_t robots_requests_ = 0;
    std::size_t robots_bytes_ = 0;
};
// [/politeness]

}  // namespace aio
