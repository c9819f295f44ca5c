// session.hpp: asks servers for pages, and keeps connections for the next question.
//
// Chapter: `self.session = aiohttp.ClientSession(...)` (L50) and `yield from session.get(url)`
// (L15, L62). This is the part of aiohttp that the chapter's crawler uses, with its names.
//
// The one thing to know: a redirect is an answer like any other here. The chapter's crawler turns
// aiohttp's own redirects off (allow_redirects=False), so that two paths to one page meet in its
// queue; so this session does not follow any.
//
// Left out on purpose: TLS (https is refused before a socket is opened), proxies, cookies,
// request bodies, and connecting to two addresses at the same time.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/web/resolver.hpp"
#include "core/web/response.hpp"

namespace aio {

struct SessionOptions {
    // Connections at the same time, those that are being opened included; zero means no limit.
    std::size_t max_clients = 100;
    std::size_t max_clients_per_host = 0;
    // Both count from the moment of the call, the wait for a free connection included. None and
    // zero mean no limit. The first ends when there is a connection, the second with the body.
    std::optional<Duration> connect_timeout = std::chrono::seconds(20);
    std::optional<Duration> request_timeout = std::chrono::minutes(5);
    // How long a connection is kept without a use; zero means for ever.
    Duration idle_limit = std::chrono::seconds(15);
    HttpLimits limits = {};
    // Sent with each request. User-Agent, Host and Accept-Encoding have defaults
    // (http_request.hpp).
    Headers headers = {};
    // Answers with a status of 400 and more are thrown, as HttpStatusError.
    bool raise_for_status = false;
    // Where to go instead of where a name points to, and how names are looked up (resolver.hpp).
    std::map<std::string, std::string> hostname_mapping = {};
    LookUpFunction look_up = system_look_up;
};

// For one request; what is set here wins over the session's.
struct RequestOptions {
    Headers headers = {};
    std::optional<Duration> connect_timeout = {};
    std::optional<Duration> request_timeout = {};
    std::optional<bool> raise_for_status = {};
};

struct SessionState;

// [session]
// Owned by the crawler, or by any program that fetches. Must not outlive its loop. Destroying it
// closes it; requests and responses that are still there end with SessionClosed.
class Session {
  public:
    explicit Session(EventLoop& loop, SessionOptions options = {});
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session() { close(); }

    // Asks for `url` and comes back with the head of the answer; then await response.read(). A
    // connection is used again if there is one; if the server turns out to have closed it in the
    // meantime, the request is sent once more on a new one. Throws a ClientError of some kind:
    // UnsupportedScheme, ResolveError, SocketError, RequestTimeout, ServerDisconnected,
    // ProtocolError, LimitError, HttpStatusError, SessionClosed; and std::invalid_argument for
    // headers that cannot be sent.
    Coro<Response> get(const Url& url, const RequestOptions& options = {});
    // The same without a body.
    Coro<Response> head(const Url& url, const RequestOptions& options = {});

    // Closes all connections, those in use too, and refuses requests from now on. Whoever waits is
    // woken; a connect under way is closed when it is through. Harmless when repeated.
    void close();
    // How many connections are idle or in use, and who waits for one.
    const ConnectionPool& pool() const;

  private:
    std::shared_ptr<SessionState> state_;
};
// [/session]

}  // namespace aio
