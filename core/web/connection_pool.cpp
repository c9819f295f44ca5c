// connection_pool.cpp: places, connections, and the line of those who wait.
//
// Chapter: L50 and L62; aiohttp's BaseConnector.
// The one thing to know: a place that becomes free is handed to the first in line at once, and
// counts as taken from then on. So nobody overtakes. If that caller is cancelled before it runs,
// the Lease that it was handed goes back by itself, to the next one.
#include "core/web/connection_pool.hpp"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

#include "core/web/request_errors.hpp"

namespace aio {

Lease::Lease(Lease&& other) noexcept
    : pool_(std::move(other.pool_)),
      origin_(other.origin_),
      connection_(std::exchange(other.connection_, std::nullopt)) {}

Lease& Lease::operator=(Lease&& other) noexcept {
    if (this == &other) return *this;
    end();
    pool_ = std::move(other.pool_);
    origin_ = other.origin_;
    connection_ = std::exchange(other.connection_, std::nullopt);
    return *this;
}

void Lease::connect(Socket socket) {
    if (pool_->closed_) throw SessionClosed();
    disconnect();
    pool_->connected_.push_back({std::move(socket)});
    connection_ = std::prev(pool_->connected_.end());
}

void Lease::disconnect() {
    if (connection_) pool_->connected_.erase(*connection_);
    connection_.reset();
}

void Lease::keep() {
    if (connection_ && !pool_->closed_) {
        Connection& kept = connection();
        kept.reused = true;
        kept.idle_since = pool_->loop_.get().time();
        auto& idle = origin_->second.idle;
        idle.splice(idle.end(), pool_->connected_, *connection_);
        ++pool_->idle_;
        connection_.reset();
    }
    end();
}

void Lease::end() {
    if (pool_ == nullptr) return;
    disconnect();
    const std::shared_ptr<ConnectionPool> pool = std::move(pool_);
    pool->give_back(*this);
}

// One caller in the line. Owned by the frame of acquire(). Resolved with a Lease in it, or, when
// the pool is closed, without.
class ConnectionPool::Place final : public Future<void> {
  public:
    Place(ConnectionPool& pool, const std::string& wanted)
        : Future<void>(pool.loop_.get()), origin(wanted), pool_(pool) {
        pool.line_.push_back(this);
    }
    ~Place() override {
        pool_.line_.remove(this);
        // Handed to a caller that was cancelled before it ran: as good as new.
        lease.keep();
    }

    std::string describe() const override { return "a connection to " + origin; }

    const std::string& origin;
    Lease lease;

  private:
    ConnectionPool& pool_;
};

bool ConnectionPool::has_room(const std::string& origin) const {
    if (limits_.max_connections != 0 && in_use_ >= limits_.max_connections) return false;
    if (limits_.max_connections_per_origin == 0) return true;
    const auto found = origins_.find(origin);
    return found == origins_.end() || found->second.in_use < limits_.max_connections_per_origin;
}

std::optional<Lease> ConnectionPool::try_acquire(const std::string& origin) {
    if (closed_) throw SessionClosed();
    if (!has_room(origin)) return std::nullopt;
    return grant(origin);
}

Coro<Lease> ConnectionPool::acquire(std::string origin) {
    const auto keep_alive = shared_from_this();
    std::optional<Lease> lease = try_acquire(origin);
    if (!lease) {
        Place place(*this, origin);
        co_await place;
        if (closed_) throw SessionClosed();
        lease = std::move(place.lease);
    }
    co_return std::move(*lease);
}

Lease ConnectionPool::grant(const std::string& origin) {
    auto& entry = *origins_.try_emplace(origin).first;
    ++entry.second.in_use;
    ++in_use_;
    Lease lease(shared_from_this(), entry);
    take_idle(lease);
    if (!lease.connected()) {
        drop_expired();
        // Idle connections of other origins make room: a place is worth more than they are.
        while (limits_.max_connections != 0 && in_use_ + idle_ > limits_.max_connections) {
            close_oldest_idle();
        }
    }
    return lease;
}

void ConnectionPool::take_idle(Lease& lease) {
    auto& idle = lease.origin_->second.idle;
    while (!idle.empty()) {
        const auto latest = std::prev(idle.end());
        --idle_;
        if (!expired(*latest) && latest->socket.idle_and_open()) {
            connected_.splice(connected_.end(), idle, latest);
            lease.connection_ = latest;
            return;
        }
        idle.erase(latest);
    }
}

bool ConnectionPool::expired(const Connection& connection) const {
    return limits_.idle != Duration::zero() &&
           loop_.get().time() - connection.idle_since >= limits_.idle;
}

void ConnectionPool::drop_expired() {
    for (auto entry = origins_.begin(); entry != origins_.end();) {
        auto& [in_use, idle] = entry->second;
        while (!idle.empty() && expired(idle.front())) {
            idle.pop_front();
            --idle_;
        }
        entry = idle.empty() && in_use == 0 ? origins_.erase(entry) : std::next(entry);
    }
}

void ConnectionPool::close_oldest_idle() {
    PooledOrigin* oldest = nullptr;
    for (auto& [name, origin] : origins_) {
        if (origin.idle.empty()) continue;
        if (oldest == nullptr || origin.idle.front().idle_since < oldest->idle.front().idle_since) {
            oldest = &origin;
        }
    }
    oldest->idle.pop_front();
    --idle_;
}

void ConnectionPool::give_back(Lease& lease) {
    --lease.origin_->second.in_use;
    --in_use_;
    serve_line();
}

void ConnectionPool::serve_line() {
    for (auto position = line_.begin(); position != line_.end();) {
        Place& place = **position++;
        if (place.done() || !has_room(place.origin)) continue;
        place.lease = grant(place.origin);
        place.set_result();
    }
}

void ConnectionPool::close() {
    if (std::exchange(closed_, true)) return;
    for (auto& [name, origin] : origins_) origin.idle.clear();
    idle_ = 0;
    for (Connection& connection : connected_) connection.socket.shutdown_both();
    for (Place* place : line_) {
        if (!place->done()) place->set_result();
    }
}

}  // namespace aio
