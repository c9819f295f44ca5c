// ending.cpp: connections end in every state, from either side, without a trace.
//
// The one thing to know: a task that was not ended properly is reported to the loop's exception
// handler when it is destroyed; so `errors` is empty only if each one has ended.
#include <sys/socket.h>

#include <list>
#include <memory>
#include <optional>
#include <system_error>

#include "core/loop/sleep.hpp"
#include "tests/site/site_support.hpp"
#include "tests/support/catch.hpp"

using namespace std::chrono_literals;
using site_test::ServedSite;

namespace {

const std::string request_353 = "GET /353/ HTTP/1.1\r\nHost: xkcd.com\r\n\r\n";

aio::SiteOptions with_latency(aio::Duration latency) {
    aio::SiteOptions options;
    options.latency = latency;
    return options;
}

aio::Coro<void> wait_for_connections(ServedSite& site, std::size_t count) {
    return site.turns_until([&site, count] { return site.server.open_connections() == count; });
}

// Asks for more than the connection can hold and reads nothing, so that the server waits to send.
class FullConnection {
  public:
    aio::Coro<void> fill(ServedSite& site) {
        aio::Socket socket = co_await site.connect();
        socket_.emplace(std::move(socket));
        const int small = 1;
        ::setsockopt(socket_->fd(), SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
        std::string requests;
        for (int i = 0; i < 20'000; ++i) requests += request_353;
        sending_ = site.loop.create_task(socket_->send_all(std::move(requests)), "sending");
        int before = -1;
        for (int quiet_turns = 0; quiet_turns < 200; ++quiet_turns) {
            if (before != site.statistics.requests()) quiet_turns = 0;
            before = site.statistics.requests();
            co_await aio::sleep(site.loop, 0ms);
        }
    }
    aio::Coro<void> leave() {
        sending_->cancel();
        try {
            co_await *sending_;
        } catch (const std::system_error&) {
            // The server closed first.
        } catch (const aio::CancelledError&) {
            // Some of the requests were never sent.
        }
        socket_.reset();
    }

  private:
    std::optional<aio::Socket> socket_;
    std::unique_ptr<aio::Task<void>> sending_;
};

aio::Coro<void> leave_in_mid_answer(ServedSite& site) {
    FullConnection full;
    co_await full.fill(site);
    CHECK(site.statistics.requests() < 20'000);
    CHECK(site.server.open_connections() == 1);
    co_await full.leave();
    co_await wait_for_connections(site, 0);
}

aio::Coro<void> leave_while_it_waits(ServedSite& site) {
    {
        const aio::Socket asked = co_await site.connect_and_send(request_353);
        const aio::Socket silent = co_await site.connect_and_send("GET");
        const auto asked_once = [&site] { return site.statistics.requests() == 1; };
        co_await site.turns_until(asked_once);
        co_await wait_for_connections(site, 2);
    }
    co_await wait_for_connections(site, 1);
    site.now += 1h;
    co_await wait_for_connections(site, 0);
}

aio::Coro<void> open_three(ServedSite& site, std::list<aio::Socket>& sockets) {
    for (const char* bytes : {request_353.c_str(), "GET", "nonsense\r\n"}) {
        aio::Socket socket = co_await site.connect_and_send(bytes);
        sockets.push_back(std::move(socket));
    }
    co_await wait_for_connections(site, 3);
    const auto asked_twice = [&site] { return site.statistics.requests() == 2; };
    co_await site.turns_until(asked_twice);
}

}  // namespace

TEST_CASE("A client that leaves while an answer is being sent ends its connection", "[site]") {
    ServedSite site;
    site.loop.run_until_complete(leave_in_mid_answer(site));
    site.end();
    CHECK(site.errors.empty());
}

TEST_CASE("A client that leaves before its answer ends its connection", "[site]") {
    ServedSite site(with_latency(1h));
    site.loop.run_until_complete(leave_while_it_waits(site));
    site.end();
    CHECK(site.errors.empty());
}

TEST_CASE("The server ends with its connections, whatever they wait for", "[site]") {
    ServedSite site(with_latency(1h));
    std::list<aio::Socket> sockets;
    site.loop.run_until_complete(open_three(site, sockets));
    site.end();
    CHECK(site.server.open_connections() == 0);
    for (aio::Socket& socket : sockets) {
        char byte = 0;
        CHECK(socket.try_recv(&byte, 1) == std::size_t{0});
    }
    CHECK(site.errors.empty());
}

TEST_CASE("The server ends while it cannot send", "[site]") {
    ServedSite site;
    FullConnection full;
    site.loop.run_until_complete(full.fill(site));
    site.end();
    CHECK(site.server.open_connections() == 0);
    site.loop.run_until_complete(full.leave());
    CHECK(site.errors.empty());
}

TEST_CASE("A server that is ended before its first turn ends at once", "[site]") {
    aio::EventLoop loop;
    aio::SiteStatistics statistics;
    aio::SiteServer server(loop, {}, statistics);
    const auto serving = loop.create_task(server.serve());
    serving->cancel();
    CHECK_THROWS_AS(loop.run_until_complete(*serving), aio::CancelledError);
}
