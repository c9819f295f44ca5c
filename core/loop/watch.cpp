// watch.cpp: counted among those who wait, as a task is.
//
// Chapter: none.
// The one thing to know: a future that is destroyed looks for those who wait for it among its own
// callbacks, and in the loop's ready list if its count of waiters says so.
#include "core/loop/watch.hpp"

#include <utility>

namespace aio {

void Watch::watch(FutureBase& future) {
    if (future.done()) return ended(false);
    future_ = &future;
    ++future.waiting_tasks;
    future.add_done_callback(*this);
}

void Watch::stop() {
    unlink();
    if (future_ != nullptr) --std::exchange(future_, nullptr)->waiting_tasks;
}

void Watch::run() {
    stop();
    ended(false);
}

void Watch::abandoned() {
    unlink();
    if (std::exchange(future_, nullptr) != nullptr) ended(true);
}

}  // namespace aio
