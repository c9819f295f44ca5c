// outcome.hpp: a coroutine's exception as a value.
//
// Chapter: none; asyncio.gather with return_exceptions=True.
// The one thing to know: this is a coroutine around a coroutine, so it can be gathered, or awaited
// alone:
//
//     co_await gather(loop, outcome_of(fetch("/a")), outcome_of(fetch("/b")));
//
// A cancelled child is an outcome as well. A gather that is itself cancelled ends with
// CancelledError all the same, since it knows what was asked of it.
#pragma once

#include <vector>

#include "core/loop/task.hpp"

namespace aio {

// [outcome]
// A value. Either a result or an exception; CancelledError counts as one.
template <class T> struct Outcome {
    std::optional<Stored<T>> result;
    std::exception_ptr exception;  // Null if there is a result.
};

// Awaits the coroutine. Throws nothing but SystemExit.
template <class T> Coro<Outcome<T>> outcome_of(Coro<T> coro) {
    Outcome<T> outcome;
    try {
        if constexpr (std::is_void_v<T>) {
            co_await std::move(coro);
            outcome.result.emplace();
        } else {
            outcome.result.emplace(co_await std::move(coro));
        }
    } catch (const SystemExit&) {
        throw;
    } catch (...) {
        outcome.exception = std::current_exception();
    }
    co_return outcome;
}

// A future's result as a coroutine's, for outcome_of and for whatever else takes a coroutine.
template <class T> Coro<T> result_of(Future<T>& future) { co_return co_await future; }

// One for each coroutine, in order.
template <class T> std::vector<Coro<Outcome<T>>> outcomes_of(std::vector<Coro<T>> coros) {
    std::vector<Coro<Outcome<T>>> outcomes;
    for (Coro<T>& coro : coros) outcomes.push_back(outcome_of(std::move(coro)));
    return outcomes;
}
// [/outcome]

}  // namespace aio
