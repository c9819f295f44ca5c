// exchange.cpp: bytes out, bytes in, and what to think of a connection that breaks.
//
// Chapter: L10, L11 and L41, with what happens on real connections.
// The one thing to know: a failed send is no verdict. A server may answer "413" and close while
// the request is still under way; its answer has arrived and is what the caller wants to see. So
// after EPIPE or ECONNRESET the next thing to do is to read.
#include "core/web/exchange.hpp"

#include <system_error>
#include <utility>

#include "core/web/request_errors.hpp"

namespace aio {

namespace {

// Resolves a future when another one is done. Owned by whoever waits.
class WakeUpCall final : public Handle {
  public:
    explicit WakeUpCall(Future<void>& sleeper) : sleeper_(sleeper) {}
    void run() override {
        if (!sleeper_.done()) sleeper_.set_result();
    }

  private:
    Future<void>& sleeper_;
};

// Until bytes can be sent or received, whichever comes first.
Coro<void> either_direction(Socket& socket, EventLoop& loop) {
    FdWait incoming = socket.wait_readable();
    FdWait outgoing = socket.wait_writable();
    Future<void> either(loop);
    WakeUpCall on_incoming(either);
    WakeUpCall on_outgoing(either);
    incoming.add_done_callback(on_incoming);
    outgoing.add_done_callback(on_outgoing);
    co_await either;
}

bool peer_is_gone(const std::error_code& code) {
    return code == std::errc::broken_pipe || code == std::errc::connection_reset;
}

}  // namespace

Exchange::Exchange(Url url, const std::string& method, const HttpLimits& limits)
    : url_(std::move(url)), parser_(method, limits) {}

bool Exchange::send() {
    reused_ = lease_.connection().reused;
    Socket& socket = lease_.connection().socket;
    try {
        while (sent_ < request_.size()) {
            const auto count = socket.try_send(std::string_view(request_).substr(sent_));
            if (!count) return false;
            sent_ += *count;
        }
    } catch (const std::system_error& error) {
        if (!peer_is_gone(error.code())) {
            throw SocketError("the request could not be sent", error.code());
        }
    }
    return true;
}

Coro<void> Exchange::send_rest() {
    bool sent = send();
    while (!sent) {
        co_await either_direction(lease_.connection().socket, lease_.pool().loop());
        receive_now();
        if (parser_.head_done()) co_return;
        sent = send();
    }
}

bool Exchange::receive() {
    if (std::exchange(try_at_once_, true)) return receive_now();
    return false;
}

bool Exchange::receive_now() {
    if (lease_.pool().closed()) throw SessionClosed();
    const std::span<char> buffer = lease_.pool().read_buffer();
    std::optional<std::size_t> count;
    try {
        count = lease_.connection().socket.try_recv(buffer.data(), buffer.size());
    } catch (const std::system_error& error) {
        ended_ = true;
        throw SocketError("the connection was lost", error.code());
    }
    if (!count) return false;
    // A full buffer: there is more, most likely. Else a wait is cheaper than to ask in vain.
    try_at_once_ = *count == buffer.size();
    if (*count == 0) {
        ended_ = true;
        parser_.eof();
    } else {
        parser_.feed({buffer.data(), *count});
    }
    finish_if_done();
    return true;
}

void Exchange::finish_if_done() {
    if (!parser_.done()) return;
    if (parser_.keep_alive() && sent_ == request_.size()) {
        lease_.keep();
    } else {
        lease_.end();
    }
}

void Exchange::start_over() {
    lease_.disconnect();
    parser_ = ResponseParser(parser_.method(), parser_.limits());
    sent_ = 0;
    try_at_once_ = false;
    ended_ = false;
}

}  // namespace aio
