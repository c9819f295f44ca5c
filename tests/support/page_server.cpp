// page_server.cpp: reads a request, looks up its path, sends what stands there.
//
// The one thing to know: a peer that goes away ends its connection and nothing else. The test asks
// its own side what came of it.
#include "tests/support/page_server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/loop/sleep.hpp"

namespace aio::test {

std::string answer(std::string_view status, std::string_view type, std::string_view body) {
    return fmt::format("HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n{}", status,
                       type, body.size(), body);
}

std::string redirect(std::string_view status, std::string_view location) {
    return fmt::format("HTTP/1.1 {}\r\nLocation: {}\r\nContent-Length: 0\r\n\r\n", status,
                       location);
}

std::string page_with_links(const std::vector<std::string>& hrefs) {
    std::string body;
    for (const std::string& href : hrefs) body += fmt::format("<a href=\"{}\">x</a>\n", href);
    return answer("200 OK", "text/html; charset=utf-8", body);
}

PageServer::PageServer(EventLoop& loop) : loop_(loop), listener_(loop, Address::ipv4_loopback(0)) {
    tasks_.push_back(loop.create_task(accept_all(), "the page server"));
}

PageServer::~PageServer() {
    for (const auto& task : tasks_) task->cancel();
    while (std::any_of(tasks_.begin(), tasks_.end(), [](auto& task) { return !task->done(); })) {
        loop_.stop();
        loop_.run_forever();
    }
}

std::string PageServer::url(std::string_view path) const {
    return fmt::format("http://{}{}", listener_.address().str(), path);
}

void PageServer::page(const std::string& path, const std::vector<std::string>& hrefs) {
    add(path, page_with_links(hrefs));
}

void PageServer::add(const std::string& path, std::string whole_answer) {
    handle(path, [text = std::move(whole_answer)](int) { return text; });
}

void PageServer::handle(const std::string& path, Handler handler) {
    handlers_[path] = std::move(handler);
}

int PageServer::hits(const std::string& path) const {
    const auto found = hits_.find(path);
    return found == hits_.end() ? 0 : found->second;
}

Coro<void> PageServer::accept_all() {
    for (;;) {
        Socket socket = co_await listener_.accept();
        tasks_.push_back(loop_.create_task(serve(std::move(socket)), "a connection"));
    }
}

Coro<void> PageServer::serve(Socket socket) {
    std::string unread;
    try {
        bool more = true;
        while (more) more = co_await serve_one(socket, unread);
    } catch (const std::system_error&) {
        // The peer is gone.
    }
}

Coro<bool> PageServer::serve_one(Socket& socket, std::string& unread) {
    while (unread.find("\r\n\r\n") == std::string::npos) {
        const std::string bytes = co_await socket.recv(4096);
        if (bytes.empty()) co_return false;
        unread += bytes;
    }
    const std::string head = unread.substr(0, unread.find("\r\n\r\n"));
    unread.erase(0, head.size() + 4);
    const std::size_t start = head.find(' ') + 1;
    const std::string path = head.substr(start, head.find(' ', start) - start);
    heads_[path] = head;
    const int count = ++hits_[path];
    ++requests_;
    peak_ = std::max(peak_, ++under_way_);
    if (under_way_ >= hold_) {
        hold_ = 0;
        held_.wake_all();
    } else {
        co_await held_.wait(loop_);
    }
    const auto delay = delays_.find(path);
    if (delay != delays_.end()) co_await sleep(loop_, delay->second);
    --under_way_;
    if (resets_.contains(path)) {
        const linger at_once{.l_onoff = 1, .l_linger = 0};
        ::setsockopt(socket.fd(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        co_return false;
    }
    const auto found = handlers_.find(path);
    const std::string text = found == handlers_.end()
                                 ? answer("404 Not Found", "text/html", "no such page")
                                 : found->second(count);
    if (text.empty()) co_return false;
    co_await socket.send_all(text);
    co_return true;
}

}  // namespace aio::test
