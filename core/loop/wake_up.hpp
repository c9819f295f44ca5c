// wake_up.hpp: how another thread gets the loop's attention.
//
// Chapter: none; asyncio's self-pipe behind call_soon_threadsafe.
// The one thing to know: the loop sleeps in select(), and only a descriptor wakes it. So there is
// a pipe of which the loop watches one end; a thread leaves its function here and writes a byte.
#pragma once

#include <functional>
#include <mutex>
#include <vector>

namespace aio {

// Owned by its loop. Owns both ends of the pipe.
class WakeUp {
  public:
    // Throws std::system_error ("pipe").
    WakeUp();
    WakeUp(const WakeUp&) = delete;
    WakeUp& operator=(const WakeUp&) = delete;
    ~WakeUp();

    // From any thread: leaves a function, and makes fd() readable.
    void leave(std::function<void()> function);
    // From the loop's thread: what was left, in order; fd() is no longer readable.
    std::vector<std::function<void()>> take();
    int fd() const { return read_end_; }

  private:
    int read_end_ = -1;
    int write_end_ = -1;
    std::mutex mutex_;  // Guards what follows.
    std::vector<std::function<void()>> functions_;
};

}  // namespace aio
