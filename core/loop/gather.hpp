// gather.hpp: several at once, and their results in order.
//
// Chapter: none; asyncio.gather.
// The one thing to know: a gather is a future that owns the tasks which it made. It is kept as
// every future is, and those tasks live as long as it does:
//
//     auto pages = gather(loop, fetch("/a"), fetch("/b"));  // A tuple of the two results.
//     co_await pages;
//     co_await gather(loop, std::move(coros));              // A vector gives a vector.
//
// A coroutine is made a task. A future or a task that exists already stays the caller's, and its
// result is copied.
//
// Left out on purpose: return_exceptions. Gather outcome_of(coroutine) instead (outcome.hpp).
#pragma once

#include <tuple>
#include <vector>

#include "core/loop/task.hpp"
#include "core/loop/watch.hpp"

namespace aio {

class GatherBase;

// One of those who are gathered. Owned by the gather.
class GatherChild : public Watch {
  public:
    virtual FutureBase& future() = 0;
    void begin(GatherBase& gather);

  private:
    void ended(bool gone) override;
    // Keeps the result of future(), or throws what there is instead.
    virtual void take() = 0;

    GatherBase* gather_ = nullptr;
};

// One with a result of this type, which is there once it has ended well.
template <class T> class GatherChildOf : public GatherChild {
  public:
    std::optional<Stored<T>> result;

  protected:
    // Moves the result out of a future that is passed as a temporary, else copies it.
    template <class F> void take_from(F&& ended_future) {
        if constexpr (std::is_void_v<T>) {
            ended_future.result();
            result.emplace();
        } else {
            result.emplace(std::forward<F>(ended_future).result());
        }
    }
};

// A coroutine, and the task that drives it.
template <class T> class GatheredCoro final : public GatherChildOf<T> {
  public:
    GatheredCoro(EventLoop& loop, Coro<T> coro) : task_(loop, std::move(coro)) {}
    FutureBase& future() override { return task_; }

  private:
    void take() override { this->take_from(std::move(task_)); }
    Task<T> task_;
};

// A future or a task of the caller's.
template <class T> class GatheredFuture final : public GatherChildOf<T> {
  public:
    explicit GatheredFuture(Future<T>& future) : future_(future) {}
    FutureBase& future() override { return future_; }

  private:
    void take() override { this->take_from(future_); }
    Future<T>& future_;
};

// The part of a gather that does not depend on types: waits for its children, and decides how it
// ends. Owned as part of its gather.
class GatherBase {
  protected:
    explicit GatherBase(FutureBase* self) : self_(*self) {}
    // Children that still run are destroyed if they are the gather's own, and reported as every
    // pending task is.
    ~GatherBase();

    template <class Child> Child* add(std::unique_ptr<Child> child) {
        Child* added = child.get();
        children_.push_back(std::move(child));
        return added;
    }
    // Once, when all are added. Throws std::invalid_argument if one belongs to another loop.
    void begin();
    bool cancel_children();
    std::string describe_children() const;

  private:
    friend class GatherChild;
    void child_ended(const std::exception_ptr& error, bool was_cancelled);
    // All have ended well: makes their results this future's.
    virtual void deliver() = 0;

    FutureBase& self_;  // This gather as a future.
    std::vector<std::unique_ptr<GatherChild>> children_;
    std::size_t running_ = 0;
    std::exception_ptr error_;
    bool cancelling_ = false;
};

// [gather]
// Owned by whoever declares it. Done when all children have ended, with their results in the order
// of the arguments; or as soon as one fails, with its exception. The others then run on, as long
// as this object lives, and what becomes of them is told to nobody. A child that was cancelled
// counts as one that threw CancelledError.
//
// cancel() cancels the children, and the gather ends when they have: with CancelledError, or with
// another exception if one of them throws it in its clean-up.
template <class... Ts>
class GatherTuple final : public Future<std::tuple<Stored<Ts>...>>, private GatherBase {
  public:
    explicit GatherTuple(EventLoop& loop, std::unique_ptr<GatherChildOf<Ts>>... children)
        : Future<std::tuple<Stored<Ts>...>>(loop),
          GatherBase(this),
          ordered_{add(std::move(children))...} {
        begin();
    }
    bool cancel() override { return cancel_children(); }
    std::string describe() const override { return describe_children(); }

  private:
    void deliver() override {
        std::apply([this](auto*... child) { this->set_result(std::move(*child->result)...); },
                   ordered_);
    }

    std::tuple<GatherChildOf<Ts>*...> ordered_;
};

// The same for any number of one type.
template <class T>
class GatherVector final : public Future<std::vector<Stored<T>>>, private GatherBase {
  public:
    GatherVector(EventLoop& loop, std::vector<std::unique_ptr<GatherChildOf<T>>> children)
        : Future<std::vector<Stored<T>>>(loop), GatherBase(this) {
        for (auto& child : children) ordered_.push_back(add(std::move(child)));
        begin();
    }
    bool cancel() override { return cancel_children(); }
    std::string describe() const override { return describe_children(); }

  private:
    void deliver() override {
        std::vector<Stored<T>> results;
        for (GatherChildOf<T>* child : ordered_) results.push_back(std::move(*child->result));
        this->set_result(std::move(results));
    }

    std::vector<GatherChildOf<T>*> ordered_;
};
// [/gather]

template <class T> std::unique_ptr<GatherChildOf<T>> gather_child(EventLoop& loop, Coro<T> coro) {
    return std::make_unique<GatheredCoro<T>>(loop, std::move(coro));
}
template <class T> std::unique_ptr<GatherChildOf<T>> gather_child(EventLoop&, Future<T>& future) {
    return std::make_unique<GatheredFuture<T>>(future);
}

// What gather takes by itself, outside a vector.
template <class Item>
concept Gatherable =
    requires(EventLoop& loop, Item&& item) { gather_child(loop, std::forward<Item>(item)); };

// Coroutines, futures and tasks of any types, in any mixture.
template <Gatherable... Items> auto gather(EventLoop& loop, Items&&... items) {
    // Braces, because they make the tasks from left to right; parentheses need not.
    return GatherTuple{loop, gather_child(loop, std::forward<Items>(items))...};
}
// Coroutines of one type.
template <class T> GatherVector<T> gather(EventLoop& loop, std::vector<Coro<T>> coros) {
    std::vector<std::unique_ptr<GatherChildOf<T>>> children;
    for (Coro<T>& coro : coros) children.push_back(gather_child(loop, std::move(coro)));
    return GatherVector<T>(loop, std::move(children));
}
// Tasks of one type, as create_task returns them.
template <class T>
GatherVector<T> gather(EventLoop& loop, const std::vector<std::unique_ptr<Task<T>>>& tasks) {
    std::vector<std::unique_ptr<GatherChildOf<T>>> children;
    for (const auto& task : tasks) children.push_back(gather_child<T>(loop, *task));
    return GatherVector<T>(loop, std::move(children));
}

}  // namespace aio
