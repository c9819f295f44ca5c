// spawn.cpp: tasks that the loop owns.
//
// Chapter: "Coordinating Coroutines", where nobody keeps the workers' tasks; asyncio.create_task
// without a variable. asyncio's loop holds such a task only weakly, a well-known trap.
// The one thing to know: the owner stands among the task's done-callbacks, and goes, with the
// task, when it runs. What is left when the loop goes is destroyed, and reported.
#include <iterator>

#include "core/loop/task.hpp"

namespace aio {

namespace {

using Spawned = std::list<std::unique_ptr<Handle>>;

// Owns the task; owned by the loop's list of such owners.
class SpawnedTask final : public Handle {
  public:
    SpawnedTask(EventLoop& loop, Coro<void> coro, std::string name, Spawned& owners)
        : task_(loop, std::move(coro), std::move(name)), owners_(owners) {
        task_.add_done_callback(*this);
    }
    void run() override { owners_.erase(place); }
    std::string describe() const override { return "the end of a spawned task"; }

    Spawned::iterator place;

  private:
    Task<void> task_;
    Spawned& owners_;
};

}  // namespace

void EventLoop::spawn(Coro<void> coro, std::string name) {
    auto task = std::make_unique<SpawnedTask>(*this, std::move(coro), std::move(name), spawned_);
    SpawnedTask& spawned = *task;
    spawned_.push_back(std::move(task));
    spawned.place = std::prev(spawned_.end());
}

}  // namespace aio
