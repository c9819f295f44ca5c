// select_timeout.hpp: a loop that gives up when nothing has happened for some time.
//
// Chapter: none. An article that rebuilds the chapter's loop gives its select() a limit, and raises
// SelectTimeout when it returns with nothing.
//
// The one thing to know: the limit is on each wait, not on the work. A page a second goes on for
// hours; the first silence that is longer than the limit ends it.
//
// Left out on purpose: telling one slow server among many. Use the session's request_timeout for
// that; here a single busy connection keeps all others waiting.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <utility>

#include "core/loop/selector.hpp"

namespace aio {

// Comes out of run_forever and run_until_complete. The loop can be run again: to end its tasks.
class SelectTimeout : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// [limited-selector]
// Owned by its loop: EventLoop loop(std::make_unique<LimitedSelector>(5s)). Owns the selector that
// does the work. Timers that are due within the limit are no silence.
class LimitedSelector final : public Selector {
  public:
    explicit LimitedSelector(Duration limit, std::unique_ptr<Selector> real = default_selector())
        : limit_(limit), real_(std::move(real)) {}

    std::string name() const override { return real_->name(); }

  private:
    void do_register(int fd, EventMask events) override { real_->register_fd(fd, events); }
    void do_modify(int fd, EventMask events) override { real_->modify(fd, events); }
    void do_unregister(int fd) override { real_->unregister_fd(fd); }
    bool do_select(std::optional<Duration> timeout) override {
        const bool longer = !timeout || *timeout > limit_;
        const std::vector<ReadyKey> ready = real_->select(longer ? limit_ : *timeout);
        if (longer && ready.empty()) {
            throw SelectTimeout(fmt::format("nothing has happened for {} seconds",
                                            std::chrono::duration<double>(limit_).count()));
        }
        for (const auto& [key, mask] : ready) add_ready(key.fd, mask);
        return true;
    }

    Duration limit_;
    std::unique_ptr<Selector> real_;
};
// [/limited-selector]

}  // namespace aio
