// selector_backends.hpp: what the tests of the selectors share.
//
// The list of backends that this system has, descriptors that close themselves, and a selector
// without a system call. Each test of the conformance suite runs once per backend, in a loop.
// The one thing to know: on Linux kqueue is there too, over tests/support/kqueue_double. So a test
// may say what a backend does, and never which system it runs on.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/loop/selector.hpp"

namespace selector_test {

struct Backend {
    std::string name;
    std::unique_ptr<aio::Selector> (*make)();
};
std::vector<Backend> backends();

inline constexpr aio::EventMask read_write = aio::Event::read | aio::Event::write;
// For what is sure to happen: long, so that a slow machine reaches it, but not for ever.
inline constexpr aio::Duration patience = std::chrono::seconds(20);

// Owns a descriptor and closes it.
class Fd {
  public:
    explicit Fd(int fd) : fd_(fd) {}
    Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Fd& operator=(Fd&&) = delete;
    ~Fd() { close(); }

    operator int() const { return fd_; }
    void close();
    // Gives the descriptor away: somebody else closes it.
    int release() { return std::exchange(fd_, -1); }

  private:
    int fd_;
};

// Two connected ends, not blocking. Of a pipe `ours` is the end to read from.
struct Ends {
    Fd ours;
    Fd theirs;
};
Ends socket_pair();
Ends pipe_ends();
// Connects to a port where nobody listens; the refusal may still be on its way.
Fd refused_socket();

void send_text(int fd, const std::string& text);
// Sends until there is no room left.
void fill(int fd);
// Puts another file behind the number `fd`, whether it is open or closed.
void reuse_number(int fd, int other);

// Looks without waiting: what `fd` is ready for, 0 if it is not. No descriptor may come twice.
aio::EventMask mask_of(aio::Selector& selector, int fd);

// A selector without a system: it counts what it is asked and answers what it is told. The test
// sets its members, and owns it.
class FakeSelector final : public aio::Selector {
  public:
    std::string name() const override { return "fake"; }

    int changes = 0;        // How often the system would have been told of a change.
    bool refuses = false;   // Throws EBADF from do_modify.
    int interruptions = 0;  // So many waits end with EINTR, each after some time.
    std::vector<std::pair<int, aio::EventMask>> events;  // What the next wait finds.
    std::vector<std::optional<aio::Duration>> timeouts;  // What each wait was asked for.

  private:
    void do_register(int fd, aio::EventMask events) override;
    void do_modify(int fd, aio::EventMask events) override;
    void do_unregister(int fd) override;
    bool do_select(std::optional<aio::Duration> timeout) override;
};

}  // namespace selector_test
