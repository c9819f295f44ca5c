// loop_support.hpp: what the tests of the loop share.
//
// The one thing to know: a TestLoop runs on a manual clock and keeps what its exception handler is
// told. Its list of reports is destroyed last, since a loop may report until its very end.
// Left out on purpose: coroutines of general use. Each test shows its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/loop/task.hpp"
#include "tests/support/manual_clock.hpp"

namespace loop_test {

// What nearly every test of the loop names; `using namespace loop_test` brings it in.
using aio::CancelledError;
using aio::Coro;
using aio::Event;
using aio::EventLoop;
using aio::Future;
using aio::Task;
using namespace std::chrono_literals;

// What a std::exception says; "CancelledError" for that; "" for none.
std::string text_of(const std::exception_ptr& exception);

// A loop on a manual clock. Owned by the test.
struct TestLoop {
    explicit TestLoop(std::unique_ptr<aio::Selector> selector = aio::default_selector());
    // Exactly one turn, which does not wait.
    void turn();
    // How many reports contain `text`.
    int reported(const std::string& text) const;

    std::vector<aio::ErrorContext> reports;
    aio::test::ManualLoop manual;
    aio::EventLoop& loop = manual.loop;
    aio::test::ManualClock& clock = manual.clock;
};

// Counts objects of the kind below. Owned by the test.
struct Lives {
    int born = 0;
    int died = 0;
    int left() const { return born - died; }
};

// A value that is counted, for locals, parameters, results and captures. A value that was moved
// away counts no longer.
class Counted {
  public:
    explicit Counted(Lives& lives) : lives_(&lives) { ++lives.born; }
    Counted(const Counted& other) : Counted(*other.lives_) {}
    Counted(Counted&& other) noexcept : lives_(std::exchange(other.lives_, nullptr)) {}
    Counted& operator=(Counted other) noexcept {
        std::swap(lives_, other.lives_);
        return *this;
    }
    ~Counted() {
        if (lives_ != nullptr) ++lives_->died;
    }

  private:
    Lives* lives_;
};

// Answers each wait with what a function says, and keeps what was asked.
class ScriptedSelector final : public aio::Selector {
  public:
    using Events = std::vector<std::pair<int, aio::EventMask>>;
    using Script = std::function<Events(std::optional<aio::Duration> timeout)>;

    explicit ScriptedSelector(Script script) : script_(std::move(script)) {}
    std::string name() const override { return "scripted"; }

  private:
    void do_register(int, aio::EventMask) override {}
    void do_modify(int, aio::EventMask) override {}
    void do_unregister(int) override {}
    bool do_select(std::optional<aio::Duration> timeout) override;

    Script script_;
};

// What `function` prints on stderr.
std::string stderr_of(void (*function)());

// How a child process ends that runs `function`: its signal, 0 if it ends well; and its stderr.
struct Death {
    int signal = 0;
    std::string text;
};
Death death_of(void (*function)());

}  // namespace loop_test
