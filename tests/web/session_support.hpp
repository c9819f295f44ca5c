// session_support.hpp: fetches for the tests of the session, and a clock that stands still.
//
// The one thing to know: the loop of a Bench waits for real descriptors, but its timers follow a
// clock that moves only when a test moves it. So a limit of an hour takes no time, and a debugger
// may stop anywhere.
#pragma once

#include <string>
#include <string_view>

#include "core/loop/sleep.hpp"
#include "core/web/request_errors.hpp"
#include "core/web/session.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/scripted_server.hpp"

namespace aio::test {

// Owned by the test, declared first.
struct Bench {
    ManualClock clock;
    EventLoop loop{default_selector(), [this] { return clock.now(); }};

    // A step of a script: time passes.
    Step pass(Duration duration) {
        return call([this, duration] { clock.advance(duration); });
    }
};

// What came of a fetch.
struct Fetched {
    int status = 0;
    std::string body;
    std::string error;  // "SocketError: cannot connect to ..."; empty if there was none

    // Whether it failed with this type and this in its text.
    bool failed(std::string_view type, std::string_view part) const {
        return error.starts_with(type) && error.find(part) != std::string::npos;
    }
};

// The name of an error's type, and its text.
std::string describe(const ClientError& error);

// get() and read(), to the end or to the first error.
Coro<Fetched> fetch(Session& session, Url url, RequestOptions options = {});
// The same, run to its end.
Fetched get(Bench& bench, Session& session, const Url& url, RequestOptions options = {});
// Lets the loop turn, so that whatever can happen without time passing does.
Coro<void> turns(EventLoop& loop, int count);
void run_turns(Bench& bench, int count = 10);
// The number of descriptors that this process has open.
std::size_t open_descriptors();
// Runs a coroutine to its end.
template <class T> T run(Bench& bench, Coro<T> coro) {
    return bench.loop.run_until_complete(std::move(coro));
}
// An address of 127.0.0.1 that nobody listens on.
Address dead_address();

// An address where a connect neither succeeds nor fails: nobody accepts, and the line is full.
// Owned by the test, declared after its bench.
class BlackHole {
  public:
    explicit BlackHole(Bench& bench);
    Address address() const { return address_; }

  private:
    Socket listener_;
    Address address_;
};

}  // namespace aio::test
