// selector_backends.cpp: the list of backends, descriptors for the tests, and a fake selector.
//
// The one thing to know: a helper that fails stops the test with REQUIRE, so that a test never
// goes on with a descriptor that it does not have.
#include "tests/loop/selector_backends.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "core/loop/kqueue_selector.hpp"
#include "core/loop/poll_selector.hpp"
#include "core/loop/select_selector.hpp"
#include "tests/support/catch.hpp"
#if defined(__linux__)
#include "core/loop/epoll_selector.hpp"
#endif

namespace selector_test {

namespace {

template <class Kind> std::unique_ptr<aio::Selector> make() { return std::make_unique<Kind>(); }

void set_nonblocking(int fd) { REQUIRE(::fcntl(fd, F_SETFL, O_NONBLOCK) == 0); }

Ends nonblocking_ends(const std::array<int, 2>& fds) {
    for (const int fd : fds) set_nonblocking(fd);
    return Ends{Fd(fds[0]), Fd(fds[1])};
}

}  // namespace

std::vector<Backend> backends() {
    return {
#if defined(__linux__)
        {"epoll", make<aio::EpollSelector>},
#endif
        {"kqueue", make<aio::KqueueSelector>},
        {"poll", make<aio::PollSelector>},
        {"select", make<aio::SelectSelector>},
    };
}

void Fd::close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
}

Ends socket_pair() {
    std::array<int, 2> fds{};
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, fds.data()) == 0);
    return nonblocking_ends(fds);
}

Ends pipe_ends() {
    std::array<int, 2> fds{};
    REQUIRE(::pipe(fds.data()) == 0);
    return nonblocking_ends(fds);
}

Fd refused_socket() {
    // Bound but not listening: the port is nobody else's, and refuses.
    const Fd dead(::socket(AF_INET, SOCK_STREAM, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const where = reinterpret_cast<sockaddr*>(&address);
    REQUIRE(::bind(dead, where, size) == 0);
    REQUIRE(::getsockname(dead, where, &size) == 0);
    Fd client(::socket(AF_INET, SOCK_STREAM, 0));
    set_nonblocking(client);
    REQUIRE(::connect(client, where, size) < 0);
    REQUIRE((errno == EINPROGRESS || errno == ECONNREFUSED));
    return client;
}

void send_text(int fd, const std::string& text) {
    REQUIRE(::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
}

void fill(int fd) {
    const std::string block(4096, 'x');
    while (::write(fd, block.data(), block.size()) > 0) {
    }
    REQUIRE(errno == EAGAIN);
}

void reuse_number(int fd, int other) { REQUIRE(::dup2(other, fd) == fd); }

aio::EventMask mask_of(aio::Selector& selector, int fd) {
    aio::EventMask mask = 0;
    for (const aio::ReadyKey& ready : selector.select(aio::Duration::zero())) {
        if (ready.key.fd != fd) continue;
        REQUIRE(mask == 0);
        mask = ready.mask;
    }
    return mask;
}

void FakeSelector::do_register(int, aio::EventMask) { ++changes; }

void FakeSelector::do_modify(int, aio::EventMask) {
    ++changes;
    if (refuses) throw std::system_error(EBADF, std::generic_category(), "fake");
}

void FakeSelector::do_unregister(int) { ++changes; }

bool FakeSelector::do_select(std::optional<aio::Duration> timeout) {
    timeouts.push_back(timeout);
    const aio::TimePoint start = aio::Clock::now();
    if (interruptions > 0) {
        while (aio::Clock::now() == start) {
        }
        --interruptions;
        return false;
    }
    for (const auto& [fd, mask] : events) add_ready(fd, mask);
    return true;
}

}  // namespace selector_test
