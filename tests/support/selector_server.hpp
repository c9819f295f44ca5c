// selector_server.hpp: a server of callbacks, on the selector of the crawl that it answers.
//
// Chapter: none; stages 1 and 2 have a selector and no event loop, so what a ScriptedServer is for
// stage 3, this is for them.
//
// The one thing to know: client and server take turns in one thread, so a test can stop anywhere.
// Each connection serves one request: when its head is complete, the answer of its path is
// sent, and the connection ends.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/loop/selector.hpp"
#include "core/web/address.hpp"
#include "core/web/plain_socket.hpp"

namespace aio_test {

// What is sent for one path, and how.
struct PlainAnswer {
    std::string bytes;
    bool reset = false;         // It ends so that the client gets ECONNRESET.
    bool byte_by_byte = false;  // Each byte in a turn of its own.
};

// An answer of status 200 with a page of HTML, without a length, as for HTTP/1.0.
PlainAnswer html(std::string_view body);
// A page that links to each of `paths`.
PlainAnswer page_of_links(const std::vector<std::string>& paths);
// An answer with this status and these header lines.
PlainAnswer answer(std::string_view status, std::string_view headers, std::string_view body = "");

// Owned by the test, declared after the selector. Paths without an answer are answered 404.
class SelectorServer {
  public:
    SelectorServer(aio::Selector& selector, std::map<std::string, PlainAnswer> answers);
    SelectorServer(const SelectorServer&) = delete;
    SelectorServer& operator=(const SelectorServer&) = delete;
    ~SelectorServer();

    const aio::Address& address() const { return address_; }
    // The requests whose heads are complete, whole, in order of arrival.
    const std::vector<std::string>& requests() const { return requests_; }
    // How often `path` was asked for.
    int hits(const std::string& path) const;

  private:
    struct Peer {
        aio::PlainSocket sock;
        std::string request = {};
        PlainAnswer answer = {};
    };

    void accept_one();
    void read_request(Peer& peer);
    void send_answer(Peer& peer);
    void end(Peer& peer);

    aio::Selector& selector_;
    std::map<std::string, PlainAnswer> answers_;
    aio::PlainSocket listener_;
    aio::Address address_;
    std::map<int, Peer> peers_;
    std::vector<std::string> requests_;
};

}  // namespace aio_test
