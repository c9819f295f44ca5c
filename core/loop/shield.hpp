// shield.hpp: waiting for something without taking it along when one is cancelled.
//
// Chapter: none; asyncio.shield.
// The one thing to know: cancelling a task cancels what it waits for. A task that awaits a Shield
// waits for the Shield, and what stands behind it runs on:
//
//     co_await shield(*task);  // A cancellation ends this wait, not the task.
//
// Left out on purpose: a coroutine in the place of the future. Make it a task first: somebody has
// to own it after the wait has been given up.
#pragma once

#include "core/loop/watch.hpp"

namespace aio {

// [shield]
// Owned by the coroutine that awaits it. Ends as `inner` does, with a copy of its result, and a
// turn later; cancelled, if `inner` is destroyed before. An exception of `inner` counts as read
// only if it gets here: after a cancellation, `inner` and its errors are its owner's alone.
template <class T> class Shield final : public Future<T>, private Watch {
  public:
    explicit Shield(Future<T>& inner) : Future<T>(inner.loop()), inner_(inner) { watch(inner); }
    std::string describe() const override { return "shield"; }

  private:
    void ended(bool gone) override {
        if (this->done()) return;  // It was cancelled, and nobody waits any more.
        try {
            if (gone) throw CancelledError();
            if constexpr (std::is_void_v<T>) {
                inner_.result();
                this->set_result();
            } else {
                this->set_result(inner_.result());
            }
        } catch (const CancelledError&) {
            this->cancel();
        } catch (...) {
            this->set_exception(std::current_exception());
        }
    }

    Future<T>& inner_;
};

template <class T> Shield<T> shield(Future<T>& inner) { return Shield<T>(inner); }
// [/shield]

}  // namespace aio
