// joinable_queue.hpp: a queue that knows when all that was put into it has been worked on.
//
// Chapter: "Coordinating Coroutines" (L48, L52, L58, L59, L63); asyncio.Queue, which took over
// JoinableQueue in Python 3.5. stage3_crawler/02_queue_sketch.cpp is the chapter's short version.
//
// The one thing to know: waking a getter does not hand it the item. It looks again when it runs,
// and another may have been faster. So no item is ever in the hands of a task that is cancelled:
// a getter that was woken and then cancelled passes the wake-up on.
//
// Order is first in, first out among items that are stored; a put_nowait may overtake a put that
// waits for room. Left out on purpose: LIFO and priority order, and shutdown().
#pragma once

#include <deque>
#include <list>
#include <stdexcept>
#include <utility>

#include "core/loop/coro.hpp"

namespace aio {

class QueueEmpty : public std::runtime_error {
    using std::runtime_error::runtime_error;
};
class QueueFull : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Tasks that wait for a turn, the longest waiting first. Owned by the queue; wakes whoever still
// waits with CancelledError when it goes.
class WaitingLine {
  public:
    // One place in the line: a future, owned by the frame of the coroutine that waits.
    class Place final : public Future<void> {
      public:
        Place(EventLoop& loop, WaitingLine& line) : Future<void>(loop), line_(&line) {
            line.places_.push_back(this);
        }
        ~Place() override {
            if (line_ == nullptr) return;
            line_->places_.remove(this);
            // Woken, but never came to its turn: the next one shall have it.
            if (done() && !cancelled() && !served_) line_->wake_next();
        }
        void served() { served_ = true; }

      private:
        friend class WaitingLine;
        WaitingLine* line_;
        bool served_ = false;
    };

    WaitingLine() = default;
    WaitingLine(const WaitingLine&) = delete;
    WaitingLine& operator=(const WaitingLine&) = delete;
    ~WaitingLine();

    void wake_next();
    void wake_all();
    std::size_t size() const { return places_.size(); }

  private:
    std::list<Place*> places_;
};

// [joinable-queue]
// Owned by whoever declares it; its loop outlives it. It owns the items.
template <class T>
class JoinableQueue {
  public:
    // At most `maxsize` items are stored; zero means any number.
    explicit JoinableQueue(EventLoop& loop, std::size_t maxsize = 0)
        : loop_(loop), maxsize_(maxsize) {}

    std::size_t qsize() const { return items_.size(); }
    bool empty() const { return items_.empty(); }
    bool full() const { return maxsize_ != 0 && items_.size() >= maxsize_; }
    std::size_t maxsize() const { return maxsize_; }
    // Items put and not yet reported by task_done().
    std::size_t unfinished() const { return unfinished_; }
    // Coroutines that wait in get() or put().
    std::size_t waiting() const { return getters_.size() + putters_.size(); }

    // Throws QueueFull; the item is then untouched.
    void put_nowait(T&& item) {
        if (full()) throw QueueFull("the queue is full");
        items_.push_back(std::move(item));
        ++unfinished_;
        getters_.wake_next();
    }
    void put_nowait(const T& item) { put_nowait(T(item)); }

    // Waits for room, then stores the item. Does nothing until it is awaited.
    Coro<void> put(T item) {
        while (full()) {
            WaitingLine::Place place(loop_.get(), putters_);
            co_await place;
            place.served();
        }
        put_nowait(std::move(item));
    }

    // Throws QueueEmpty.
    T get_nowait() {
        if (empty()) throw QueueEmpty("the queue is empty");
        T item = std::move(items_.front());
        items_.pop_front();
        putters_.wake_next();
        return item;
    }

    // The oldest item; waits until there is one. (L59)
    Coro<T> get() {
        while (empty()) {
            WaitingLine::Place place(loop_.get(), getters_);
            co_await place;
            place.served();
        }
        co_return get_nowait();
    }

    // One item that was got has been worked on. Throws std::logic_error if that is one too many.
    void task_done() {
        if (unfinished_ == 0) throw std::logic_error("task_done() called too many times");
        if (--unfinished_ == 0) joiners_.wake_all();
    }

    // Waits until every item put so far has been worked on. May be used again and again.
    Coro<void> join() {
        if (unfinished_ > 0) {
            WaitingLine::Place place(loop_.get(), joiners_);
            co_await place;
            place.served();
        }
    }

  private:
    LoopUse loop_;
    std::size_t maxsize_;
    std::size_t unfinished_ = 0;
    std::deque<T> items_;
    WaitingLine getters_;
    WaitingLine putters_;
    WaitingLine joiners_;
};
// [/joinable-queue]

}  // namespace aio
