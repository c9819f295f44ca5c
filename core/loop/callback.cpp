// callback.cpp: plain functions on the loop's ready list, among its timers, in a future.
//
// Chapter: L04, L29; asyncio's call_soon, call_at, call_later and add_done_callback.
// The one thing to know: everything here wraps a function in a Callback and then does what is
// done with any other Handle.
#include "core/loop/callback.hpp"

#include "core/loop/future.hpp"

namespace aio {

std::shared_ptr<Callback> Callback::make(std::function<void()> function) {
    auto callback = std::make_shared<Callback>();
    callback->function_ = std::move(function);
    callback->self_ = callback;
    return callback;
}

void Callback::run() {
    // Both moved out first: the function may cancel this callback, or drop its last owner.
    const std::shared_ptr<Callback> keep_alive = std::move(self_);
    const std::function<void()> function = std::exchange(function_, nullptr);
    if (function) function();  // It has none if it was run or cancelled before.
}

void Callback::cancel() {
    unschedule();
    cancelled_ = true;
    const std::function<void()> dropped = std::exchange(function_, nullptr);
    const std::shared_ptr<Callback> keep_alive = std::move(self_);
}

std::shared_ptr<Callback> EventLoop::call_soon(std::function<void()> function) {
    auto callback = Callback::make(std::move(function));
    call_soon(*callback);
    return callback;
}

std::shared_ptr<Callback> EventLoop::call_at(TimePoint when, std::function<void()> function) {
    auto callback = Callback::make(std::move(function));
    call_at(when, *callback);
    return callback;
}

std::shared_ptr<Callback> EventLoop::call_later(Duration delay, std::function<void()> function) {
    return call_at(after(delay), std::move(function));
}

TimePoint EventLoop::after(Duration delay) const {
    const TimePoint now = time();
    return delay < TimePoint::max() - now ? now + delay : TimePoint::max();
}

std::shared_ptr<Callback> FutureBase::add_done_callback(std::function<void()> function) {
    auto callback = Callback::make(std::move(function));
    add_done_callback(*callback);
    return callback;
}

}  // namespace aio
