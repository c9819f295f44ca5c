// bundled_site.cpp: the thread of the bundled site (see bundled_site.hpp).
//
// The one thing to know: the two threads share nothing but the statistics. To end, the owner
// posts one function to the site's loop, which cancels the server; run() then returns by itself.
#include "core/site/bundled_site.hpp"

#include <fmt/core.h>
#include <signal.h>

#include <utility>

namespace aio {

namespace {

// While it lives, this thread receives no signals, and neither does a thread that it starts, ever:
// signals belong to the program's own threads. On the stack.
class SignalsBlocked {
  public:
    SignalsBlocked() {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;
    ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  private:
    sigset_t before_;
};

}  // namespace

BundledSite::BundledSite(const SiteOptions& options) : options_(options) {
    std::promise<std::uint16_t> started;
    std::future<std::uint16_t> port = started.get_future();
    {
        const SignalsBlocked blocked;
        thread_ = std::thread(&BundledSite::run, this, std::move(started));
    }
    try {
        port_ = port.get();
    } catch (...) {
        thread_.join();
        throw;
    }
}

BundledSite::~BundledSite() {
    loop_->call_soon_threadsafe([this] { serving_->cancel(); });
    thread_.join();
}

std::string BundledSite::url() const { return fmt::format("http://{}:{}/", host(), port_); }

void BundledSite::run(std::promise<std::uint16_t> started) {
    bool listening = false;
    try {
        EventLoop loop;
        SiteServer server(loop, options_, statistics_);
        Task<void> serving(loop, server.serve(), "bundled site");
        loop_ = &loop;
        serving_ = &serving;
        const std::uint16_t port = server.port();
        listening = true;
        started.set_value(port);
        loop.run_until_complete(serving);
    } catch (const CancelledError&) {
        // It was to end before its first turn.
    } catch (...) {
        if (listening) throw;
        started.set_exception(std::current_exception());
    }
}

}  // namespace aio
