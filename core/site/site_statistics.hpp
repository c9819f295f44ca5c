// site_statistics.hpp: what the bundled site has seen, readable from every thread.
//
// Chapter: "achieved concurrency" is what its crawler prints at its end; this is the same thing,
// measured at the other end of the wire.
// The one thing to know: a request counts before its answer is sent. Whoever has read an answer
// finds its request in these numbers.
// Left out on purpose: times, and bytes.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <string>

namespace aio {

// Owned by the bundled site; written by its thread, read by any.
class SiteStatistics {
  public:
    // A request that is being answered. Lives on the stack of whoever answers it.
    class InFlight {
      public:
        // An empty `target` stands for a request that is refused: it has no path worth counting.
        InFlight(SiteStatistics& statistics, const std::string& target);
        ~InFlight() { --statistics_.in_flight_; }
        InFlight(const InFlight&) = delete;
        InFlight& operator=(const InFlight&) = delete;

      private:
        SiteStatistics& statistics_;
    };

    // Requests with a complete head, also those that were refused.
    int requests() const { return requests_; }
    // Connections that were accepted.
    int connections() const { return connections_; }
    // The most requests that were being answered at one time.
    int peak_concurrency() const { return peak_; }
    // How often a target, such as "/353/", was asked for, by GET or HEAD.
    int hits(const std::string& target) const;
    // The same for all targets. A copy.
    std::map<std::string, int> hits() const;

    void count_connection() { ++connections_; }

  private:
    std::atomic<int> requests_{0};
    std::atomic<int> connections_{0};
    std::atomic<int> in_flight_{0};
    std::atomic<int> peak_{0};
    mutable std::mutex mutex_;  // Guards hits_.
    std::map<std::string, int> hits_;
};

}  // namespace aio
