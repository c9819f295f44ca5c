// connection_pool.hpp: connections that are open, and who may use or open one.
//
// Chapter: "Coordinating Coroutines" (L50): the session "with pool and keep-alive", and the
// connection that L62 releases in the end; aiohttp's connector.
//
// The one thing to know: to use a connection is to hold a Lease. It stands for one place in the
// limits, from before the connect until the answer is read, so that no more can be open than
// allowed, however many start at once. Whatever ends a request, an error or a cancellation too,
// destroys its Lease, and that closes the connection and lets the next one in.
//
// Left out on purpose: a timer that closes idle connections. It would keep a finished program
// alive. They are looked through when one is wanted.
#pragma once

#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/web/socket.hpp"

namespace aio {

class ConnectionPool;

// An open connection. Owned by its pool, in the list of those in use or of an origin's idle ones.
struct Connection {
    Socket socket;
    bool reused = false;  // It has carried an answer before.
    TimePoint idle_since = {};
};

// The idle connections to one origin (scheme, host and port), and how many places are taken.
struct PooledOrigin {
    std::size_t in_use = 0;
    std::list<Connection> idle;  // The latest at the end.
};

// A place in the limits, with a connection or without one yet. Owned by the request that uses it;
// keeps the pool alive. Moves.
class Lease {
  public:
    Lease() = default;
    Lease(Lease&& other) noexcept;
    Lease& operator=(Lease&& other) noexcept;
    ~Lease() { end(); }

    bool holds_place() const { return pool_ != nullptr; }
    // The pool that it is of; only while it holds a place.
    ConnectionPool& pool() const { return *pool_; }
    bool connected() const { return connection_.has_value(); }
    // The connection; there must be one. Stays in its place until keep(), disconnect() or end().
    Connection& connection() const { return **connection_; }
    // A new connection. Throws SessionClosed if the pool was closed in the meantime.
    void connect(Socket socket);
    // Closes the connection and keeps the place, for another.
    void disconnect();
    // Gives the connection back for the next request, and the place.
    void keep();
    // Closes the connection and gives the place back. Harmless when repeated.
    void end();

  private:
    friend class ConnectionPool;
    using Origins = std::unordered_map<std::string, PooledOrigin>;
    Lease(std::shared_ptr<ConnectionPool> pool, Origins::value_type& origin)
        : pool_(std::move(pool)), origin_(&origin) {}

    std::shared_ptr<ConnectionPool> pool_;
    Origins::value_type* origin_ = nullptr;
    std::optional<std::list<Connection>::iterator> connection_;
};

// Zero means no limit.
struct PoolLimits {
    std::size_t max_connections = 100;
    std::size_t max_connections_per_origin = 0;
    Duration idle = std::chrono::seconds(15);
};

// Owned by a session and by the leases that are out, through make_shared. Must not outlive its
// loop.
class ConnectionPool : public std::enable_shared_from_this<ConnectionPool> {
  public:
    ConnectionPool(EventLoop& loop, const PoolLimits& limits) : loop_(loop), limits_(limits) {}
    ConnectionPool(const ConnectionPool&) = delete;
    ConnectionPool& operator=(const ConnectionPool&) = delete;

    // A place for `origin`, with an idle connection if there is a good one; or nothing if the
    // limits are reached. Throws SessionClosed.
    std::optional<Lease> try_acquire(const std::string& origin);
    // The same, but waits. Whoever waits longest comes first, except that nobody waits for a place
    // that they could not use. Throws SessionClosed, also when that happens while waiting.
    Coro<Lease> acquire(std::string origin);
    // Closes what is idle, ends what is in use (its users wake up), sends those away who wait.
    void close();

    // Where received bytes go before they are parsed. One for all connections: nothing else runs
    // between the two.
    std::span<char> read_buffer() { return read_buffer_; }
    EventLoop& loop() const { return loop_.get(); }
    bool closed() const { return closed_; }
    // Open connections without a user; places that are taken; callers that wait for one.
    std::size_t idle() const { return idle_; }
    std::size_t in_use() const { return in_use_; }
    std::size_t waiting() const { return line_.size(); }

  private:
    friend class Lease;
    class Place;

    bool has_room(const std::string& origin) const;
    Lease grant(const std::string& origin);
    void take_idle(Lease& lease);
    bool expired(const Connection& connection) const;
    void drop_expired();
    void close_oldest_idle();
    void give_back(Lease& lease);
    void serve_line();

    LoopUse loop_;
    PoolLimits limits_;
    Lease::Origins origins_;
    std::list<Connection> connected_;  // In use; each belongs to a Lease.
    std::list<Place*> line_;           // The one that has waited longest first.
    std::vector<char> read_buffer_ = std::vector<char>(64 * 1024);
    std::size_t idle_ = 0;
    std::size_t in_use_ = 0;
    bool closed_ = false;
};

}  // namespace aio
