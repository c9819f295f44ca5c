// socket_support.hpp: pairs of connected sockets for the tests.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "tests/web/session_support.hpp"

namespace aio::test {

// Two sockets that talk to each other. Owned by the test, declared after its loop.
struct Pair {
    explicit Pair(EventLoop& loop);
    Socket left;
    Socket right;

  private:
    Pair(EventLoop& loop, std::pair<int, int> fds);
};

// The system's selector; a test derives from it to look on, or to lie. Owned by its loop.
class ForwardingSelector : public Selector {
  public:
    std::string name() const override { return "forwarding"; }

  protected:
    void do_register(int fd, EventMask events) override { real_->register_fd(fd, events); }
    void do_modify(int fd, EventMask events) override { real_->modify(fd, events); }
    void do_unregister(int fd) override { real_->unregister_fd(fd); }
    bool do_select(std::optional<Duration> timeout) override {
        for (const auto& [key, mask] : real_->select(timeout)) add_ready(key.fd, mask);
        return true;
    }

  private:
    std::unique_ptr<Selector> real_ = default_selector();
};

// Receives to the end of the stream.
Coro<std::string> recv_all(Socket& socket);

}  // namespace aio::test
