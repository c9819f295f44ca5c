// coro.hpp: what a coroutine function returns, and what an await inside one does.
//
// Chapter: "How Generators Work" and "Factoring Coroutines" (L35 to L46); a Python coroutine.
// Other C++ libraries call this lazy thing a task. Here, as in asyncio, a Task is the driver.
//
// The one thing to know: there is no symmetric transfer. Awaiting a child only notes, in the
// task, that the child's frame is the innermost now, and suspends back to
// Task::step, which resumes the innermost frame. A finished child hands that place back to its
// parent. So the native stack is always loop, Task::step, one frame; and the chain is data.
//
// Left out on purpose: awaiting anything but a Future and a Coro.
#pragma once

#include <coroutine>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "core/loop/call_site.hpp"
#include "core/loop/task.hpp"

namespace aio {

// [promise]
// One coroutine awaits another. Lives in the frame of the one that awaits, and owns the other's.
struct Delegation {
    PromiseBase& parent;
    Frame child;
};

// The part of every coroutine's promise that does not depend on its type. Lives in the frame.
struct PromiseBase {
    TaskBase* task = nullptr;          // Set once it is awaited, or made a task.
    Delegation* delegation = nullptr;  // The await that runs this; null for a task's own coroutine.
    std::coroutine_handle<> frame;
    std::exception_ptr error;
    CallSite where;  // The function, and the line of its latest await.

    // Nothing runs until the coroutine is awaited or made a task. (L21)
    std::suspend_always initial_suspend() noexcept { return {}; }
    void unhandled_exception() { error = leave_coroutine(where); }
    // The last act of a coroutine: its parent is the innermost frame again.
    std::suspend_always final_suspend() noexcept {
        task->innermost = parent();
        return {};
    }
    // The frame that awaits this one.
    PromiseBase* parent() const { return delegation ? &delegation->parent : nullptr; }
    // Every co_await passes through here: what may be awaited, and how. Its place comes as a plain
    // line: g++ would keep a CallSite in the frame, one for each await.
    template <class Awaited> auto await_transform(Awaited&& awaited, int line = __builtin_LINE());
};
inline void DestroyFrame::operator()(PromiseBase* promise) const { promise->frame.destroy(); }
// [/promise]

template <class T> struct Promise : PromiseBase {
    Coro<T> get_return_object(CallSite at = CallSite::current()) { return Coro<T>(*this, at); }
    template <class U = T> void return_value(U&& value) { result.emplace(std::forward<U>(value)); }
    T take() {
        if (error) std::rethrow_exception(error);
        return static_cast<T>(std::move(*result));
    }
    std::optional<Stored<T>> result;
};

template <class T>
    requires std::is_void_v<T>
struct Promise<T> : PromiseBase {
    Coro<T> get_return_object(CallSite at = CallSite::current()) { return Coro<T>(*this, at); }
    void return_void() {}
    void take() {
        if (error) std::rethrow_exception(error);
    }
};

// [coro]
// Owns its frame, and with it everything in the frame, until it is awaited or made a task: then
// that owns the frame. Moves.
template <class T = void> class [[nodiscard]] Coro {
  public:
    using promise_type = Promise<T>;

    Coro(promise_type& promise, CallSite start) : frame_(&promise) {
        promise.where = start;
        promise.frame = std::coroutine_handle<promise_type>::from_promise(promise);
    }
    // Gives the frame away. Throws std::logic_error if that was done before.
    Frame release() {
        if (!frame_) throw std::logic_error("this Coro was awaited before, or moved away");
        return std::move(frame_);
    }

  private:
    Frame frame_;
};
// [/coro]

// [await-future]
// co_await future: goes on at once if it is done, else gives the turn back to the loop.
template <class F> struct FutureAwaiter {
    TaskBase& task;
    std::remove_reference_t<F>& future;

    bool await_ready() const { return future.done(); }
    void await_suspend(std::coroutine_handle<>) {
        future.add_done_callback(task);
        task.waiting_on = &future;
        ++future.waiting_tasks;
    }
    decltype(auto) await_resume() {
        // Looked at first: the future may be gone, if that is why the wait is over.
        if (std::exchange(task.throw_cancelled, false)) throw CancelledError();
        return static_cast<F>(future).result();
    }
};
// [/await-future]

// [await-coro]
// co_await child(): the child's frame becomes the innermost one. No turn of the loop is spent.
template <class Child> struct CoroAwaiter : Delegation {
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<>) {
        child->task = parent.task;
        child->delegation = this;
        parent.task->innermost = child.get();
    }
    decltype(auto) await_resume() { return static_cast<Child&>(*child).take(); }
};
// [/await-coro]

// [await-transform]
template <class Awaited> auto PromiseBase::await_transform(Awaited&& awaited, int line) {
    where.line = line;
    if constexpr (std::is_base_of_v<FutureBase, std::remove_cvref_t<Awaited>>) {
        if (&awaited == &task->future || &awaited.loop() != &task->future.loop()) {
            throw std::logic_error("a task can wait neither for itself nor for another loop");
        }
        return FutureAwaiter<Awaited&&>{*task, awaited};
    } else {
        static_assert(
            requires { typename Awaited::promise_type; },
            "co_await takes a Future, a Task, or a temporary Coro: std::move(coro)");
        return CoroAwaiter<typename Awaited::promise_type>{{*this, awaited.release()}};
    }
}
// [/await-transform]

}  // namespace aio
