// 03_future_and_task.cpp: one fetch as one coroutine, with a Future to wait for and a Task to
// drive.
//
// Chapter: "Building Coroutines With Generators", L29, L31 and L32, and L33 from the next section.
// What you see: that the Task's constructor has run fetch() up to its first co_await; then
// `connected!` and the page, from inside loop(), which knows nothing of coroutines.
//
// The one thing to know: callbacks are still there, but each does no more than resolve a future.
// The rest of the function is the continuation, and its locals are in its frame.
//
// Left out on purpose: reading as a function of its own (05_read_all.cpp), and errors: this sketch
// of a Future cannot carry any.
#include <fmt/core.h>

#include "core/loop/selector.hpp"
#include "core/site/crawl_target.hpp"
#include "core/web/plain_socket.hpp"
#include "core/web/simple_http.hpp"
#include "stage2_coroutines/sketch/task.hpp"

namespace {

using aio::Event;
using sketch::Coro;
using sketch::Future;
using sketch::Task;

const std::unique_ptr<aio::Selector> selector = aio::default_selector();
aio::Address address;

Coro<std::string> fetch(std::string url) {
    // [connect-with-future]
    aio::PlainSocket sock(AF_INET);
    sock.connect(address);

    Future<> f;
    const auto on_connected = [&f](const aio::SelectorKey&, aio::EventMask) { f.set_result(); };
    selector->register_fd(sock.fd(), Event::write, on_connected);
    co_await f;
    selector->unregister_fd(sock.fd());
    fmt::print("connected!\n");
    // [/connect-with-future]

    // [read-in-loop]
    sock.send(fmt::format("GET {} HTTP/1.0\r\nHost: xkcd.com\r\n\r\n", url));
    std::string response;
    while (true) {
        Future<std::string> f2;
        const auto on_readable = [&f2, &sock](const aio::SelectorKey&, aio::EventMask) {
            if (const auto bytes = sock.recv(4096)) f2.set_result(*bytes);
        };
        selector->register_fd(sock.fd(), Event::read, on_readable);
        const std::string chunk = co_await f2;
        selector->unregister_fd(sock.fd());
        if (chunk.empty()) break;  // Done reading.
        response += chunk;
    }
    // [/read-in-loop]
    co_return response;
}

// The chapter's loop runs for ever. This one ends when it would wait for nothing.
void loop() {
    while (selector->size() > 0) {
        for (const auto& [key, mask] : selector->select()) key.data(key, mask);
    }
}

}  // namespace

int main() {
    const aio::BundledSite site;
    address = aio::Address::ipv4_loopback(site.port());

    // [begin-fetching]
    // Begin fetching http://xkcd.com/353/
    Task task(fetch("/353/"));
    fmt::print("the task is made, fetch() waits\n");
    loop();
    // [/begin-fetching]

    const aio::Url page = aio::Url::parse("http://xkcd.com/353/");
    fmt::print("/353/: {} bytes, {} links, the task is {}\n", task.result.size(),
               aio::links_of_answer(page, task.result).size(), task.done() ? "done" : "pending");
    return 0;
}
