// address.hpp: where a connection goes to: an IP address and a port.
//
// Chapter: the pair ('xkcd.com', 80) that its sketches pass to connect (L01, L08), after the name
// was looked up.
// The one thing to know: an Address never holds a name. Names are the resolver's business.
// Left out on purpose: Unix domain sockets; tests that want a pair of sockets take socketpair.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace aio {

// A value: copied freely.
struct Address {
    sockaddr_storage storage{};
    socklen_t length = 0;

    // 127.0.0.1 and [::1]. Port 0 lets the system choose when a Listener is bound to it.
    static Address ipv4_loopback(std::uint16_t port);
    static Address ipv6_loopback(std::uint16_t port);
    // The address that `host` spells, without asking anybody: "192.0.2.1", "2001:db8::1" (no
    // brackets), "fe80::1%eth0". Nothing if it is a name.
    static std::optional<Address> from_numeric(std::string_view host, std::uint16_t port);
    // A copy of what a system call filled in.
    static Address from_sockaddr(const sockaddr* address, socklen_t length);

    // AF_INET or AF_INET6.
    int family() const { return storage.ss_family; }
    std::uint16_t port() const;
    void set_port(std::uint16_t port);
    // For system calls; valid as long as this object.
    const sockaddr* data() const { return reinterpret_cast<const sockaddr*>(&storage); }
    // "192.0.2.1:80", "[2001:db8::1]:80".
    std::string str() const;

    bool operator==(const Address& other) const { return str() == other.str(); }
};

}  // namespace aio
