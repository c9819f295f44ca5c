// event_loop.hpp: a loop that runs until one task is complete, as short as the chapter's.
//
// Chapter: "Coordinating Coroutines" (L65). The library's own is core/loop/event_loop.hpp.
//
// The one thing to know: the loop does not know when to stop. A callback of the task throws
// StopError, which flies out of whatever the loop runs at that moment.
//
// Left out on purpose, as in the chapter: everything that makes that safe. StopError flies through
// whoever resolved the future, and cuts that coroutine off; so the library's loop calls stop()
// instead, and finishes its turn.
#pragma once

#include <deque>
#include <functional>
#include <utility>

#include "stage3_crawler/sketch/task.hpp"

namespace sketch {

// [run-until-complete-sketch]
// Thrown to stop the event loop. Not a std::exception, so that no handler takes it for an error.
struct StopError {};

inline void stop_callback(Future&) { throw StopError(); }

// Owned by whoever declares it. Runs events in order; each is a function.
class EventLoop {
  public:
    void add_event(std::function<void()> event) { events_.push_back(std::move(event)); }

    // Runs until the coroutine is done, or no event is left.
    int run_until_complete(Coro coro) {
        Task task(std::move(coro));
        task.add_done_callback(stop_callback);
        try {
            run_forever();
        } catch (const StopError&) {
            stopped_by_task = true;
        }
        return task.result;
    }
    bool stopped_by_task = false;

  private:
    void run_forever() {
        while (!events_.empty()) {
            const std::function<void()> event = std::move(events_.front());
            events_.pop_front();
            event();
        }
    }
    std::deque<std::function<void()>> events_;
};
// [/run-until-complete-sketch]

}  // namespace sketch
