// watch.hpp: hears that a future has ended, without being a task.
//
// Chapter: none; a done-callback of asyncio that reads the future's result.
// The one thing to know: a future is most often a local variable of somebody, and may be gone
// before its callbacks run. A Watch hears of that as well, so it never touches a future that is
// gone.
// Left out on purpose: watching several futures at once. gather.hpp has a Watch for each.
#pragma once

#include "core/loop/future.hpp"

namespace aio {

// [watch]
// Owned by whoever wants to hear. Destroying it, or stop(), ends it in silence.
class Watch : public Handle {
  public:
    ~Watch() override { stop(); }
    // Once. If the future is done already, ended() is called inside this call.
    void watch(FutureBase& future);
    void stop();
    // The future that it waits for; null before, and once ended() was called.
    FutureBase* watched() const { return future_; }

  private:
    // Called once. The future is done, or it was destroyed: if `gone`, there is none any more.
    virtual void ended(bool gone) = 0;

    void run() override;
    std::string describe() const override { return "a future that ended"; }
    void abandoned() override;
    bool waits_for(const FutureBase& other) const override { return future_ == &other; }

    FutureBase* future_ = nullptr;
};
// [/watch]

}  // namespace aio
