// manual_clock.hpp: a clock that is set by hand, and a selector that does not wait.
//
// Chapter: none; asyncio's own tests run their timers on such a clock (TestLoop).
// The one thing to know: when nothing is ready, the selector moves the clock forward by just the
// time that the loop would have slept. So a test with an hour of timers takes no time, and what
// it says about deadlines is exact.
// Left out on purpose: real waiting. If the loop would sleep for ever, the test has hung, and the
// selector says so by throwing.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/loop/event_loop.hpp"

namespace aio::test {

// Owned by the test; outlives the loop.
class ManualClock {
  public:
    TimePoint now() const { return now_; }
    void advance(Duration duration) { now_ += duration; }
    // Since the clock was made.
    Duration elapsed() const { return now_ - TimePoint(); }
    // What the loop asked of select() and did not get: how long it meant to sleep, in order.
    std::vector<Duration> sleeps;
    // How often the loop has called select().
    int turns = 0;

  private:
    TimePoint now_;
};

// Looks at real descriptors, but never sleeps for a timer. Owned by its loop.
class ManualSelector final : public Selector {
  public:
    explicit ManualSelector(ManualClock& clock, std::unique_ptr<Selector> real = default_selector())
        : clock_(clock), real_(std::move(real)) {}

    std::string name() const override { return "manual"; }

  private:
    void do_register(int fd, EventMask events) override { real_->register_fd(fd, events); }
    void do_modify(int fd, EventMask events) override { real_->modify(fd, events); }
    void do_unregister(int fd) override { real_->unregister_fd(fd); }
    bool do_select(std::optional<Duration> timeout) override;

    ManualClock& clock_;
    std::unique_ptr<Selector> real_;
};

// A loop on a clock of its own.
struct ManualLoop {
    explicit ManualLoop(std::unique_ptr<Selector> real = default_selector())
        : loop(std::make_unique<ManualSelector>(clock, std::move(real)),
               [this] { return clock.now(); }) {}

    ManualClock clock;
    EventLoop loop;
};

}  // namespace aio::test
