// async_worker.hpp: items go in, results come out, and the loop is out of sight.
//
// Chapter: none. The last part of an article that rebuilds the chapter's Future, Task and loop: a
// queue, workers that call one coroutine function for each item, and callbacks for the results.
//
// The one thing to know: an item is done when its callbacks have been called, and not before. So
// work() returns after the last callback; and a callback may put more items.
//
// What differs from the article: an item whose function throws is a result as well, and its worker
// goes on; a worker without an item waits for one; and an AsyncWorker has a queue and is none.
//
// Left out on purpose: the order of the results. They come as they are ready.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/loop/joinable_queue.hpp"
#include "core/loop/outcome.hpp"
#include "stage3_crawler/select_timeout.hpp"

namespace aio {

// [async-worker]
// Owned by the program. Its loop outlives it. It owns the queue, and while work() runs the workers.
template <class Item, class Result> class AsyncWorker {
  public:
    using Function = std::function<Coro<Result>(Item)>;
    using ResultCallback = std::function<void(const Item&, const Outcome<Result>&)>;

    AsyncWorker(EventLoop& loop, Function function, int workers = 10)
        : loop_(loop), function_(std::move(function)), workers_(workers), q_(loop) {}

    void put(Item item) { q_.put_nowait(std::move(item)); }
    // Called for each result, in the order in which they were added. What a callback throws goes to
    // the loop's exception handler.
    void add_result_callback(ResultCallback callback) { callbacks_.push_back(std::move(callback)); }
    // Items whose result has not come.
    std::size_t unfinished() const { return q_.unfinished(); }

    // Runs the loop until each item has its result. If the loop's selector gives up (see
    // LimitedSelector), what is under way is cancelled, the workers end, and SelectTimeout is
    // thrown; unfinished() then says how many results are missing. May be called again otherwise.
    void work() {
        std::vector<std::unique_ptr<Task<void>>> tasks;
        tasks.push_back(loop_.create_task(q_.join(), "join"));
        for (int i = 1; i <= workers_; ++i) {
            tasks.push_back(loop_.create_task(work_on_items(), fmt::format("worker {}", i)));
        }
        std::optional<SelectTimeout> silence;
        try {
            loop_.run_until_complete(*tasks.front());
        } catch (const SelectTimeout& error) {
            silence = error;
        }
        for (const auto& task : tasks) task->cancel();
        for (const auto& task : tasks) wait_until_ended(*task);
        if (!silence) return;
        throw SelectTimeout(
            fmt::format("{}; {} results are missing", silence->what(), q_.unfinished()));
    }

  private:
    Coro<void> work_on_items() {
        for (;;) {
            const Item item = co_await q_.get();
            Outcome<Result> outcome;
            try {
                outcome.result.emplace(co_await function_(item));
            } catch (const std::exception&) {
                outcome.exception = std::current_exception();
            }
            call_back(item, outcome);
            q_.task_done();
        }
    }

    void call_back(const Item& item, const Outcome<Result>& outcome) {
        for (const ResultCallback& callback : callbacks_) {
            try {
                callback(item, outcome);
            } catch (const std::exception&) {
                loop_.call_exception_handler(
                    {"Exception in a result callback", std::current_exception()});
            }
        }
    }

    void wait_until_ended(Task<void>& task) {
        try {
            loop_.run_until_complete(task);
        } catch (const CancelledError&) {
            // As it should be.
        }
    }

    EventLoop& loop_;
    Function function_;
    int workers_;
    JoinableQueue<Item> q_;
    std::list<ResultCallback> callbacks_;  // A list, since a callback may add another one.
};
// [/async-worker]

}  // namespace aio
