// bundled_site.hpp: a small copy of xkcd.com, inside this program.
//
// Chapter: all stages crawl http://xkcd.com/. Here they crawl this, so that they run without a
// network and the right answer is known: counts() in site_pages.hpp, where the pages are listed.
//
// The one thing to know: it runs in a thread of its own, on a loop of its own. So the blocking
// fetch of the first listing can fetch from it as well, and a debugger that stops the crawler may
// leave it running.
//
// Left out on purpose: choosing what it serves. Tests that need a server which misbehaves script
// one of their own.
#pragma once

#include <cstdint>
#include <future>
#include <map>
#include <string>
#include <thread>

#include "core/site/site_pages.hpp"
#include "core/site/site_server.hpp"
#include "core/site/site_statistics.hpp"

namespace aio {

// Owned by the program that crawls it, or by a test. Owns its thread; may be used and destroyed
// by any one thread.
class BundledSite {
  public:
    // Returns once it listens. Throws std::invalid_argument for options out of range, and
    // std::system_error if it cannot listen.
    explicit BundledSite(const SiteOptions& options = {});
    BundledSite(const BundledSite&) = delete;
    BundledSite& operator=(const BundledSite&) = delete;
    // Closes every connection, in whatever state it is, and waits for the thread to end.
    ~BundledSite();

    std::string host() const { return "127.0.0.1"; }
    std::uint16_t port() const { return port_; }
    // "http://127.0.0.1:PORT/"
    std::string url() const;
    const SiteOptions& options() const { return options_; }

    // See SiteStatistics.
    int requests() const { return statistics_.requests(); }
    int connections() const { return statistics_.connections(); }
    int peak_concurrency() const { return statistics_.peak_concurrency(); }
    int hits(const std::string& target) const { return statistics_.hits(target); }
    std::map<std::string, int> hits() const { return statistics_.hits(); }

  private:
    void run(std::promise<std::uint16_t> started);

    SiteOptions options_;
    SiteStatistics statistics_;
    // These two live on the stack of run(), from the time that it has `started` to the join.
    EventLoop* loop_ = nullptr;
    Task<void>* serving_ = nullptr;
    std::uint16_t port_ = 0;
    std::thread thread_;
};

}  // namespace aio
