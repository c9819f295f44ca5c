// coro.hpp: what a coroutine function returns, and what an await inside one does.
//
// Chapter: "How Generators Work" and "Factoring Coroutines" (L35 to L46); a Python coroutine.
// Other C++ libraries call this lazy thing a task. Here, as in asyncio, a Task is the driver.
//
// The one thing to know: there is no symmetric transfer. Awaiting a child only notes, in the
// task's AwaitChain, that the child's frame is the innermost now, and suspends back to
// Task::step, which resumes the innermost frame. A finished child hands that place back to its
// parent. So the native stack is always loop, Task::step, one frame; and the chain is data.
//
// Left out on purpose: awaiting anything but a Future and a Coro.
#pragma once

#include <concepts>
#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

#include "core/loop/future.hpp"

namespace aio {

// Where in the source something stands. As a default argument it is the caller's place.
// (std::source_location gives no plain function name inside a coroutine with g++ 12.)
struct CallSite {
    const char* function;
    const char* file;
    int line;

    static CallSite current(const char* function = __builtin_FUNCTION(),
                            const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
        return {function, file, line};
    }
};

struct PromiseBase;

// What a task knows of the coroutine that it drives, and what the coroutine tells its task.
// Owned by the task.
struct AwaitChain {
    FutureBase& result;                // The task as a future.
    Handle& task;                      // The task as a Handle: what a future runs to wake it.
    PromiseBase* innermost = nullptr;  // The frame to resume next; null once all have returned.
    FutureBase* waiting_on = nullptr;  // Set while the innermost frame waits for a future.
    bool throw_cancelled = false;      // The wait that is over now ends with CancelledError.
};

// [promise]
// The part of every coroutine's promise that does not depend on its type. Lives in the frame.
struct PromiseBase {
    AwaitChain* chain = nullptr;
    PromiseBase* parent = nullptr;  // The frame that awaits this one; null for a task's own.
    std::coroutine_handle<> frame;
    std::exception_ptr error;
    CallSite where{};  // The function, and the line of its latest await.

    // Nothing runs until the coroutine is awaited or made a task. (L21)
    std::suspend_always initial_suspend(CallSite start = CallSite::current()) noexcept {
        where = start;
        return {};
    }
    struct HandBack {
        bool await_ready() noexcept { return false; }
        void await_suspend(std::coroutine_handle<>) noexcept { chain.innermost = parent; }
        void await_resume() noexcept {}
        AwaitChain& chain;
        PromiseBase* parent;
    };
    HandBack final_suspend() noexcept { return {*chain, parent}; }
    void unhandled_exception() { error = std::current_exception(); }

    // Throws std::logic_error for a future that can never wake this task.
    void start_wait(const FutureBase& future, CallSite site) {
        where = site;
        if (&future == &chain->result) throw std::logic_error("a task cannot await itself");
        if (&future.loop() != &chain->result.loop()) {
            throw std::logic_error("this future is of another loop");
        }
    }
    template <class T>
    auto await_transform(Future<T>& future, CallSite site = CallSite::current());
    template <class T>
    auto await_transform(Future<T>&& future, CallSite site = CallSite::current());
    template <class T>
    auto await_transform(Coro<T>&& coro, CallSite site = CallSite::current());
    template <class T>
        requires(!std::derived_from<std::remove_cvref_t<T>, FutureBase>)
    void await_transform(T&&) {
        static_assert(std::is_void_v<T>,
                      "only a Future (or a Task) and a Coro can be awaited; "
                      "await a named Coro with co_await std::move(coro)");
    }
};
// [/promise]

template <class T>
struct Promise : PromiseBase {
    Coro<T> get_return_object();
    template <class U = T>
    void return_value(U&& value) {
        result.emplace(std::forward<U>(value));
    }
    T take() {
        if (error) std::rethrow_exception(error);
        return static_cast<T>(std::move(*result));
    }
    std::optional<Stored<T>> result;
};

template <>
struct Promise<void> : PromiseBase {
    Coro<void> get_return_object();
    void return_void() {}
    void take() {
        if (error) std::rethrow_exception(error);
    }
};

// [coro]
// Owns its frame, and with it everything in the frame, child frames included. Moves.
template <class T = void>
class [[nodiscard]] Coro {
  public:
    using promise_type = Promise<T>;

    explicit Coro(promise_type& promise) : promise_(&promise) {}
    Coro(Coro&& other) noexcept : promise_(std::exchange(other.promise_, nullptr)) {}
    Coro& operator=(Coro other) noexcept {
        std::swap(promise_, other.promise_);
        return *this;
    }
    ~Coro() {
        if (promise_ != nullptr) promise_->frame.destroy();
    }

    // Null once the coroutine was moved into a task or awaited.
    promise_type* promise() const { return promise_; }

  private:
    promise_type* promise_;
};
// [/coro]

template <class T>
Coro<T> Promise<T>::get_return_object() {
    frame = std::coroutine_handle<Promise>::from_promise(*this);
    return Coro<T>(*this);
}

inline Coro<void> Promise<void>::get_return_object() {
    frame = std::coroutine_handle<Promise>::from_promise(*this);
    return Coro<void>(*this);
}

// [await-future]
// co_await future: goes on at once if it is done, else gives the turn back to the loop.
template <class F>
struct FutureAwaiter {
    bool await_ready() const { return future.done(); }
    void await_suspend(std::coroutine_handle<>) {
        chain.waiting_on = &future;
        future.add_done_callback(chain.task);
    }
    decltype(auto) await_resume() {
        // Looked at first: the future may be gone, if that is why the wait is over.
        if (std::exchange(chain.throw_cancelled, false)) throw CancelledError();
        return static_cast<F>(future).result();
    }
    AwaitChain& chain;
    std::remove_reference_t<F>& future;
};

template <class T>
auto PromiseBase::await_transform(Future<T>& future, CallSite site) {
    start_wait(future, site);
    return FutureAwaiter<Future<T>&>{*chain, future};
}

template <class T>
auto PromiseBase::await_transform(Future<T>&& future, CallSite site) {
    start_wait(future, site);
    return FutureAwaiter<Future<T>&&>{*chain, future};
}
// [/await-future]

// [await-coro]
// co_await child(): the child's frame becomes the innermost one. No turn of the loop is spent.
template <class T>
struct CoroAwaiter {
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<>) {
        child.chain = parent.chain;
        child.parent = &parent;
        parent.chain->innermost = &child;
    }
    T await_resume() { return child.take(); }
    PromiseBase& parent;
    Promise<T>& child;
};

template <class T>
auto PromiseBase::await_transform(Coro<T>&& coro, CallSite site) {
    where = site;
    if (coro.promise() == nullptr) throw std::logic_error("this Coro was awaited or moved already");
    if (coro.promise()->chain != nullptr) throw std::logic_error("this Coro was awaited already");
    return CoroAwaiter<T>{*this, *coro.promise()};
}
// [/await-coro]

}  // namespace aio
