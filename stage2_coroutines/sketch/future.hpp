// future.hpp: a result that is not there yet, as short as the chapter's.
//
// Chapter: "Building Coroutines With Generators" (L29) and "Factoring Coroutines" (L44 to L46).
// The library's own is core/loop/future.hpp.
//
// The one thing to know: set_result() runs the callbacks itself, at once. So the coroutine that
// waits goes on inside the call, before whoever resolved the future does.
//
// Left out on purpose, as in the chapter: a future that is done is awaited for ever, a second
// result is accepted, and there is no way to resolve it with an exception. The tests show what
// comes of it (tests/stage2/), and that the library's Future is cured.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "stage2_coroutines/generator.hpp"

namespace sketch {

// [sketch-future]
// What a task knows of a future. Owned as part of it.
class FutureBase {
  public:
    void add_done_callback(std::function<void()> fn) { callbacks_.push_back(std::move(fn)); }

  protected:
    void run_callbacks() const {
        // A copy: a callback may end the coroutine in whose frame this future lies.
        const std::vector<std::function<void()>> callbacks = callbacks_;
        for (const auto& fn : callbacks) fn();
    }

  private:
    std::vector<std::function<void()>> callbacks_;
};

// Owned by whoever declares it, mostly a coroutine; it does not move.
template <class T = void> class Future : public FutureBase {
  public:
    Future() = default;
    Future(const Future&) = delete;
    Future& operator=(const Future&) = delete;

    Value<T> result{};

    void set_result(Value<T> value = {}) {
        result = std::move(value);
        run_callbacks();
    }
};
// [/sketch-future]

// A coroutine is a generator that yields futures, and that nobody sends a value to.
template <class T = void> using Coro = Generator<FutureBase*, None, T>;

// [sketch-await-future]
// co_await future: yields the future, which tells the task to go on here once it is resolved; then
// takes its result. It stops also where the result is there already, which is wrong.
template <class T> struct FutureAwaiter {
    Future<T>& future;
    GeneratorPromise<FutureBase*, None>* promise = nullptr;

    bool await_ready() const { return false; }
    template <class Promise> void await_suspend(std::coroutine_handle<Promise> coroutine) {
        promise = &coroutine.promise();
        promise->yielded = &future;
    }
    Value<T> await_resume() const {
        promise->receive();
        return future.result;
    }
};
template <class T> FutureAwaiter<T> operator co_await(Future<T>& future) { return {future}; }
// [/sketch-await-future]

}  // namespace sketch
