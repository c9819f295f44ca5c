// site_server.hpp: serves the bundled site's pages on a loop.
//
// Chapter: none; its crawler talks to a server on the internet. asyncio.start_server is the
// nearest relative: one task accepts, and each connection is a task of its own.
//
// The one thing to know: a client that is slow, silent or gone takes up its own task and nothing
// else. What fails on a connection ends that connection.
//
// Left out on purpose: a limit on the number of connections or on how long they may be idle; it
// listens on 127.0.0.1 only, for one program and whoever tries it out.
#pragma once

#include <cstdint>
#include <list>
#include <string>
#include <string_view>

#include "core/loop/task.hpp"
#include "core/site/site_http.hpp"
#include "core/site/site_statistics.hpp"
#include "core/web/socket.hpp"

namespace aio {

// A value: copied into the server.
struct SiteOptions {
    static constexpr int most_pages = 10'000'000;

    // How many comics there are: 1 to most_pages.
    int pages = 100;
    // How long each answer is held back, and up to how much longer: the same for the same target,
    // spread over the targets.
    Duration latency{0};
    Duration latency_spread{0};
    // 0 for any port that is free.
    std::uint16_t port = 0;
};

// How long the answer to `target` is held back: from latency to latency + latency_spread.
Duration latency_of(std::string_view target, const SiteOptions& options);

// Owned by whoever runs its loop; owns the listening socket and the connections' tasks.
class SiteServer {
  public:
    // Listens from now on; connections wait until serve() runs. Throws std::invalid_argument for
    // options out of range, std::system_error if the port is taken.
    SiteServer(EventLoop& loop, const SiteOptions& options, SiteStatistics& statistics);
    SiteServer(const SiteServer&) = delete;
    SiteServer& operator=(const SiteServer&) = delete;
    // serve() has ended by now, or never began.
    ~SiteServer();

    std::uint16_t port() const { return listener_.address().port(); }
    // How many connections are open now. Only for this loop's thread.
    std::size_t open_connections() const { return connections_.size(); }
    // Accepts and answers until it is cancelled. Then it closes every connection, and ends (without
    // CancelledError) when the last one is closed. To be run once.
    Coro<void> serve();

  private:
    struct Connection;

    Coro<void> accept_one();
    Coro<void> end_connections();
    Coro<void> talk(Socket socket);
    Coro<void> answer_requests(Socket& socket);
    Coro<void> answer(Socket& socket, const SiteRequest& request);

    EventLoop& loop_;
    SiteOptions options_;
    SiteStatistics& statistics_;
    Listener listener_;
    std::list<Connection> connections_;
    Future<void>* last_ended_ = nullptr;  // Set while the end of the last connection is awaited.
};

}  // namespace aio
