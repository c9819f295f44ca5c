// manual_clock.cpp: a select() that moves the clock instead of waiting.
//
// Chapter: none.
// The one thing to know: descriptors of this process are ready at once or not at all, but another
// thread may still be at work, and the kernel may take a moment with a socket. So before the
// clock moves, and before a hang is reported, the real selector is given a little real time.
#include "tests/support/manual_clock.hpp"

#include <stdexcept>

namespace aio::test {

namespace {

// Long enough for a busy machine; only a test that has hung waits for it.
constexpr Duration until_hang = std::chrono::seconds(20);
// Loopback sockets deliver within a system call; this is for what they do behind our back.
constexpr Duration settle = std::chrono::milliseconds(2);

}  // namespace

bool ManualSelector::do_select(std::optional<Duration> timeout) {
    ++clock_.turns;
    const bool would_sleep = !timeout || *timeout > Duration::zero();
    const bool sockets = size() > 1;  // One is the loop's own wake-up pipe.
    Duration patience = Duration::zero();
    if (!timeout) {
        patience = until_hang;
    } else if (would_sleep && sockets) {
        patience = settle;
    }
    const std::vector<ReadyKey> ready = real_->select(patience);
    for (const auto& [key, mask] : ready) add_ready(key.fd, mask);
    if (!ready.empty() || !would_sleep) return true;
    if (!timeout) throw std::logic_error("the loop would sleep for ever: nothing can wake it");
    clock_.sleeps.push_back(*timeout);
    clock_.advance(*timeout);
    return true;
}

}  // namespace aio::test
