// site_support.hpp: a plain blocking client, and a server on the test's own loop.
//
// The one thing to know: the blocking client talks to a BundledSite, which has a thread of its
// own. A SiteServer shares the test's loop, so a test of one talks to it with coroutines.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/site/site_server.hpp"
#include "core/web/response_parser.hpp"

namespace site_test {

// A blocking connection to 127.0.0.1. Owns its socket. Throws std::system_error if a call fails;
// a server that says nothing for ten seconds is such a failure.
class Client {
  public:
    explicit Client(std::uint16_t port);
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    ~Client();

    void send(std::string_view bytes);
    // What comes until the server closes.
    std::string read_all();
    // What comes until `parser` has a whole answer.
    void read_answer(aio::ResponseParser& parser);
    // Sends no more, but still reads.
    void finish_sending();
    void close();

  private:
    int fd_;
};

// The whole answer to `request`, over a connection of its own, until the server closes.
std::string exchange(std::uint16_t port, std::string_view request);

// An answer, read by the library's own parser. Throws if it is not exactly one answer.
struct Answer {
    int status;
    aio::Headers headers;
    std::string body;
};
Answer parse_answer(std::string_view bytes, const std::string& method = "GET");

// A server on a loop of its own, whose clock only the test moves. Owned by the test; what the
// test connects to it with is declared after it.
class ServedSite {
  public:
    explicit ServedSite(const aio::SiteOptions& options = {});
    ~ServedSite() { end(); }

    // A new connection to the server; the same that has sent `bytes`.
    aio::Coro<aio::Socket> connect();
    aio::Coro<aio::Socket> connect_and_send(std::string bytes);
    // Gives the loop turns until `condition` holds.
    aio::Coro<void> turns_until(std::function<bool()> condition);
    // Ends the server. Harmless when repeated.
    void end();

    aio::TimePoint now{};
    std::vector<std::string> errors;  // What nobody could catch: none in a good run.
    aio::EventLoop loop;
    aio::SiteStatistics statistics;
    aio::SiteServer server;

  private:
    std::uint16_t port_;
    std::unique_ptr<aio::Task<void>> serving_;
};

// What comes until the server closes.
aio::Coro<std::string> read_all(aio::Socket& socket);

}  // namespace site_test
