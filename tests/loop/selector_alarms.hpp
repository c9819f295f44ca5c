// selector_alarms.hpp: a signal that keeps interrupting system calls, for the tests.
//
// The one thing to know: the handler is installed without SA_RESTART, so that the system calls
// really fail with EINTR, and there is an end to the signals, so that no test runs for ever.
#pragma once

#include <chrono>

namespace selector_test {

// Sends SIGALRM to this process every `interval`, `limit` times; further ones are ignored. With
// the last one it writes a byte to `wake_fd`, if there is one. Owned by the test; its destructor
// stops the signals and restores what SIGALRM did before. There may be one at a time.
class Alarms {
  public:
    Alarms(std::chrono::microseconds interval, int limit, int wake_fd = -1);
    Alarms(const Alarms&) = delete;
    Alarms& operator=(const Alarms&) = delete;
    ~Alarms();

    // How many signals have come.
    int count() const;
};

}  // namespace selector_test
