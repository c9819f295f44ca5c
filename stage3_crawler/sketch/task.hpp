// task.hpp: Future and Task once more, as short as the chapter's, with cancel and a result.
//
// Chapter: "Coordinating Coroutines" (L54 to L56, L66, L67). Stage 2 has the sketches that these
// grow from; the library's own are core/loop/future.hpp and core/loop/task.hpp.
//
// The one thing to know: a Task is a Future. It resolves itself with what its coroutine returns,
// so one coroutine can wait for another's task, and a loop can wait for the last one.
//
// Left out on purpose, as in the chapter: callbacks are run inside set_result, cancel throws at
// once and in its caller, and a cancelled task is never resolved. Coroutines that await coroutines
// are stage 2's subject and not repeated here.
#pragma once

#include <coroutine>
#include <exception>
#include <functional>
#include <utility>
#include <vector>

namespace sketch {

// What cancel throws into a coroutine.
struct CancelledError {};

// Owned by whoever declares it; it does not move.
class Future {
  public:
    Future() = default;
    Future(const Future&) = delete;
    Future& operator=(const Future&) = delete;

    int result = 0;

    void add_done_callback(std::function<void(Future&)> fn) { callbacks_.push_back(std::move(fn)); }
    void set_result(int value) {
        result = value;
        const auto callbacks = callbacks_;  // A copy: one of them may add another.
        for (const auto& fn : callbacks) fn(*this);
    }

  private:
    std::vector<std::function<void(Future&)>> callbacks_;
};

// Owns its frame. Awaits futures, and returns an int.
class Coro {
  public:
    struct promise_type {
        Future* yielded = nullptr;
        std::exception_ptr thrown_in;
        std::exception_ptr error;
        int returned = 0;

        Coro get_return_object() { return Coro(*this); }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        void unhandled_exception() { error = std::current_exception(); }
        void return_value(int value) { returned = value; }

        struct Awaiter {
            promise_type& promise;
            Future& future;
            bool await_ready() const { return false; }
            void await_suspend(std::coroutine_handle<>) { promise.yielded = &future; }
            int await_resume() const {
                if (promise.thrown_in) std::rethrow_exception(std::exchange(promise.thrown_in, {}));
                return future.result;
            }
        };
        Awaiter await_transform(Future& future) { return {*this, future}; }
    };

    explicit Coro(promise_type& promise)
        : frame_(std::coroutine_handle<promise_type>::from_promise(promise)) {}
    Coro(Coro&& other) noexcept : frame_(std::exchange(other.frame_, nullptr)) {}
    Coro& operator=(Coro&&) = delete;
    ~Coro() {
        if (frame_) frame_.destroy();
    }

    // Runs to the next await and gives its future; null once the coroutine has returned, as often
    // as it is asked. What the coroutine throws comes out here.
    Future* send() {
        if (!frame_.done()) frame_.resume();
        if (frame_.promise().error) std::rethrow_exception(frame_.promise().error);
        return frame_.done() ? nullptr : frame_.promise().yielded;
    }
    // The exception appears at the await at which the coroutine is suspended.
    // [coro-throw]
    template <class Exception> Future* throw_in(Exception exception) {
        frame_.promise().thrown_in = std::make_exception_ptr(exception);
        return send();
    }
    // [/coro-throw]
    int returned() const { return frame_.promise().returned; }

  private:
    std::coroutine_handle<promise_type> frame_;
};

// [task-is-a-future]
// Owned by whoever declares it. Owns its coroutine, and runs it as far as its first await.
class Task : public Future {
  public:
    explicit Task(Coro coro) : coro_(std::move(coro)) { step(); }

    bool cancelled = false;

    // [task-cancel-sketch]
    void cancel() { coro_.throw_in(CancelledError()); }
    // [/task-cancel-sketch]

  private:
    // [task-step-sketch]
    void step() {
        Future* next_future = nullptr;
        try {
            next_future = coro_.send();
        } catch (const CancelledError&) {
            cancelled = true;
            return;
        }
        if (next_future == nullptr) {
            set_result(coro_.returned());  // It resolves itself.
            return;
        }
        next_future->add_done_callback([this](Future&) { step(); });
    }
    // [/task-step-sketch]

    Coro coro_;
};
// [/task-is-a-future]

}  // namespace sketch
