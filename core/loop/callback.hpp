// callback.hpp: a plain function as a Handle.
//
// Chapter: the callbacks of L04 and L29; what asyncio's call_soon and call_later return.
// The one thing to know: the loop (or the future) owns a Callback until it has run. Whoever kept
// the pointer can cancel it, before and after, as often as they like.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "core/loop/timers.hpp"

namespace aio {

class Callback final : public TimerHandle {
  public:
    // Makes a Callback that keeps itself alive until it has run or is cancelled.
    static std::shared_ptr<Callback> make(std::function<void()> function);

    void run() override;
    // The function will not run, and what it captured is destroyed now. Harmless when repeated.
    void cancel();
    bool cancelled() const { return cancelled_; }

  private:
    void abandoned() override { cancel(); }

    std::function<void()> function_;
    std::shared_ptr<Callback> self_;
    bool cancelled_ = false;
};

}  // namespace aio
