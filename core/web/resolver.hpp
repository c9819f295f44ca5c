// resolver.hpp: from a host's name to its addresses, without stopping the loop.
//
// Chapter: its sketches pass a name to connect, which looks it up and blocks (L01, L08); asyncio's
// loop.getaddrinfo and aiohttp's ThreadedResolver do what this does.
//
// The one thing to know: the system's getaddrinfo knows only to block. So each look-up runs in a
// thread of its own, and its answer comes back by call_soon_threadsafe, the only way into a loop
// from outside. This is the one place in the project where a second thread is needed.
//
// Left out on purpose: a DNS client of our own, and times to live (getaddrinfo does not tell them).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/loop/coro.hpp"
#include "core/web/address.hpp"

namespace aio {

// Looks a name up, and may block: called in a thread of its own. The ports of the addresses do not
// matter. Throws a std::exception whose text is the cause.
using LookUpFunction = std::function<std::vector<Address>(const std::string& host)>;

// The system's look-up, getaddrinfo.
std::vector<Address> system_look_up(const std::string& host);

struct ResolverOptions {
    // Where to go instead: "xkcd.com" or "xkcd.com:80" to "127.0.0.1:8080", "127.0.0.1" (the port
    // stays), "[::1]:8080" or another name. An entry with a port comes before one without.
    std::map<std::string, std::string> hostname_mapping = {};
    LookUpFunction look_up = system_look_up;
    // How long an answer is used again. Ten seconds, as in aiohttp.
    Duration keep = std::chrono::seconds(10);
};

// Owned by a session. Destroying it gives up what is being looked up: the callers get a
// ResolveError, and an answer that comes later is dropped. Must not outlive its loop.
class Resolver {
  public:
    // Throws std::invalid_argument for a mapping that is no host and port.
    explicit Resolver(EventLoop& loop, ResolverOptions options = {});
    Resolver(const Resolver&) = delete;
    Resolver& operator=(const Resolver&) = delete;
    ~Resolver();

    // The addresses of `host`, in the order in which they should be tried; at least one. First the
    // mapping decides; what spells an IP address is never looked up; and several callers that
    // want the same name share one look-up. Throws ResolveError with the name and the cause.
    Coro<std::vector<Address>> resolve(std::string host, std::uint16_t port);
    // Gives up what is being looked up, as destroying does.
    void give_up();

  private:
    struct Destination {
        std::string host;
        std::uint16_t port;
    };
    struct LookUp;
    struct Mailbox;

    Destination mapped(const std::string& host, std::uint16_t port) const;
    std::shared_ptr<LookUp> find_or_start(const std::string& host);
    static void run_thread(std::shared_ptr<Mailbox> mailbox, LookUpFunction look_up,
                           std::string host, std::weak_ptr<LookUp> wanted_by);
    void finish(LookUp& look_up, std::vector<Address> addresses, std::string error);

    LoopUse loop_;
    LookUpFunction look_up_;
    Duration keep_;
    std::map<std::string, Destination> mapping_;
    std::map<std::string, std::shared_ptr<LookUp>> look_ups_;
    std::shared_ptr<Mailbox> mailbox_;
};

}  // namespace aio
