// 02_busy_loop.cpp: never blocks, and asks again and again instead.
//
// Chapter: "Async", L02 and L03.
// What you see: connect returns at once, with an errno that is no error. Then `sent`, after
// however many tries that took: none, mostly, since a connection inside one machine is made at
// once. The site holds its answer back, so reading takes many thousands of tries, and all the time
// of a processor that this program can get.
//
// The one thing to know: a non-blocking call answers "not now" (EAGAIN) where a blocking one waits.
// Whoever then just tries again burns a processor, and can do so for one socket only.
//
// Left out on purpose: waiting. The next step does that.
#include <fcntl.h>
#include <fmt/core.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "core/site/crawl_target.hpp"

namespace {

[[noreturn]] void fail(const char* call) {
    throw std::system_error(errno, std::generic_category(), call);
}

// For how long a processor has worked for this thread.
std::chrono::duration<double, std::milli> cpu_time() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

// [connect-in-progress]
int start_to_connect(const aio::Address& address) {
    const int sock = ::socket(AF_INET, SOCK_STREAM, 0);
    if (sock < 0 || ::fcntl(sock, F_SETFL, O_NONBLOCK) < 0) fail("socket");
    if (::connect(sock, address.data(), address.length) < 0) {
        if (errno != EINPROGRESS) fail("connect");
        fmt::print("connect: EINPROGRESS, it has begun\n");
    }
    return sock;
}
// [/connect-in-progress]

// ENOTCONN: some systems say this until there is a connection, others EAGAIN.
bool not_now() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOTCONN; }

// [busy-loop]
void send_busily(int sock, const std::string& encoded) {
    long spins = 0;
    while (::send(sock, encoded.data(), encoded.size(), 0) < 0) {
        if (!not_now()) fail("send");
        ++spins;
    }
    fmt::print("sent, after {} tries that failed\n", spins);
}
// [/busy-loop]

long read_busily(int sock) {
    long spins = 0;
    char chunk[4096];
    ssize_t count = 1;
    while (count != 0) {
        count = ::recv(sock, chunk, sizeof chunk, 0);
        if (count < 0 && !not_now()) fail("recv");
        if (count < 0) ++spins;
    }
    return spins;
}

}  // namespace

int main() {
    const aio::BundledSite site(aio::slow_site());
    const int sock = start_to_connect(aio::Address::ipv4_loopback(site.port()));
    send_busily(sock, "GET /353/ HTTP/1.0\r\nHost: xkcd.com\r\n\r\n");

    const aio::TimePoint start = aio::Clock::now();
    const auto cpu_before = cpu_time();
    const long spins = read_busily(sock);
    const std::chrono::duration<double, std::milli> waited = aio::Clock::now() - start;
    fmt::print("received, after {} tries that failed\n", spins);
    fmt::print("waited {:.1f} ms, of which the processor was busy {:.1f} ms\n", waited.count(),
               (cpu_time() - cpu_before).count());
    ::close(sock);
    return 0;
}
