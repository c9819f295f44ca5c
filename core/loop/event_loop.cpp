// event_loop.cpp: one turn of the loop, and running it turn after turn.
//
// Chapter: "Async" (L05), "Coordinating Coroutines" (L65); asyncio's _run_once.
// The one thing to know: run_once() runs what is ready at its start and no more. What that makes
// ready waits for the next turn, after another look at the descriptors, so neither side can
// starve the other. If a Handle leaves the program (SystemExit), the rest stays ready.
#include "core/loop/event_loop.hpp"

#include <utility>

#include "core/loop/future.hpp"

namespace aio {

namespace {

// The loop that runs in this thread, if any: two cannot, one inside the other.
thread_local const EventLoop* running_here = nullptr;

}  // namespace

EventLoop::EventLoop(std::unique_ptr<Selector> selector, std::function<TimePoint()> clock)
    : selector_(std::move(selector)), clock_(std::move(clock)) {
    selector_->register_fd(wake_up_.fd(), Event::read, [this](const SelectorKey&, EventMask) {
        for (auto& function : wake_up_.take()) call_soon(std::move(function));
    });
}

void EventLoop::call_soon_threadsafe(std::function<void()> function) {
    if (!is_running()) return wake_up_.leave(std::move(function));
    call_soon(std::move(function));
}

// [run-once]
void EventLoop::run_once() {
    if (observer_) observer_->tick();
    std::optional<Duration> timeout = timers_.time_left(time());
    if (!ready_.empty() || stopping_) timeout = Duration::zero();
    if (observer_) observer_->before_select(timeout);
    run_ready(selector_->select(timeout), handler_, observer_);
    timers_.take_due(time(), ready_, observer_);

    // What these Handles make ready stands behind the marker: it is the next turn's.
    struct EndOfTurn final : Handle {
        void run() override {}
    } end_of_turn;
    ready_.push_back(end_of_turn);
    while (&ready_.front() != &end_of_turn) run_handle(*ready_.pop_front(), handler_, observer_);
}
// [/run-once]

bool EventLoop::is_running() const { return running_here == this; }

// [run-forever]
void EventLoop::run_forever() {
    if (running_here != nullptr) throw std::logic_error("a loop runs in this thread already");
    struct AtExit {
        bool& stopping;
        ~AtExit() {
            running_here = nullptr;
            stopping = false;
        }
    } at_exit{stopping_};
    running_here = this;
    do {
        run_once();
    } while (!stopping_);
}
// [/run-forever]

// [run-until-complete]
void EventLoop::run_until_done(FutureBase& future) {
    struct StopCallback final : Handle {
        explicit StopCallback(EventLoop& l) : loop(l) {}
        void run() override { loop.stop(); }
        EventLoop& loop;
    } stop_callback(*this);

    if (&future.loop() != this) throw std::invalid_argument("this future is of another loop");
    future.add_done_callback(stop_callback);
    run_forever();
    if (!future.done()) throw std::runtime_error("Event loop stopped before Future completed.");
}
// [/run-until-complete]

}  // namespace aio
