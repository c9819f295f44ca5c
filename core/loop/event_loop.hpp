// event_loop.hpp: runs what is ready, then waits until something is.
//
// Chapter: "Async" (the loop of L05), "Coordinating Coroutines" (run_until_complete, L49, L65);
// asyncio's BaseEventLoop and its Handle.
//
// The one thing to know: the loop runs Handles. A Handle stands in at most one list at a time: a
// future's callbacks, the loop's ready list, or the loop's timers; destroying it takes it out.
// A Task is a Handle (it runs by taking a step), and so is a timer. Nothing is allocated to wait
// or to wake, and whoever dies unlinks.
//
// Left out on purpose: a global "current" loop (pass `EventLoop&`), executors, subprocesses,
// transports and protocols.
#pragma once

#include <exception>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "core/loop/selector.hpp"

namespace aio {

class EventLoop;
class FutureBase;
class TaskBase;
template <class T>
class Coro;
template <class T>
class Future;
template <class T>
class Task;

// Thrown to leave the program: the only exception that run_forever lets through. As in Python it
// is not an ordinary one: `catch (const std::exception&)` does not see it.
struct SystemExit {
    int code = 0;
};

// [handle]
// Two neighbours in a circle. An element in no list is a circle of one.
struct Links {
    Links* previous = this;
    Links* next = this;
};

// Something that the loop can run. Owned by whoever declares it; it does not move.
class Handle : private Links {
  public:
    Handle() = default;
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    virtual ~Handle() { unlink(); }

    virtual void run() = 0;
    // Leaves the list that it stands in, if any: run() will not be called for it.
    void unlink();

  private:
    friend class HandleList;
    // Called when the list itself goes: the future or the loop that held it was destroyed.
    virtual void abandoned() {}
};

// Handles in order of arrival. Owns none of them.
class HandleList {
  public:
    HandleList() = default;
    HandleList(const HandleList&) = delete;
    HandleList& operator=(const HandleList&) = delete;
    ~HandleList();

    bool empty() const { return ends_.next == &ends_; }
    void push_back(Handle& handle);
    Handle* pop_front();
    // Moves all of `other` to the end, or to the front, of this list; takes no time per element.
    void splice_back(HandleList& other) { splice(*ends_.previous, other); }
    void splice_front(HandleList& other) { splice(ends_, other); }

  private:
    static void splice(Links& after, HandleList& other);
    Links ends_;
};
// [/handle]

// A Handle that the loop runs at a point in time. Owned as every Handle; destroying it takes it
// out of the loop's timers.
class TimerHandle : public Handle {
  public:
    ~TimerHandle() override { unschedule(); }
    // Leaves the timers, or the ready list if it is due already.
    void unschedule();
    bool scheduled() const { return timers_ != nullptr; }

  private:
    friend class EventLoop;
    using Timers = std::multimap<TimePoint, TimerHandle*>;
    Timers* timers_ = nullptr;
    Timers::iterator place_;
};

// A plain function that the loop runs once: asyncio's Handle and TimerHandle. Owned by the loop
// until it has run; a caller who keeps the pointer can cancel it.
class Callback final : public TimerHandle {
  public:
    explicit Callback(std::function<void()> function) : function_(std::move(function)) {}
    void run() override;
    // The function will not run, and what it captured is destroyed now. Harmless when repeated.
    void cancel();
    bool cancelled() const { return cancelled_; }

  private:
    friend class EventLoop;
    friend class FutureBase;
    void abandoned() override { cancel(); }

    std::function<void()> function_;
    std::shared_ptr<Callback> self_;  // Set while the loop, or a future, owns it.
    bool cancelled_ = false;
};

// What the exception handler is told: a sentence, and the exception if there is one.
struct ErrorContext {
    std::string message;
    std::exception_ptr exception;
};
using ExceptionHandler = std::function<void(const ErrorContext&)>;

// Owned by the program. It outlives every future, task, queue and socket made with it, and ends
// the program with a sentence if it does not. It belongs to the thread that made it.
class EventLoop {
  public:
    // A test passes a scripted selector and a clock that it sets by hand.
    explicit EventLoop(std::unique_ptr<Selector> selector = default_selector(),
                       std::function<TimePoint()> clock = Clock::now);
    EventLoop(const EventLoop&) = delete;
    EventLoop& operator=(const EventLoop&) = delete;
    ~EventLoop();

    // Runs in the next turn, behind what is ready already; never inside this call.
    void call_soon(Handle& handle) { ready_.push_back(handle); }
    void call_soon(HandleList& handles) { ready_.splice_back(handles); }
    std::shared_ptr<Callback> call_soon(std::function<void()> function);
    // Runs when the clock has reached `when`; timers with equal times run in order of arrival.
    void call_at(TimePoint when, TimerHandle& handle);
    std::shared_ptr<Callback> call_at(TimePoint when, std::function<void()> function);
    // A delay of zero or less means the next turn; one beyond the clock's range, never.
    std::shared_ptr<Callback> call_later(Duration delay, std::function<void()> function);
    // `delay` from now on this loop's clock, cut to what the clock can express.
    TimePoint after(Duration delay) const;
    // The only call that is allowed from another thread; it wakes the loop.
    void call_soon_threadsafe(std::function<void()> function);

    // Runs `handle` once, straight from the poll, as soon as `fd` is readable (writable).
    // Throws KeyError if somebody waits for that already. asyncio's add_reader stays until it is
    // removed; an await is one wait, so here it is one call.
    void add_reader(int fd, Handle& handle) { watch(fd, Event::read, handle); }
    void add_writer(int fd, Handle& handle) { watch(fd, Event::write, handle); }
    // Takes the wait back. False if nobody waited.
    bool remove_reader(int fd) { return unwatch(fd, Event::read); }
    bool remove_writer(int fd) { return unwatch(fd, Event::write); }
    // Forgets `fd` altogether. Whoever owns a descriptor calls this before closing it.
    void forget(int fd);

    // Runs turn after turn until stop(). Throws std::logic_error if a loop runs in this thread.
    void run_forever();
    // Runs until the future is done, then returns its result or throws its exception. Throws
    // std::runtime_error if the loop is stopped before. The coroutine is made a task first.
    template <class T>
    T run_until_complete(Coro<T> coro);
    template <class T>
    decltype(auto) run_until_complete(Future<T>& future);
    // Ends run_forever after the current turn.
    void stop() { stopping_ = true; }
    bool is_running() const { return running_; }
    TimePoint time() const { return clock_(); }

    // Wraps the coroutine in a Task, whose first step comes in the next turn. The caller owns it.
    template <class T>
    [[nodiscard]] std::unique_ptr<Task<T>> create_task(Coro<T> coro, std::string name = {});
    // The same for a task that nobody waits for: the loop owns it until it is done.
    void spawn(Coro<void> coro, std::string name = {});
    // The task whose step is running; null in a plain callback and outside.
    TaskBase* current_task() const { return current_task_; }
    std::size_t spawned() const { return spawned_.size(); }

    // Errors that nobody can catch (a callback's, a lost task's) go to this handler. The default,
    // and an empty function, prints them on stderr.
    void set_exception_handler(ExceptionHandler handler) { handler_ = std::move(handler); }
    const ExceptionHandler& exception_handler() const { return handler_; }
    void call_exception_handler(const ErrorContext& context);

    Selector& selector() { return *selector_; }
    std::size_t timer_count() const { return timers_.size(); }

  private:
    friend class LoopUse;
    friend class TaskBase;
    struct Watch {
        Handle* reader = nullptr;
        Handle* writer = nullptr;
        EventMask registered = 0;  // What the selector waits for; may be more than is wanted.
    };

    void run_once();
    void take_timers(TimePoint now, HandleList& due);
    void run_handle(Handle& handle);
    void run_until_done(FutureBase& future);
    void watch(int fd, EventMask event, Handle& handle);
    bool unwatch(int fd, EventMask event);
    void on_ready(int fd, EventMask mask);
    void set_interest(int fd, EventMask events);
    void make_wake_up_pipe();
    void on_wake_up();

    std::unique_ptr<Selector> selector_;
    std::function<TimePoint()> clock_;
    ExceptionHandler handler_;
    HandleList ready_;
    TimerHandle::Timers timers_;
    std::unordered_map<int, Watch> watches_;
    std::list<std::unique_ptr<Handle>> spawned_;
    TaskBase* current_task_ = nullptr;
    std::size_t users_ = 0;  // Objects made with this loop that are alive.
    std::uint64_t next_task_id_ = 1;
    bool running_ = false;
    bool stopping_ = false;

    std::thread::id thread_ = std::this_thread::get_id();
    int wake_up_read_ = -1;
    int wake_up_write_ = -1;
    std::mutex mutex_;  // Guards what follows: other threads push here.
    std::vector<std::function<void()>> from_threads_;
};

// Held by every object that needs its loop to be alive. The loop counts them when it goes.
class LoopUse {
  public:
    explicit LoopUse(EventLoop& loop) : loop_(&loop) { ++loop.users_; }
    LoopUse(const LoopUse& other) : LoopUse(*other.loop_) {}
    LoopUse& operator=(const LoopUse&) = delete;
    ~LoopUse() { --loop_->users_; }
    EventLoop& get() const { return *loop_; }

  private:
    EventLoop* loop_;
};

}  // namespace aio
