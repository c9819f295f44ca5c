// socket_listener.cpp: accepting connections, also when there is no room for more.
#include <sys/resource.h>
#include <unistd.h>

#include <system_error>

#include "tests/support/catch.hpp"
#include "tests/web/socket_support.hpp"

using namespace aio::test;
using namespace std::chrono_literals;

namespace {

// UBSan opens a pipe to look at memory, so it cannot run without descriptors.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_UNDEFINED__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
constexpr bool sanitized = __has_feature(address_sanitizer);
#else
constexpr bool sanitized = false;
#endif

// While it lives, this process can open no descriptor.
class NoDescriptors {
  public:
    NoDescriptors() {
        ::getrlimit(RLIMIT_NOFILE, &before_);
        const int next = ::dup(0);
        ::close(next);
        set(static_cast<rlim_t>(next));
    }
    ~NoDescriptors() { lift(); }
    void lift() { set(before_.rlim_cur); }

  private:
    void set(rlim_t limit) {
        const rlimit changed{limit, before_.rlim_max};
        ::setrlimit(RLIMIT_NOFILE, &changed);
    }
    rlimit before_{};
};

aio::Coro<void> accept_many(aio::Listener& listener, std::vector<aio::Socket>& accepted,
                            std::size_t count) {
    while (accepted.size() < count) {
        aio::Socket socket = co_await listener.accept();
        accepted.push_back(std::move(socket));
    }
}

}  // namespace

TEST_CASE("A listener on port 0 says where it listens", "[web][socket]") {
    Bench bench;
    const aio::Listener listener(bench.loop, aio::Address::ipv4_loopback(0));
    CHECK(listener.address().port() != 0);
    CHECK(listener.address().str().starts_with("127.0.0.1:"));
}

TEST_CASE("A port that is taken is an error with the call's name", "[web][socket]") {
    Bench bench;
    const aio::Listener first(bench.loop, aio::Address::ipv4_loopback(0));
    try {
        const aio::Listener second(bench.loop, first.address());
        FAIL("two listeners on one port");
    } catch (const std::system_error& error) {
        CHECK(error.code().value() == EADDRINUSE);
        CHECK(std::string(error.what()).starts_with("bind"));
    }
}

TEST_CASE("Connections that wait are all accepted in one turn", "[web][socket][loop-L48]") {
    Bench bench;
    aio::Listener listener(bench.loop, aio::Address::ipv4_loopback(0));
    std::vector<aio::Socket> clients;
    for (int i = 0; i < 20; ++i) {
        clients.push_back(run(bench, aio::Socket::connect(bench.loop, listener.address())));
    }
    std::vector<aio::Socket> accepted;
    const auto task = bench.loop.create_task(accept_many(listener, accepted, 20));
    run_turns(bench, 1);
    CHECK(accepted.size() == 20);
    CHECK(task->done());
}

TEST_CASE("A listener waits until somebody connects", "[web][socket]") {
    Bench bench;
    aio::Listener listener(bench.loop, aio::Address::ipv4_loopback(0));
    const auto task = bench.loop.create_task(listener.accept());
    run_turns(bench);
    REQUIRE_FALSE(task->done());
    aio::Socket client = run(bench, aio::Socket::connect(bench.loop, listener.address()));
    bench.loop.run_until_complete(*task);
    aio::Socket server = std::move(*task).result();
    run(bench, server.send_all("welcome"));
    CHECK(run(bench, client.recv(100)) == "welcome");
}

TEST_CASE("Without a free descriptor a listener tries again by a timer", "[web][socket][bug-C23]") {
    if (sanitized) return;
    ManualLoop manual;
    aio::Listener listener(manual.loop, aio::Address::ipv4_loopback(0));
    const auto client =
        manual.loop.run_until_complete(aio::Socket::connect(manual.loop, listener.address()));
    NoDescriptors none;
    const auto callback = manual.loop.call_later(950ms, [&none] { none.lift(); });
    const auto task = manual.loop.create_task(listener.accept());
    const int turns_before = manual.clock.turns;
    manual.loop.run_until_complete(*task);
    CHECK(manual.clock.elapsed() == 1s);
    CHECK(manual.clock.turns - turns_before < 40);
    CHECK(listener.address().port() != 0);
}

TEST_CASE("A listener accepts on IPv6", "[web][socket]") {
    Bench bench;
    std::optional<aio::Listener> listener;
    try {
        listener.emplace(bench.loop, aio::Address::ipv6_loopback(0));
    } catch (const std::system_error&) {
        WARN("there is no IPv6 here");
        return;
    }
    CHECK(listener->address().str().starts_with("[::1]:"));
    const aio::Socket client = run(bench, aio::Socket::connect(bench.loop, listener->address()));
    const aio::Socket server = run(bench, listener->accept());
    CHECK(server.idle_and_open());
}
