// 05_read_all.cpp: the same fetch, with reading in functions of its own.
//
// Chapter: "Factoring Coroutines With yield from", L40 to L46.
// What you see: the same as from 03_future_and_task.cpp, "connected!" and then the page.
//
// The one thing to know: Task and loop() are those of 03_future_and_task.cpp, unchanged. What
// read() waits for comes out of the Task's send() through fetch() and read_all(), as if fetch()
// itself had waited.
//
// Left out on purpose: a second spelling. Python's coroutines of that time said `yield f` for a
// future and `yield from` for a coroutine, until Future could be iterated; in C++ both are
// co_await, and each type says what it means.
#include <fmt/core.h>

#include "core/loop/selector.hpp"
#include "core/site/crawl_target.hpp"
#include "core/web/plain_socket.hpp"
#include "core/web/simple_http.hpp"
#include "stage2_coroutines/sketch/task.hpp"

namespace {

using aio::Event;
using aio::PlainSocket;
using sketch::Coro;
using sketch::Future;
using sketch::Task;

const std::unique_ptr<aio::Selector> selector = aio::default_selector();
aio::Address address;

// [read]
Coro<std::string> read(PlainSocket& sock) {
    Future<std::string> f;
    const auto on_readable = [&f, &sock](const aio::SelectorKey&, aio::EventMask) {
        if (const auto bytes = sock.recv(4096)) f.set_result(*bytes);
    };
    selector->register_fd(sock.fd(), Event::read, on_readable);
    const std::string chunk = co_await f;  // Read one chunk.
    selector->unregister_fd(sock.fd());
    co_return chunk;
}
// [/read]

// [read-all]
Coro<std::string> read_all(PlainSocket& sock) {
    std::string response;
    std::string chunk = co_await read(sock);
    while (!chunk.empty()) {
        response += chunk;
        chunk = co_await read(sock);
    }
    co_return response;
}
// [/read-all]

Coro<> connect(PlainSocket& sock) {
    sock.connect(address);
    Future<> f;
    const auto on_connected = [&f](const aio::SelectorKey&, aio::EventMask) { f.set_result(); };
    selector->register_fd(sock.fd(), Event::write, on_connected);
    co_await f;
    selector->unregister_fd(sock.fd());
    fmt::print("connected!\n");
}

// [fetch]
Coro<std::string> fetch(std::string url) {
    PlainSocket sock(AF_INET);
    co_await connect(sock);
    sock.send(fmt::format("GET {} HTTP/1.0\r\nHost: xkcd.com\r\n\r\n", url));
    const std::string response = co_await read_all(sock);
    co_return response;
}
// [/fetch]

void loop() {
    while (selector->size() > 0) {
        for (const auto& [key, mask] : selector->select()) key.data(key, mask);
    }
}

}  // namespace

int main() {
    const aio::BundledSite site;
    address = aio::Address::ipv4_loopback(site.port());

    // [task-unchanged]
    Task task(fetch("/353/"));
    loop();
    // [/task-unchanged]

    const aio::Url page = aio::Url::parse("http://xkcd.com/353/");
    fmt::print("/353/: {} bytes, {} links\n", task.result.size(),
               aio::links_of_answer(page, task.result).size());
    return 0;
}
