// page_server.hpp: a web server with the pages of one test, on the test's own loop.
//
// Left to itself it answers 404. A page is set by path; a handler may answer anything, also
// nothing at all. It counts the requests for each path, and how many are under way at a time.
//
// The one thing to know: an empty answer closes the connection without a byte, as a server does
// that crashes; and hold() makes requests wait until so many of them are there together.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/loop/task.hpp"
#include "core/loop/waiting_line.hpp"
#include "core/web/socket.hpp"

namespace aio::test {

// A whole answer of HTTP, with its length.
std::string answer(std::string_view status, std::string_view type, std::string_view body);
std::string redirect(std::string_view status, std::string_view location);
// A page with a link to each of these.
std::string page_with_links(const std::vector<std::string>& hrefs);

// Owned by the test, declared after its loop. Destroying it ends its connections.
class PageServer {
  public:
    // What to send for a request; `count` is how often this path was asked for, from 1 on.
    using Handler = std::function<std::string(int count)>;

    explicit PageServer(EventLoop& loop);
    ~PageServer();

    // "http://127.0.0.1:PORT" and the path.
    std::string url(std::string_view path = "/") const;
    void page(const std::string& path, const std::vector<std::string>& hrefs);
    void add(const std::string& path, std::string whole_answer);
    void handle(const std::string& path, Handler handler);
    // A request for this path is answered with a reset of the connection.
    void reset(const std::string& path) { resets_.insert(path); }
    // Each answer for this path leaves so much later, on the loop's clock.
    void delay(const std::string& path, Duration by) { delays_[path] = by; }
    // Requests wait until `count` of them are under way, once; then all go on.
    void hold(std::size_t count) { hold_ = count; }

    // How often a path was asked for.
    int hits(const std::string& path) const;
    int requests() const { return requests_; }
    std::size_t peak() const { return peak_; }
    // The head of the last request for a path.
    const std::string& head(const std::string& path) { return heads_[path]; }

  private:
    Coro<void> accept_all();
    Coro<void> serve(Socket socket);
    Coro<bool> serve_one(Socket& socket, std::string& unread);

    EventLoop& loop_;
    Listener listener_;
    std::map<std::string, Handler> handlers_;
    std::map<std::string, Duration> delays_;
    std::set<std::string> resets_;
    std::map<std::string, int> hits_;
    std::map<std::string, std::string> heads_;
    WaitingLine held_{"PageServer.release"};
    std::size_t hold_ = 0;
    std::size_t under_way_ = 0;
    std::size_t peak_ = 0;
    int requests_ = 0;
    std::vector<std::unique_ptr<Task<void>>> tasks_;
};

}  // namespace aio::test
