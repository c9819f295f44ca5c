// event_loop.hpp: runs what is ready, then waits until something is.
//
// Chapter: "Async" (the loop of L05), "Coordinating Coroutines" (run_until_complete, L49, L65);
// asyncio's BaseEventLoop.
//
// The one thing to know: a turn (run_once) looks at the descriptors, then at the timers, then runs
// the Handles that are ready by then. What those make ready waits for the next turn. Everything
// that ever runs is one of those Handles (handle.hpp): mostly a Task that takes a step.
//
// Left out on purpose: a global "current" loop (pass `EventLoop&`), executors, subprocesses,
// transports and protocols.
#pragma once

#include <list>
#include <optional>

#include "core/loop/callback.hpp"
#include "core/loop/error_report.hpp"
#include "core/loop/fd_table.hpp"
#include "core/loop/loop_tasks.hpp"
#include "core/loop/loop_users.hpp"
#include "core/loop/wake_up.hpp"

namespace aio {

template <class T> class Coro;
template <class T> class Future;
template <class T> class Task;

// [event-loop]
// Owned by the program. It outlives every future, task, queue and socket made with it, and ends
// the program with a sentence if it does not. It belongs to the thread that runs it.
class EventLoop {
  public:
    // A test passes a scripted selector and a clock that it sets by hand.
    explicit EventLoop(std::unique_ptr<Selector> selector = default_selector(),
                       std::function<TimePoint()> clock = Clock::now);

    // Runs in the next turn, behind what is ready already; never inside this call.
    void call_soon(Handle& handle) { ready_.push_back(handle); }
    void call_soon(HandleList& handles) { ready_.splice_back(handles); }
    std::shared_ptr<Callback> call_soon(std::function<void()> function);
    // Runs when the clock has reached `when`; timers with equal times run in order of arrival.
    void call_at(TimePoint when, TimerHandle& handle) { timers_.add(when, handle); }
    std::shared_ptr<Callback> call_at(TimePoint when, std::function<void()> function);
    // A delay of zero or less means the next turn; one beyond the clock's range, never.
    std::shared_ptr<Callback> call_later(Duration delay, std::function<void()> function);
    // `delay` from now on this loop's clock, cut to what the clock can express.
    TimePoint after(Duration delay) const;
    // The only call that is allowed from another thread; it wakes the loop. Functions left by one
    // thread keep their order.
    void call_soon_threadsafe(std::function<void()> function);

    // Runs turn after turn until stop(). Throws std::logic_error if a loop runs in this thread.
    void run_forever();
    // Runs until the future is done, then returns its result or throws its exception. Throws
    // std::runtime_error if the loop is stopped before. A coroutine is made a task first.
    // [run-until-complete-coro]
    template <class T> T run_until_complete(Coro<T> coro) {
        const auto task = create_task(std::move(coro));
        run_until_done(*task);
        return std::move(*task).result();
    }
    // [/run-until-complete-coro]
    template <class T> decltype(auto) run_until_complete(Future<T>& future) {
        run_until_done(future);
        return future.result();
    }
    // Ends run_forever after the current turn.
    void stop() { stopping_ = true; }
    bool is_running() const;
    TimePoint time() const { return clock_(); }

    // Wraps the coroutine in a Task, whose first step comes in the next turn. The caller owns it.
    template <class T>
    [[nodiscard]] std::unique_ptr<Task<T>> create_task(Coro<T> coro, std::string task_name = {}) {
        return std::make_unique<Task<T>>(*this, std::move(coro), std::move(task_name));
    }
    // The same for a task that nobody waits for: the loop owns it until it is done.
    void spawn(Coro<void> coro, std::string name = {});
    // The task whose step is running; null in a plain callback and outside.
    TaskBase* current_task() const { return tasks_.current; }
    // The tasks that are not done, whoever owns them, the oldest first.
    std::vector<TaskBase*> all_tasks() const { return tasks_.pending(); }
    LoopTasks& tasks() { return tasks_; }

    // Errors that nobody can catch go to this handler; an empty one prints them on stderr.
    void set_exception_handler(ExceptionHandler handler) { handler_ = std::move(handler); }
    const ExceptionHandler& exception_handler() const { return handler_; }
    void call_exception_handler(const ErrorContext& context) { report_error(handler_, context); }

    // Tells `observer` what happens, until another one or null is set.
    void set_observer(LoopObserver* observer) { observer_ = observer; }
    LoopObserver* observer() const { return observer_; }

    Selector& selector() { return *selector_; }
    FdTable& fds() { return fds_; }
    void forget(int fd) { fds_.forget(fd); }
    std::size_t timer_count() const { return timers_.size(); }

  private:
    friend class LoopUse;
    void run_once();
    void run_until_done(FutureBase& future);

    // Destroyed from the last to the first: the spawned tasks go while all that they use is
    // there, and when the count goes, nothing that it counts may be left.
    LoopUsers users_;
    std::unique_ptr<Selector> selector_;
    std::function<TimePoint()> clock_;
    ExceptionHandler handler_;
    FdTable fds_{*selector_, handler_};
    LoopTasks tasks_;
    HandleList ready_;
    WakeUp wake_up_;
    Timers timers_;
    std::list<std::unique_ptr<Handle>> spawned_;
    bool stopping_ = false;
    LoopObserver* observer_ = nullptr;
};
// [/event-loop]

}  // namespace aio
