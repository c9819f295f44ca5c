// address.cpp: IP addresses as text and as the system's structures.
//
// Chapter: none of its listings; Python hides these structures behind pairs of host and port.
// The one thing to know: inet_pton knows no zone ("%eth0", which network card a link-local IPv6
// address means), so that part is read here.
#include "core/web/address.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace aio {

namespace {

// The structures are copied in and out: reading one type's bytes as another's is not allowed.
template <class T> T read_as(const Address& address) {
    T specific{};
    std::memcpy(&specific, &address.storage, sizeof specific);
    return specific;
}

template <class T> Address make(const T& specific) {
    return Address::from_sockaddr(reinterpret_cast<const sockaddr*>(&specific), sizeof specific);
}

Address make_ipv4(const in_addr& ip, std::uint16_t port) {
    sockaddr_in specific{};
    specific.sin_family = AF_INET;
    specific.sin_port = htons(port);
    specific.sin_addr = ip;
    return make(specific);
}

Address make_ipv6(const in6_addr& ip, std::uint16_t port, std::uint32_t zone) {
    sockaddr_in6 specific{};
    specific.sin6_family = AF_INET6;
    specific.sin6_port = htons(port);
    specific.sin6_addr = ip;
    specific.sin6_scope_id = zone;
    return make(specific);
}

}  // namespace

Address Address::ipv4_loopback(std::uint16_t port) {
    return make_ipv4({htonl(INADDR_LOOPBACK)}, port);
}

Address Address::ipv6_loopback(std::uint16_t port) { return make_ipv6(in6addr_loopback, port, 0); }

std::optional<Address> Address::from_numeric(std::string_view host, std::uint16_t port) {
    const std::string text(host);
    in_addr ipv4{};
    if (::inet_pton(AF_INET, text.c_str(), &ipv4) == 1) return make_ipv4(ipv4, port);

    const std::size_t percent = std::min(text.find('%'), text.size());
    std::uint32_t zone = 0;
    if (percent < text.size()) {
        zone = ::if_nametoindex(text.c_str() + percent + 1);
        if (zone == 0) return std::nullopt;
    }
    in6_addr ipv6{};
    if (::inet_pton(AF_INET6, text.substr(0, percent).c_str(), &ipv6) != 1) return std::nullopt;
    return make_ipv6(ipv6, port, zone);
}

Address Address::from_sockaddr(const sockaddr* address, socklen_t length) {
    Address copy;
    copy.length = std::min(length, static_cast<socklen_t>(sizeof copy.storage));
    std::memcpy(&copy.storage, address, copy.length);
    return copy;
}

std::uint16_t Address::port() const {
    if (family() == AF_INET6) return ntohs(read_as<sockaddr_in6>(*this).sin6_port);
    return ntohs(read_as<sockaddr_in>(*this).sin_port);
}

void Address::set_port(std::uint16_t port) {
    if (family() == AF_INET6) {
        const auto ipv6 = read_as<sockaddr_in6>(*this);
        *this = make_ipv6(ipv6.sin6_addr, port, ipv6.sin6_scope_id);
    } else {
        *this = make_ipv4(read_as<sockaddr_in>(*this).sin_addr, port);
    }
}

std::string Address::str() const {
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (family() == AF_INET) {
        const auto ipv4 = read_as<sockaddr_in>(*this);
        ::inet_ntop(AF_INET, &ipv4.sin_addr, text.data(), text.size());
        return fmt::format("{}:{}", text.data(), port());
    }
    const auto ipv6 = read_as<sockaddr_in6>(*this);
    ::inet_ntop(AF_INET6, &ipv6.sin6_addr, text.data(), text.size());
    const std::string zone = ipv6.sin6_scope_id == 0 ? "" : fmt::format("%{}", ipv6.sin6_scope_id);
    return fmt::format("[{}{}]:{}", text.data(), zone, port());
}

}  // namespace aio
