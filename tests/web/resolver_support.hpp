// resolver_support.hpp: look-ups that tests can hold back and count.
#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/web/resolver.hpp"
#include "tests/web/session_support.hpp"

namespace aio::test {

// A look-up function under the control of a test. Shared by the test and the resolver's threads,
// which may outlive the test.
class Directory : public std::enable_shared_from_this<Directory> {
  public:
    // Each look-up gives these, or throws this text if there are none.
    static std::shared_ptr<Directory> of(std::vector<std::string> addresses,
                                         std::string error = "not in the directory");

    LookUpFunction function();
    // From now on each look-up waits until it is released.
    void hold() { held_ = gate_.get_future().share(); }
    void release() { gate_.set_value(); }
    int calls() const { return calls_; }
    // Waits until so many look-ups have begun, in their threads.
    void wait_for_calls(int count) const {
        while (calls_ < count) std::this_thread::yield();
    }
    // The thread of the latest look-up.
    std::thread::id thread() const { return thread_; }

  private:
    std::vector<Address> look_up(const std::string& host);

    std::vector<std::string> addresses_;
    std::string error_;
    std::promise<void> gate_;
    std::shared_future<void> held_;
    std::atomic<int> calls_ = 0;
    std::atomic<std::thread::id> thread_ = {};
};

// The addresses as text, separated by blanks, or the error.
Coro<std::string> resolve(Resolver& resolver, std::string host, std::uint16_t port = 80);

}  // namespace aio::test
