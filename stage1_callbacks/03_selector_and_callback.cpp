// 03_selector_and_callback.cpp: waits for a socket without asking, and calls back when it is ready.
//
// Chapter: "Async", L04 and L05.
// What you see: which selector this system has, that the callback is registered and has not run,
// then `connected!`, printed by the callback, and how often the loop had to ask: once.
//
// The one thing to know: select() stops the thread until something is ready, and takes no processor
// time meanwhile. It can wait for thousands of sockets as well as for one.
//
// Left out on purpose: writable does not mean connected, it also means that connecting failed.
// Fetcher asks which of the two it was.
#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "core/loop/selector.hpp"
#include "core/site/crawl_target.hpp"

namespace {

using aio::Event;

const std::unique_ptr<aio::Selector> selector = aio::default_selector();

int start_to_connect(const aio::Address& address) {
    const int sock = ::socket(AF_INET, SOCK_STREAM, 0);
    const bool began =
        sock >= 0 && ::fcntl(sock, F_SETFL, O_NONBLOCK) >= 0 &&
        (::connect(sock, address.data(), address.length) == 0 || errno == EINPROGRESS);
    if (!began) throw std::system_error(errno, std::generic_category(), "connect");
    return sock;
}

// [register-connected]
void wait_for_connection(int sock) {
    const auto connected = [sock](const aio::SelectorKey&, aio::EventMask) {
        selector->unregister_fd(sock);
        fmt::print("connected!\n");
    };
    selector->register_fd(sock, Event::write, connected);
}
// [/register-connected]

// The chapter's loop runs for ever. This one ends when it would wait for nothing.
// [select-loop]
int loop() {
    int selects = 0;
    while (selector->size() > 0) {
        const std::vector<aio::ReadyKey> events = selector->select();
        ++selects;
        for (const auto& [event_key, event_mask] : events) {
            const aio::SelectorCallback& callback = event_key.data;
            callback(event_key, event_mask);
        }
    }
    return selects;
}
// [/select-loop]

}  // namespace

int main() {
    const aio::BundledSite site;
    const int sock = start_to_connect(aio::Address::ipv4_loopback(site.port()));
    wait_for_connection(sock);
    fmt::print("registered with {}, {} socket to wait for\n", selector->name(), selector->size());
    const int selects = loop();
    fmt::print("select was called {} time\n", selects);
    ::close(sock);
    return 0;
}
