// interrupt.hpp: Ctrl-C as an event of the loop.
//
// Chapter: the KeyboardInterrupt that its crawler's program catches; asyncio.add_signal_handler.
// The one thing to know: a signal handler may do next to nothing. Ours writes a byte into a pipe;
// the loop sees the pipe become readable and calls the function, as it would for a socket.
// A second Ctrl-C leaves at once, with exit code 130.
#pragma once

#include <functional>

#include "core/loop/event_loop.hpp"
#include "core/loop/loop_use.hpp"

namespace aio {

// Owned by the program; at most one at a time. SIGINT is as it was before when this goes.
class Interrupt final : private Handle {
  public:
    // Throws std::system_error if the pipe cannot be made.
    Interrupt(EventLoop& loop, std::function<void()> on_interrupt);
    ~Interrupt() override;

  private:
    void run() override;

    LoopUse loop_;
    std::function<void()> on_interrupt_;
    int read_end_ = -1;
    int write_end_ = -1;
};

}  // namespace aio
