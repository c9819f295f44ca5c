// scripted_server.hpp: a server that plays a script, on the loop of the test that talks to it.
//
// The first connection gets the first script, the second the second; further ones get the last
// again. A script is a list of steps; after its last step the server waits for the peer to close.
//
//     ScriptedServer server(loop, {Script(reply(ok("one")), hang_up()), serve(ok("two"))});
//
// The one thing to know: nothing here knows time. Where a test needs an order of events, a step
// calls a function of the test, or waits at a Gate that the test opens.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/loop/task.hpp"
#include "core/loop/waiting_line.hpp"
#include "core/web/socket.hpp"
#include "core/web/url.hpp"

namespace aio::test {

// Closed until it is opened, and open from then on. Owned by the test.
class Gate {
  public:
    void open();
    Coro<void> pass(EventLoop& loop);

  private:
    bool open_ = false;
    WaitingLine line_{"ScriptedServer"};
};

// A value. Made by the functions below.
struct Step {
    enum class Kind { hear, say, drip, serve, call, gate, turns, close, reset };
    Kind kind;
    std::string bytes = {};
    std::function<void()> function = {};
    Gate* gate = nullptr;
};

Step hear();                                // Reads one request, to the empty line.
Step say(std::string bytes);                // Sends, whatever has been asked.
Step call(std::function<void()> function);  // Runs code of the test.
Step wait_at(Gate& gate);                   // Goes on when the test has opened the gate.
Step let_turns_pass();                      // Gives the peer some turns of the loop.
Step hang_up();                             // Closes the connection.
Step reset();                               // Closes it so that the peer gets ECONNRESET.
Step serve(std::string answer);             // Answers each request like this until the peer closes.
std::vector<Step> reply(std::string answer);  // hear() and say().
// Sends a byte at a time, and calls the function after each.
Step drip(std::string bytes, std::function<void()> after_each);

// Steps and lists of steps, one after the other.
class Script {
  public:
    template <class... Part>
        requires((std::same_as<Part, Step> || std::same_as<Part, std::vector<Step>>) && ...)
    Script(Part... part) {
        (add(std::move(part)), ...);
    }
    const std::vector<Step>& steps() const { return steps_; }

  private:
    void add(Step step) { steps_.push_back(std::move(step)); }
    void add(std::vector<Step> steps) { steps_.insert(steps_.end(), steps.begin(), steps.end()); }
    std::vector<Step> steps_;
};

// An answer of status 200 with this body and its length; `headers` are whole lines.
std::string ok(std::string_view body, std::string_view headers = "");

// Owned by the test, declared after its loop. Destroying it ends its connections and runs the loop
// until they are gone.
class ScriptedServer {
  public:
    ScriptedServer(EventLoop& loop, std::vector<Script> scripts,
                   Address address = Address::ipv4_loopback(0));
    ~ScriptedServer();

    std::uint16_t port() const { return address_.port(); }
    Address address() const { return address_; }
    // "http://127.0.0.1:PORT/..."
    Url url(std::string_view target = "/") const;
    // The requests so far, each to its empty line.
    const std::vector<std::string>& requests() const { return requests_; }
    // Connections accepted so far; those that are open; how many were open at the same time.
    std::size_t connections() const { return connections_; }
    std::size_t open() const { return open_; }
    std::size_t peak() const { return peak_; }

  private:
    struct Peer;
    Coro<void> accept_all();
    Coro<void> play(Socket socket, Script script);
    Coro<void> perform(Peer& peer, const Step& step);
    Coro<bool> read_request(Peer& peer);

    EventLoop& loop_;
    std::vector<Script> scripts_;
    Listener listener_;
    Address address_;
    std::vector<std::string> requests_;
    std::size_t connections_ = 0;
    std::size_t open_ = 0;
    std::size_t peak_ = 0;
    std::vector<std::unique_ptr<Task<void>>> tasks_;
};

}  // namespace aio::test
