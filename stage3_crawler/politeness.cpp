// politeness.cpp: robots.txt, fetched once per host, and the delay between requests.
//
// Chapter: none of its listings; RFC 9309, section 2.3.
// The one thing to know: a turn is taken before it is waited for. Each request moves the host's
// last start on at once, so that workers which wait together go one by one.
#include "stage3_crawler/politeness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/loop/sleep.hpp"
#include "core/web/http_request.hpp"
#include "core/web/request_errors.hpp"

namespace aio {

namespace {

constexpr int max_robots_redirects = 5;

// "crawler-from-scratch", of the User-Agent that the session sends by itself.
constexpr std::string_view product_token =
    default_user_agent.substr(0, default_user_agent.find('/'));

Url robots_url_of(Url url) {
    url.userinfo.clear();
    url.target = "/robots.txt";
    url.fragment.reset();
    return url;
}

}  // namespace

// Lives while a host's robots.txt is fetched; then whoever waits looks again. If the fetch was
// cancelled, the first of them asks anew.
class Politeness::Asking {
  public:
    explicit Asking(Host& host) : host_(host) { host_.knows = Knows::is_asking; }
    Asking(const Asking&) = delete;
    Asking& operator=(const Asking&) = delete;
    ~Asking() {
        if (host_.knows == Knows::is_asking) host_.knows = Knows::nothing;
        host_.line.wake_all();
    }

  private:
    Host& host_;
};

// [wait-for-turn]
Coro<void> Politeness::wait_for_turn(const Url& url) {
    if (url.scheme != "http") co_return;  // The session refuses it.
    Host& host = hosts_[url.origin()];
    if (!options_.ignore_robots && host.knows != Knows::robots) co_await learn(host, url);
    if (!host.unavailable.empty()) throw RobotsUnavailable(host.unavailable);
    if (!host.robots.allows(url.target)) throw LeftOut("robots.txt asks not to fetch it");
    const Duration wait = take_turn(host);
    if (wait > Duration::zero()) co_await sleep(loop_, wait);
}
// [/wait-for-turn]

Coro<void> Politeness::learn(Host& host, Url url) {
    while (host.knows == Knows::is_asking) co_await host.line.wait(loop_);
    if (host.knows == Knows::robots) co_return;
    const Asking asking(host);
    co_await ask(host, robots_url_of(std::move(url)));
    host.knows = Knows::robots;
}

// Asks until there is an answer, and no more than max_tries times.
Coro<void> Politeness::ask(Host& host, Url robots_url) {
    for (int tries = 1; tries <= max_tries_; ++tries) {
        try {
            host.unavailable.clear();
            co_await fetch(host, robots_url);
            co_return;
        } catch (const UnsupportedScheme& error) {
            host.unavailable =
                fmt::format("not now: its robots.txt is elsewhere, and {}", error.what());
            co_return;  // Trying again would not change it.
        } catch (const ClientError& error) {
            host.unavailable = fmt::format("not now: robots.txt: {}", error.what());
        }
    }
}

// One try. What is no robots.txt and no fault of the server allows everything.
Coro<void> Politeness::fetch(Host& host, Url robots_url) {
    Url url = std::move(robots_url);
    for (int redirects = 0; redirects <= max_robots_redirects; ++redirects) {
        const Duration wait = take_turn(hosts_[url.origin()]);
        if (wait > Duration::zero()) co_await sleep(loop_, wait);
        ++robots_requests_;
        Response response = co_await session_.get(url);
        const auto location = response.headers().get("Location");
        if (!is_redirect(response.status()) || !location) {
            co_await read_robots(host, response);
            co_return;
        }
        response.release();
        auto next = url.try_join(*location);
        if (!next) co_return;
        url = std::move(*next);
    }
}

Coro<void> Politeness::read_robots(Host& host, Response& response) {
    const int status = response.status();
    if (status >= 500) {
        host.unavailable = fmt::format("not now: robots.txt was answered {}", status);
    }
    if (status < 200 || status >= 300) {
        response.release();
        co_return;
    }
    std::string text;
    while (text.size() <= longest_robots_txt) {
        const std::string piece = co_await response.read_some();
        if (piece.empty()) break;
        text += piece;
    }
    response.release();
    robots_bytes_ += text.size();
    host.robots = Robots::parse(text, product_token);
}

// How long the next request has to wait for its turn, which is its own from now on.
Duration Politeness::take_turn(Host& host) {
    const Duration asked_for = host.robots.crawl_delay().value_or(Duration::zero());
    const Duration delay = std::max(options_.delay, std::min(asked_for, longest_crawl_delay));
    const TimePoint now = loop_.time();
    const TimePoint start = host.last_start ? std::max(now, *host.last_start + delay) : now;
    host.last_start = start;
    return start - now;
}

}  // namespace aio
