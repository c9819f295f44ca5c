// future.hpp: a result that is not there yet.
//
// Chapter: "Building Coroutines With Generators" (L29, L31) and "Factoring Coroutines" (L44);
// asyncio.Future. stage2_coroutines/sketch/future.hpp is the chapter's short version, with its
// faults.
//
// The one thing to know: resolving a future never runs anybody's code. It moves the Handles that
// wait for it to the end of the loop's ready list, and they run in the next turn.
//
// Left out on purpose: sharing. A Future is a plain object that does not move, most often a local
// variable of the coroutine that awaits it; so its done-callbacks are not passed the future.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/loop/loop_use.hpp"
#include "core/loop/stored.hpp"
#include "core/loop/traceback.hpp"

namespace aio {

// What an await throws when the task, or what it waits for, is cancelled. It is not a
// std::exception: `catch (const std::exception&)` lets it pass, and so should `catch (...)`.
struct CancelledError {};

// result() of a future that is not done, or a second result for one that is.
struct InvalidStateError : std::logic_error {
    using std::logic_error::logic_error;
};

// [future-base]
// Owned by whoever declares it; it does not move, and its loop outlives it. If it is destroyed
// before a task that waits for it has got the result, that task gets CancelledError.
class FutureBase {
  public:
    // Tasks that wait for this, or are about to take its result. Kept by the tasks.
    int waiting_tasks = 0;

    explicit FutureBase(EventLoop& loop) : loop_(loop) {}
    // Reports an exception that nobody has asked for.
    virtual ~FutureBase();

    EventLoop& loop() const { return loop_.get(); }
    bool done() const { return state_ != State::pending; }
    bool cancelled() const { return state_ == State::cancelled; }
    // The exception, null if there is none. Throws InvalidStateError while pending, and
    // CancelledError if cancelled.
    std::exception_ptr exception();

    // Runs `handle` once this future is done, in a later turn; at the earliest the next one.
    virtual void add_done_callback(Handle& handle);
    // The same for a plain function; cancel() of what it returns takes it out again.
    std::shared_ptr<Callback> add_done_callback(std::function<void()> function);

    // Throws InvalidStateError if the future is done, std::invalid_argument for a null pointer.
    void set_exception(std::exception_ptr exception);
    // True if this ended a pending future; false if it was done, and stays as it is.
    virtual bool cancel();
    // What a task waits for that waits for this: "readable fd 7".
    virtual std::string describe() const;

  protected:
    enum class State : unsigned char { pending, finished, failed, cancelled };

    void require_pending() const;
    // Throws what there is instead of a result.
    void require_result() {
        if (exception()) rethrow(*failure_);
    }
    void resolve(State state);

  private:
    LoopUse loop_;
    HandleList callbacks_;
    std::unique_ptr<const Traceback> failure_;
    State state_ = State::pending;
    bool retrieved_ = false;
};
// [/future-base]

// [future]
template <class T> class Future : public FutureBase {
  public:
    using FutureBase::FutureBase;

    // Throws InvalidStateError if the future is done. For Future<void>: set_result().
    template <class... Value> void set_result(Value&&... value) {
        require_pending();
        result_.emplace(std::forward<Value>(value)...);
        resolve(State::finished);
    }

    // The result, as often as it is asked for; `std::move(future).result()` moves it out.
    // Throws the future's exception, CancelledError, or InvalidStateError while pending.
    decltype(auto) result() & {
        require_result();
        if constexpr (std::is_reference_v<T>) {
            return result_->get();
        } else if constexpr (!std::is_void_v<T>) {
            return std::as_const(*result_);
        }
    }
    T result() && {
        require_result();
        if constexpr (!std::is_void_v<T>) return static_cast<T>(std::move(*result_));
    }

  private:
    std::optional<Stored<T>> result_;
};
// [/future]

}  // namespace aio
