// scripted_server.cpp: plays the steps.
//
// The one thing to know: an error on a connection (the peer went away) ends its script, no more.
// What the test expects of the peer it asks of the peer.
#include "tests/support/scripted_server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/loop/sleep.hpp"

namespace aio::test {

void Gate::open() {
    open_ = true;
    line_.wake_all();
}

Coro<void> Gate::pass(EventLoop& loop) {
    if (!open_) co_await line_.wait(loop);
}

Step hear() { return {Step::Kind::hear}; }
Step say(std::string bytes) { return {Step::Kind::say, std::move(bytes)}; }
Step call(std::function<void()> function) { return {Step::Kind::call, {}, std::move(function)}; }
Step wait_at(Gate& gate) { return {Step::Kind::gate, {}, {}, &gate}; }
Step let_turns_pass() { return {Step::Kind::turns}; }
Step hang_up() { return {Step::Kind::close}; }
Step reset() { return {Step::Kind::reset}; }
Step serve(std::string answer) { return {Step::Kind::serve, std::move(answer)}; }
std::vector<Step> reply(std::string answer) { return {hear(), say(std::move(answer))}; }
Step drip(std::string bytes, std::function<void()> after_each) {
    return {Step::Kind::drip, std::move(bytes), std::move(after_each)};
}

std::string ok(std::string_view body, std::string_view headers) {
    return fmt::format("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n{}\r\n{}", body.size(), headers,
                       body);
}

struct ScriptedServer::Peer {
    Socket socket;
    std::string unread;  // Received after the end of a request.
};

ScriptedServer::ScriptedServer(EventLoop& loop, std::vector<Script> scripts, Address address)
    : loop_(loop),
      scripts_(std::move(scripts)),
      listener_(loop, address),
      address_(listener_.address()) {
    tasks_.push_back(loop.create_task(accept_all(), "the scripted server"));
}

ScriptedServer::~ScriptedServer() {
    for (const auto& task : tasks_) task->cancel();
    while (std::any_of(tasks_.begin(), tasks_.end(), [](auto& task) { return !task->done(); })) {
        loop_.call_soon([this] { loop_.stop(); });
        loop_.run_forever();
    }
}

Url ScriptedServer::url(std::string_view target) const {
    return Url::parse(fmt::format("http://{}{}", address_.str(), target));
}

Coro<void> ScriptedServer::accept_all() {
    for (;;) {
        Socket socket = co_await listener_.accept();
        const Script& script = scripts_[std::min(connections_, scripts_.size() - 1)];
        ++connections_;
        peak_ = std::max(peak_, ++open_);
        tasks_.push_back(loop_.create_task(play(std::move(socket), script), "a script"));
    }
}

Coro<void> ScriptedServer::play(Socket socket, Script script) {
    Peer peer{std::move(socket), {}};
    try {
        for (const Step& step : script.steps()) {
            if (peer.socket.is_open()) co_await perform(peer, step);
        }
        bool more = peer.socket.is_open();
        while (more) {
            const std::string bytes = co_await peer.socket.recv(4096);
            more = !bytes.empty();
        }
    } catch (const std::system_error&) {
        // The peer went away.
    }
    --open_;
}

static void close_with_reset(Socket& socket) {
    const linger at_once{1, 0};
    ::setsockopt(socket.fd(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    socket.close();
}

Coro<void> ScriptedServer::perform(Peer& peer, const Step& step) {
    switch (step.kind) {
        case Step::Kind::hear: {
            const bool heard = co_await read_request(peer);
            if (!heard) peer.socket.close();
            break;
        }
        case Step::Kind::say:
            co_await peer.socket.send_all(step.bytes);
            break;
        case Step::Kind::drip:
            for (const char byte : step.bytes) {
                co_await peer.socket.send_all(std::string(1, byte));
                step.function();
                co_await sleep(loop_, Duration::zero());  // The peer's turn.
            }
            break;
        case Step::Kind::serve: {
            bool heard = co_await read_request(peer);
            while (heard) {
                co_await peer.socket.send_all(step.bytes);
                heard = co_await read_request(peer);
            }
            peer.socket.close();
            break;
        }
        case Step::Kind::call:
            step.function();
            break;
        case Step::Kind::gate:
            co_await step.gate->pass(loop_);
            break;
        case Step::Kind::turns:
            for (int turn = 0; turn < 3; ++turn) co_await sleep(loop_, Duration::zero());
            break;
        case Step::Kind::close:
            peer.socket.close();
            break;
        case Step::Kind::reset:
            close_with_reset(peer.socket);
            break;
    }
}

// False at the end of the connection.
Coro<bool> ScriptedServer::read_request(Peer& peer) {
    std::size_t end = peer.unread.find("\r\n\r\n");
    while (end == std::string::npos) {
        const std::string bytes = co_await peer.socket.recv(64 * 1024);
        if (bytes.empty()) co_return false;
        peer.unread += bytes;
        end = peer.unread.find("\r\n\r\n");
    }
    requests_.push_back(peer.unread.substr(0, end + 4));
    peer.unread.erase(0, end + 4);
    co_return true;
}

}  // namespace aio::test
