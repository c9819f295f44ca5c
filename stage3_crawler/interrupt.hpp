// interrupt.hpp: Ctrl-C as an event of the loop.
//
// Chapter: the KeyboardInterrupt that its crawler's program catches; asyncio.add_signal_handler.
// The one thing to know: the first one is told to the program, in a turn of the loop. A second one
// leaves at once, with exit code 130.
#pragma once

#include "stage3_crawler/signal_pipe.hpp"

namespace aio {

// Owned by the program; at most one at a time. SIGINT is as it was before when this goes.
class Interrupt {
  public:
    // Throws std::system_error ("pipe").
    Interrupt(EventLoop& loop, std::function<void()> on_interrupt);
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
    ~Interrupt();

  private:
    SignalPipe pipe_;
};

}  // namespace aio
