// signal_pipe.hpp: a signal as an event of the loop.
//
// Chapter: none; asyncio.add_signal_handler.
// The one thing to know: a signal handler may do next to nothing. It writes a byte into this pipe;
// the loop sees the pipe become readable and calls the function, as it would for a socket.
// Left out on purpose: choosing the signal. Each handler has its own pipe; see interrupt.cpp.
#pragma once

#include <functional>

#include "core/loop/event_loop.hpp"
#include "core/loop/loop_use.hpp"

namespace aio {

// Owned by whoever sets the signal handler, which must be gone before this.
class SignalPipe final : private Handle {
  public:
    // Throws std::system_error ("pipe").
    SignalPipe(EventLoop& loop, std::function<void()> on_signal);
    ~SignalPipe() override;

    // Where the handler writes a byte. Full is no error: the loop has not looked yet.
    int write_end() const { return write_end_; }

  private:
    void run() override;

    LoopUse loop_;
    std::function<void()> on_signal_;
    int read_end_ = -1;
    int write_end_ = -1;
};

}  // namespace aio
