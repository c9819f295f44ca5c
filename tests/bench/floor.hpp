// floor.hpp: the least that a coroutine library can do, to measure the real one against.
//
// Chapter: none.
// The one thing to know: it does what each measure needs and nothing else. A finished child
// transfers to its parent directly, the loop is a deque of coroutine handles, the timers are a
// heap. So the distance from here to core/ is the price of what core/ does besides.
//
// Left out on purpose: exceptions, cancellation, tasks that know where they wait, futures that may
// be resolved before anybody waits, lifetimes that are checked, equal timers in order of arrival.
// As in core/loop/event_loop.hpp a turn looks at the descriptors once.
#pragma once

#include <sys/epoll.h>
#include <unistd.h>

#include <coroutine>
#include <deque>
#include <exception>
#include <queue>
#include <utility>
#include <vector>

#include "core/loop/clock.hpp"

namespace bench::floor {

// Owns its frame. Moves. Every task gives an int, so that one type is enough.
class [[nodiscard]] Task {
  public:
    struct promise_type;
    using Frame = std::coroutine_handle<promise_type>;

    explicit Task(Frame frame) : frame_(frame) {}
    Task(Task&& other) noexcept : frame_(std::exchange(other.frame_, nullptr)) {}
    Task& operator=(Task&&) = delete;
    ~Task() {
        if (frame_) frame_.destroy();
    }

    std::coroutine_handle<> frame() const { return frame_; }
    bool await_ready() const { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> parent) const;
    int await_resume() const;

  private:
    Frame frame_;
};

struct Task::promise_type {
    // The end of a task: its parent goes on at once.
    struct ToParent {
        bool await_ready() const noexcept { return false; }
        std::coroutine_handle<> await_suspend(Frame frame) const noexcept {
            return frame.promise().parent;
        }
        void await_resume() const noexcept {}
    };

    Task get_return_object() { return Task(Frame::from_promise(*this)); }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    ToParent final_suspend() const noexcept { return {}; }
    void return_value(int value) { result = value; }
    void unhandled_exception() const { std::terminate(); }

    std::coroutine_handle<> parent = std::noop_coroutine();
    int result = 0;
};

inline std::coroutine_handle<> Task::await_suspend(std::coroutine_handle<> parent) const {
    frame_.promise().parent = parent;
    return frame_;
}
inline int Task::await_resume() const { return frame_.promise().result; }

// Owned by the benchmark. Owns no task. Its clock starts at zero. When nothing is
// ready it jumps to the next timer by whole milliseconds, since that is how long epoll waits.
class Loop {
  public:
    Loop() : epoll_fd_(::epoll_create1(EPOLL_CLOEXEC)) {}
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;
    ~Loop() { ::close(epoll_fd_); }

    void call_soon(std::coroutine_handle<> frame) { ready_.push_back(frame); }
    void call_later(aio::Duration delay, std::coroutine_handle<> frame) {
        timers_.push({now_ + delay, frame});
    }
    // Turn after turn, until nothing is ready and nothing sleeps.
    void run() {
        while (!ready_.empty() || !timers_.empty()) run_once();
    }

  private:
    struct Timer {
        aio::Duration when;
        std::coroutine_handle<> frame;
        bool operator>(const Timer& other) const { return when > other.when; }
    };

    void run_once() {
        epoll_event event{};
        ::epoll_wait(epoll_fd_, &event, 1, 0);
        if (ready_.empty()) {
            now_ += std::chrono::ceil<std::chrono::milliseconds>(timers_.top().when - now_);
        }
        while (!timers_.empty() && timers_.top().when <= now_) {
            ready_.push_back(timers_.top().frame);
            timers_.pop();
        }
        for (std::size_t left = ready_.size(); left > 0; --left) {
            const std::coroutine_handle<> frame = ready_.front();
            ready_.pop_front();
            frame.resume();
        }
    }

    int epoll_fd_;
    aio::Duration now_{0};
    std::deque<std::coroutine_handle<>> ready_;
    std::priority_queue<Timer, std::vector<Timer>, std::greater<>> timers_;
};

// co_await Yield{loop}: to the end of the ready list, and back in the next turn.
struct Yield {
    Loop& loop;

    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> frame) const { loop.call_soon(frame); }
    void await_resume() const {}
};

// co_await Sleep{loop, delay}
struct Sleep {
    Loop& loop;
    aio::Duration delay;

    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> frame) const { loop.call_later(delay, frame); }
    void await_resume() const {}
};

// Somebody waits, and somebody else wakes it. Owned by whoever declares it.
class Event {
  public:
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> frame) { waiter_ = frame; }
    void await_resume() const {}
    // Does nothing if nobody waits.
    void wake(Loop& loop) {
        if (waiter_) loop.call_soon(std::exchange(waiter_, nullptr));
    }

  private:
    std::coroutine_handle<> waiter_;
};

}  // namespace bench::floor
