// task.hpp: drives a coroutine from future to future, as short as the chapter's.
//
// Chapter: "Building Coroutines With Generators" (L32), and from "Coordinating Coroutines" cancel
// (L55, L56) and the task that is itself a future (L66, L67). The library's is core/loop/task.hpp.
//
// The one thing to know: step() asks the coroutine for the next future, and leaves word there to
// be called again. Nothing else is needed, and it does not change when coroutines await one
// another: what comes out of send() then comes from the innermost one.
//
// Left out on purpose, as in the chapter: an exception of the coroutine goes to whoever resolved
// the future, cancel() throws at once and in its caller, and a cancelled task is never resolved.
#pragma once

#include <utility>

#include "stage2_coroutines/sketch/future.hpp"

namespace sketch {

// What cancel() throws into a coroutine.
struct CancelledError {};

// [sketch-task]
// Owned by whoever declares it; it does not move. Owns the coroutine, which runs inside this
// constructor, as far as its first await.
template <class T = void> class Task : public Future<T> {
  public:
    explicit Task(Coro<T> coro) : coro_(std::move(coro)) { step(); }

    bool cancelled = false;
    // The coroutine has returned, or has thrown.
    bool done() const { return coro_.done(); }

    // [sketch-task-cancel]
    void cancel() { coro_.throw_in(CancelledError()); }
    // [/sketch-task-cancel]

  private:
    // [sketch-task-step]
    // The chapter hands step() a future and sends its result into the coroutine; for the first step
    // it makes one that is resolved already, with nothing in it. Here the awaiter takes the result
    // out of the future itself (future.hpp), so nothing has to be sent, and nothing made up.
    void step() {
        FutureBase* next_future = nullptr;
        try {
            next_future = coro_.send(none);
        } catch (const CancelledError&) {
            cancelled = true;
            return;
        } catch (const StopIteration<T>& stop) {
            this->set_result(stop.value);  // A task resolves itself.
            return;
        }
        next_future->add_done_callback([this] { step(); });
    }
    // [/sketch-task-step]

    Coro<T> coro_;
};
// [/sketch-task]

}  // namespace sketch
