// site_server.cpp: accepts, reads, answers (see site_server.hpp).
//
// Chapter: none; it is what the fetchers of all stages talk to.
// The one thing to know: the list of connections owns their tasks. An element takes itself out
// when its task is done; cancelling them all is how the server ends.
#include "core/site/site_server.hpp"

#include <array>
#include <exception>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "core/loop/sleep.hpp"
#include "core/loop/timeouts.hpp"

namespace aio {

using namespace std::chrono_literals;

namespace {

const SiteOptions& checked(const SiteOptions& options) {
    if (options.pages < 1 || options.pages > SiteOptions::most_pages) {
        throw std::invalid_argument("the bundled site has 1 to 10000000 pages");
    }
    if (options.latency < Duration::zero() || options.latency_spread < Duration::zero()) {
        throw std::invalid_argument("the latency of the bundled site is not negative");
    }
    return options;
}

// Reads what a refused client still sends, and drops it. Closing a connection that has unread
// bytes resets it, and the client might never see the refusal.
Coro<void> drain(Socket& socket) {
    std::array<char, 2048> buffer;
    std::size_t count = 1;
    for (std::size_t total = 0; count > 0 && total < 1024 * 1024; total += count) {
        count = co_await socket.recv_into(buffer.data(), buffer.size());
    }
}

}  // namespace

Duration latency_of(std::string_view target, const SiteOptions& options) {
    std::uint64_t hash = 14695981039346656037U;  // FNV-1a: the same with every library.
    for (const char c : target) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    return options.latency + options.latency_spread * static_cast<int>(hash % 1001) / 1000;
}

// Owned by the server's list.
struct SiteServer::Connection final : Handle {
    Connection(SiteServer& its_server, Socket socket)
        : server(its_server),
          task(server.loop_, server.talk(std::move(socket)), "connection to the bundled site") {
        task.add_done_callback(*this);
    }
    void run() override {
        SiteServer& kept = server;
        kept.connections_.erase(place);
        if (kept.connections_.empty() && kept.last_ended_ != nullptr) {
            std::exchange(kept.last_ended_, nullptr)->set_result();
        }
    }

    SiteServer& server;
    Task<void> task;
    std::list<Connection>::iterator place;
};

SiteServer::SiteServer(EventLoop& loop, const SiteOptions& options, SiteStatistics& statistics)
    : loop_(loop),
      options_(checked(options)),
      statistics_(statistics),
      listener_(loop, Address::ipv4_loopback(options.port)) {}

SiteServer::~SiteServer() = default;

Coro<void> SiteServer::serve() {
    try {
        for (;;) co_await accept_one();
    } catch (const CancelledError&) {
        listener_.close();  // This is how it ends.
    }
    co_await end_connections();
}

Coro<void> SiteServer::accept_one() {
    bool failed = false;
    try {
        Socket socket = co_await listener_.accept();
        statistics_.count_connection();
        connections_.emplace_back(*this, std::move(socket));
        connections_.back().place = std::prev(connections_.end());
    } catch (const std::exception&) {
        loop_.call_exception_handler(
            {"The bundled site cannot accept a connection", std::current_exception()});
        failed = true;
    }
    if (failed) co_await sleep(loop_, 1s);
}

Coro<void> SiteServer::end_connections() {
    if (connections_.empty()) co_return;
    for (Connection& connection : connections_) connection.task.cancel();
    Future<void> last_ended(loop_);
    last_ended_ = &last_ended;
    co_await last_ended;
}

Coro<void> SiteServer::talk(Socket socket) {
    try {
        co_await answer_requests(socket);
    } catch (const std::system_error&) {
        // The client is gone, and nobody is left to be told.
    } catch (const TimeoutError&) {
        // A refused client neither reads nor closes.
    }
}

Coro<void> SiteServer::answer_requests(Socket& socket) {
    RequestReader reader;
    std::array<char, 2048> buffer;
    for (bool open = true; open;) {
        const std::optional<SiteRequest> request = reader.next();
        if (request) {
            co_await answer(socket, *request);
            open = request->keep_alive;
        } else {
            const std::size_t count = co_await socket.recv_into(buffer.data(), buffer.size());
            reader.feed({buffer.data(), count});
            open = count > 0;
        }
    }
}

Coro<void> SiteServer::answer(Socket& socket, const SiteRequest& request) {
    {
        const SiteStatistics::InFlight in_flight(statistics_, request.target);
        // Also with a latency of zero: a turn of the loop, so that a client that sends many
        // requests at once does not keep the others from theirs.
        co_await sleep(loop_, latency_of(request.target, options_));
        const SitePage page = request.refusal != 0 ? refusal_page(request)
                                                   : site_page(request.target, options_.pages);
        co_await socket.send_all(answer_bytes(page, request));
    }
    if (request.refusal != 0) {
        socket.shutdown_write();
        co_await wait_for(loop_, drain(socket), 1s);
    }
}

}  // namespace aio
