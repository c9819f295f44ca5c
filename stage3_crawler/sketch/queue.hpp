// queue.hpp: how a queue can be joined, as short as the chapter's.
//
// Chapter: "Coordinating Coroutines" (L63). The library's own is core/loop/joinable_queue.hpp.
//
// The one thing to know: it counts what was put and not yet reported as done, and whoever joins
// waits for the count to reach zero.
//
// Left out on purpose, as in the chapter: more than one round. There is one future for all of them;
// a second round works only as long as a future lets itself be resolved twice.
#pragma once

#include <deque>

#include "stage3_crawler/sketch/task.hpp"

namespace sketch {

// [queue-sketch]
// Owned by whoever declares it. It owns the items.
template <class T> class Queue {
  public:
    void put_nowait(T item) {
        ++unfinished_tasks_;
        items_.push_back(std::move(item));
    }
    // The same as a coroutine: it begins when somebody asks it to, and not before.
    Coro put(T item) {
        put_nowait(std::move(item));
        co_return 0;
    }
    bool empty() const { return items_.empty(); }
    T get_nowait() {
        T item = std::move(items_.front());
        items_.pop_front();
        return item;
    }
    void task_done() {
        --unfinished_tasks_;
        if (unfinished_tasks_ == 0) join_future_.set_result(0);
    }
    Coro join() {
        if (unfinished_tasks_ > 0) co_await join_future_;
        co_return 0;
    }

  private:
    Future join_future_;
    int unfinished_tasks_ = 0;
    std::deque<T> items_;
};
// [/queue-sketch]

}  // namespace sketch
