// event_loop.cpp: one turn of the loop, and what other code can put into it.
//
// Chapter: "Async" (L05), "Coordinating Coroutines" (L65); asyncio's _run_once.
// The one thing to know: run_once() takes what is ready at its start as a batch. What that batch
// makes ready waits for the next turn, after another look at the descriptors, so neither side
// can starve the other.
#include "core/loop/event_loop.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "core/loop/future.hpp"

namespace aio {

namespace {

// The loop that runs in this thread, if any: two cannot, one inside the other.
thread_local EventLoop* running_here = nullptr;

}  // namespace

void Handle::unlink() {
    previous->next = next;
    next->previous = previous;
    previous = next = this;
}

HandleList::~HandleList() {
    while (Handle* handle = pop_front())
        handle->abandoned();
}

void HandleList::push_back(Handle& handle) {
    handle.unlink();
    handle.previous = ends_.previous;
    handle.next = &ends_;
    ends_.previous->next = &handle;
    ends_.previous = &handle;
}

Handle* HandleList::pop_front() {
    if (empty()) return nullptr;
    Handle* first = static_cast<Handle*>(ends_.next);
    first->unlink();
    return first;
}

void HandleList::splice(Links& after, HandleList& other) {
    if (other.empty()) return;
    Links& first = *other.ends_.next;
    Links& last = *other.ends_.previous;
    other.ends_.next = other.ends_.previous = &other.ends_;
    first.previous = &after;
    last.next = after.next;
    after.next->previous = &last;
    after.next = &first;
}

void TimerHandle::unschedule() {
    unlink();
    if (timers_ != nullptr) std::exchange(timers_, nullptr)->erase(place_);
}

void Callback::run() {
    // Both moved out first: the function may cancel this callback, or destroy its last owner.
    const std::shared_ptr<Callback> keep_alive = std::move(self_);
    const std::function<void()> function = std::move(function_);
    function();
}

void Callback::cancel() {
    unschedule();
    cancelled_ = true;
    function_ = nullptr;
    self_.reset();
}

EventLoop::EventLoop(std::unique_ptr<Selector> selector, std::function<TimePoint()> clock)
    : selector_(std::move(selector)), clock_(std::move(clock)) {
    make_wake_up_pipe();
}

EventLoop::~EventLoop() {
    spawned_.clear();
    {
        HandleList never_run;
        never_run.splice_back(ready_);
        take_timers(TimePoint::max(), never_run);
    }
    if (users_ != 0) {
        fmt::print(stderr, "EventLoop destroyed while {} objects made with it are alive.\n",
                   users_);
        std::abort();
    }
    ::close(wake_up_read_);
    ::close(wake_up_write_);
}

std::shared_ptr<Callback> EventLoop::call_soon(std::function<void()> function) {
    auto callback = std::make_shared<Callback>(std::move(function));
    callback->self_ = callback;
    ready_.push_back(*callback);
    return callback;
}

void EventLoop::call_at(TimePoint when, TimerHandle& handle) {
    handle.unschedule();
    handle.place_ = timers_.emplace(when, &handle);
    handle.timers_ = &timers_;
}

std::shared_ptr<Callback> EventLoop::call_at(TimePoint when, std::function<void()> function) {
    auto callback = std::make_shared<Callback>(std::move(function));
    callback->self_ = callback;
    call_at(when, *callback);
    return callback;
}

std::shared_ptr<Callback> EventLoop::call_later(Duration delay, std::function<void()> function) {
    return call_at(after(delay), std::move(function));
}

TimePoint EventLoop::after(Duration delay) const {
    const TimePoint now = time();
    return delay < TimePoint::max() - now ? now + delay : TimePoint::max();
}

void EventLoop::call_soon_threadsafe(std::function<void()> function) {
    if (std::this_thread::get_id() == thread_) {
        call_soon(std::move(function));
        return;
    }
    const std::lock_guard lock(mutex_);
    from_threads_.push_back(std::move(function));
    // A full pipe (EAGAIN) is fine: the loop has not looked yet, and will wake all the same.
    while (::write(wake_up_write_, "", 1) < 0 && errno == EINTR) {
    }
}

void EventLoop::make_wake_up_pipe() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) < 0) throw std::system_error(errno, std::generic_category(), "pipe");
    wake_up_read_ = ends[0];
    wake_up_write_ = ends[1];
    for (const int fd : ends) {
        ::fcntl(fd, F_SETFD, FD_CLOEXEC);
        ::fcntl(fd, F_SETFL, O_NONBLOCK);
    }
    selector_->register_fd(wake_up_read_, Event::read,
                           [this](const SelectorKey&, EventMask) { on_wake_up(); });
}

void EventLoop::on_wake_up() {
    std::array<char, 4096> bytes;
    while (::read(wake_up_read_, bytes.data(), bytes.size()) > 0 || errno == EINTR) {
    }
    std::vector<std::function<void()>> functions;
    {
        const std::lock_guard lock(mutex_);
        functions.swap(from_threads_);
    }
    for (auto& function : functions)
        call_soon(std::move(function));
}

// [run-once]
void EventLoop::run_once() {
    std::optional<Duration> timeout;
    if (!ready_.empty() || stopping_) {
        timeout = Duration::zero();
    } else if (!timers_.empty()) {
        timeout = timers_.begin()->first - time();
    }
    for (const auto& [key, mask] : selector_->select(timeout))
        key.data(key, mask);

    take_timers(time(), ready_);
    HandleList batch;
    batch.splice_back(ready_);
    try {
        while (Handle* handle = batch.pop_front())
            run_handle(*handle);
    } catch (const SystemExit&) {
        ready_.splice_front(batch);  // The rest of this turn is the next run's.
        throw;
    }
}
// [/run-once]

void EventLoop::take_timers(TimePoint now, HandleList& due) {
    while (!timers_.empty() && timers_.begin()->first <= now) {
        TimerHandle* timer = timers_.begin()->second;
        timer->unschedule();
        due.push_back(*timer);
    }
}

void EventLoop::run_handle(Handle& handle) {
    try {
        handle.run();
    } catch (const SystemExit&) {
        throw;
    } catch (...) {
        call_exception_handler({"Exception in callback", std::current_exception()});
    }
}

// [run-forever]
void EventLoop::run_forever() {
    if (running_here != nullptr) {
        throw std::logic_error(running_here == this ? "this event loop is already running"
                                                    : "another event loop runs in this thread");
    }
    struct Running {
        explicit Running(EventLoop& l) : loop(l) {
            running_here = &loop;
            loop.running_ = true;
        }
        ~Running() {
            running_here = nullptr;
            loop.running_ = loop.stopping_ = false;
        }
        EventLoop& loop;
    } running(*this);

    do {
        run_once();
    } while (!stopping_);
}
// [/run-forever]

// [run-until-complete]
void EventLoop::run_until_done(FutureBase& future) {
    struct StopCallback final : Handle {
        explicit StopCallback(EventLoop& l) : loop(l) {}
        void run() override { loop.stop(); }
        EventLoop& loop;
    } stop_callback(*this);

    if (&future.loop() != this) throw std::invalid_argument("this future is of another loop");
    future.add_done_callback(stop_callback);
    try {
        run_forever();
    } catch (...) {
        if (future.done()) future.cancel();  // What comes out here need not be reported again.
        throw;
    }
    if (!future.done()) throw std::runtime_error("Event loop stopped before Future completed.");
}
// [/run-until-complete]

void EventLoop::watch(int fd, EventMask event, Handle& handle) {
    Watch& entry = watches_[fd];
    Handle*& waiting = event == Event::read ? entry.reader : entry.writer;
    if (waiting != nullptr) throw KeyError(fmt::format("somebody waits for fd {} already", fd));
    if ((entry.registered & event) == 0) set_interest(fd, entry.registered | event);
    waiting = &handle;
}

bool EventLoop::unwatch(int fd, EventMask event) {
    const auto found = watches_.find(fd);
    if (found == watches_.end()) return false;
    Handle*& waiting = event == Event::read ? found->second.reader : found->second.writer;
    if (waiting == nullptr) return false;
    waiting = nullptr;
    set_interest(fd, found->second.registered & ~event);
    return true;
}

void EventLoop::on_ready(int fd, EventMask mask) {
    for (const EventMask event : {Event::read, Event::write}) {
        const auto found = watches_.find(fd);
        if ((mask & event) == 0 || found == watches_.end()) continue;
        Handle*& waiting = event == Event::read ? found->second.reader : found->second.writer;
        if (Handle* handle = std::exchange(waiting, nullptr)) {
            run_handle(*handle);
        } else {
            // Nobody waits any more. Interest is dropped only now: most waits are for the same
            // event again, and those cost no system call.
            set_interest(fd, found->second.registered & ~event);
        }
    }
}

void EventLoop::set_interest(int fd, EventMask events) {
    const auto callback = [this](const SelectorKey& key, EventMask mask) {
        on_ready(key.fd, mask);
    };
    Watch& entry = watches_[fd];
    const EventMask before = std::exchange(entry.registered, 0);
    if (events == 0) {
        if (before != 0) selector_->unregister_fd(fd);
    } else if (before == 0) {
        selector_->register_fd(fd, events, callback);
    } else {
        selector_->modify(fd, events, callback);
    }
    entry.registered = events;
    if (events == 0) watches_.erase(fd);
}

void EventLoop::forget(int fd) {
    const auto found = watches_.find(fd);
    if (found == watches_.end()) return;
    found->second.reader = found->second.writer = nullptr;
    set_interest(fd, 0);
}

void EventLoop::call_exception_handler(const ErrorContext& context) {
    try {
        if (handler_) return handler_(context);
    } catch (...) {
        fmt::print(stderr, "Unhandled error in exception handler\n");
    }
    fmt::print(stderr, "{}\n", context.message);
    try {
        if (context.exception) std::rethrow_exception(context.exception);
    } catch (const std::exception& error) {
        fmt::print(stderr, "  {}\n", error.what());
    } catch (...) {
        fmt::print(stderr, "  (an exception that is not a std::exception)\n");
    }
}

}  // namespace aio
