// joinable_queue.hpp: a queue that knows when all that was put into it has been worked on.
//
// Chapter: "Coordinating Coroutines" (L48, L52, L58, L59, L63); asyncio.Queue, which took over
// JoinableQueue in Python 3.5. stage3_crawler/sketch/queue.hpp is the chapter's short version.
//
// The one thing to know: waking a getter does not hand it the item. It looks again when it runs,
// and another may have been faster. So no item is ever in the hands of a task that is cancelled.
//
// Order is first in, first out among items that are stored; a put_nowait may overtake a put that
// waits for room. Left out on purpose: LIFO and priority order, and shutdown().
#pragma once

#include <deque>
#include <stdexcept>
#include <utility>

#include "core/loop/waiting_line.hpp"
#include "core/loop/weak_ref.hpp"

namespace aio {

struct QueueEmpty : std::runtime_error {
    using std::runtime_error::runtime_error;
};
struct QueueFull : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// [joinable-queue]
// Owned by whoever declares it; its loop outlives it. It owns the items. When it is destroyed, who
// waits in it is cancelled, and so is a get(), put() or join() that has not begun.
template <class T> class JoinableQueue {
  public:
    // At most `maxsize` items are stored; zero means any number.
    explicit JoinableQueue(EventLoop& loop, std::size_t maxsize = 0)
        : loop_(loop), maxsize_(maxsize) {}

    std::size_t qsize() const { return items_.size(); }
    bool empty() const { return items_.empty(); }
    bool full() const { return maxsize_ != 0 && items_.size() >= maxsize_; }
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
    Coro<void> put(T item) { return put(self_.ref(), std::move(item)); }

    // Throws QueueEmpty.
    T get_nowait() {
        if (empty()) throw QueueEmpty("the queue is empty");
        T item = std::move(items_.front());
        items_.pop_front();
        putters_.wake_next();
        return item;
    }

    // The oldest item; waits until there is one. (L59)
    Coro<T> get() { return get(self_.ref()); }

    // One item that was got has been worked on. Throws std::logic_error if that is one too many.
    void task_done() {
        if (unfinished_ == 0) throw std::logic_error("task_done() called too many times");
        if (--unfinished_ == 0) joiners_.wake_all();
    }

    // Waits until every item put so far has been worked on. May be used again and again.
    Coro<void> join() { return join(self_.ref()); }

  private:
    // These are static because they may begin after the queue has gone.
    static Coro<void> put(WeakRef<JoinableQueue> self, T item) {
        JoinableQueue& queue = self.get();
        while (queue.full()) co_await queue.putters_.wait(queue.loop_.get());
        queue.put_nowait(std::move(item));
    }
    static Coro<T> get(WeakRef<JoinableQueue> self) {
        JoinableQueue& queue = self.get();
        while (queue.empty()) co_await queue.getters_.wait(queue.loop_.get());
        co_return queue.get_nowait();
    }
    static Coro<void> join(WeakRef<JoinableQueue> self) {
        JoinableQueue& queue = self.get();
        if (queue.unfinished_ > 0) co_await queue.joiners_.wait(queue.loop_.get());
    }

    LoopUse loop_;
    std::size_t maxsize_;
    std::size_t unfinished_ = 0;
    std::deque<T> items_;
    WaitingLine getters_{"JoinableQueue.get"};
    WaitingLine putters_{"JoinableQueue.put"};
    WaitingLine joiners_{"JoinableQueue.join"};
    WeakTarget<JoinableQueue> self_{*this};
};
// [/joinable-queue]

}  // namespace aio
