// socket_address.cpp: addresses as text.
#include "core/web/address.hpp"
#include "tests/support/catch.hpp"

using aio::Address;

namespace {

std::string numeric(std::string_view host) {
    const auto address = Address::from_numeric(host, 80);
    return address ? address->str() : "none";
}

}  // namespace

TEST_CASE("Numeric addresses are read without a look-up", "[web][socket][H28]") {
    CHECK(numeric("192.0.2.1") == "192.0.2.1:80");
    CHECK(numeric("2001:db8::1") == "[2001:db8::1]:80");
    CHECK(numeric("::ffff:192.0.2.1") == "[::ffff:192.0.2.1]:80");
    CHECK(numeric("fe80::1%lo").starts_with("[fe80::1%"));
}

TEST_CASE("A name is no numeric address", "[web][socket]") {
    for (const char* name : {"localhost", "xkcd.com", "", "127.1", "1.2.3.4.5", "[::1]", "::1%",
                             "::1%no-such-card", "300.1.1.1", "192.0.2.1 "}) {
        CAPTURE(name);
        CHECK(numeric(name) == "none");
    }
}

TEST_CASE("An address keeps its port, and it can be changed", "[web][socket]") {
    Address ipv4 = Address::ipv4_loopback(8080);
    CHECK(ipv4.port() == 8080);
    ipv4.set_port(443);
    CHECK(ipv4.str() == "127.0.0.1:443");
    Address ipv6 = *Address::from_numeric("fe80::1%lo", 1);
    const std::string before = ipv6.str();
    ipv6.set_port(65535);
    CHECK(ipv6.port() == 65535);
    CHECK(ipv6.str() == before.substr(0, before.size() - 1) + "65535");
}

TEST_CASE("Addresses with the same text are equal", "[web][socket]") {
    CHECK(Address::ipv4_loopback(80) == *Address::from_numeric("127.0.0.1", 80));
    CHECK(Address::ipv6_loopback(80) == *Address::from_numeric("0:0:0:0:0:0:0:1", 80));
    CHECK_FALSE(Address::ipv4_loopback(80) == Address::ipv4_loopback(81));
}
