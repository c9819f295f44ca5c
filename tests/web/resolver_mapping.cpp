// resolver_mapping.cpp: names that lead elsewhere, and addresses that need no look-up.
#include <stdexcept>

#include "tests/support/catch.hpp"
#include "tests/web/resolver_support.hpp"

using namespace aio::test;

namespace {

aio::ResolverOptions mapping(std::map<std::string, std::string> names) {
    aio::ResolverOptions options;
    options.hostname_mapping = std::move(names);
    options.look_up = Directory::of({"192.0.2.7"})->function();
    return options;
}

std::string resolve_mapped(std::map<std::string, std::string> names, std::string host,
                           std::uint16_t port = 80) {
    Bench bench;
    aio::Resolver resolver(bench.loop, mapping(std::move(names)));
    return run(bench, resolve(resolver, std::move(host), port));
}

std::string refusal(const std::string& destination) {
    Bench bench;
    try {
        const aio::Resolver resolver(bench.loop, mapping({{"xkcd.com", destination}}));
        return "";
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("An address is never looked up", "[web][resolver][threads][H28]") {
    Bench bench;
    const auto directory = Directory::of({"192.0.2.7"});
    aio::Resolver resolver(bench.loop, {{}, directory->function()});
    CHECK(run(bench, resolve(resolver, "127.0.0.1", 8080)) == "127.0.0.1:8080");
    CHECK(run(bench, resolve(resolver, "::1", 443)) == "[::1]:443");
    CHECK(directory->calls() == 0);
}

TEST_CASE("A mapped name leads to its address and port", "[web][resolver][threads][H40]") {
    CHECK(resolve_mapped({{"xkcd.com", "127.0.0.1:8080"}}, "xkcd.com") == "127.0.0.1:8080");
    CHECK(resolve_mapped({{"XKCD.com", "127.0.0.1:8080"}}, "xkcd.com") == "127.0.0.1:8080");
    CHECK(resolve_mapped({{"xkcd.com", "[::1]:8080"}}, "xkcd.com") == "[::1]:8080");
}

TEST_CASE("A mapping without a port keeps the port that was asked for",
          "[web][resolver][threads][H40]") {
    CHECK(resolve_mapped({{"xkcd.com", "127.0.0.1"}}, "xkcd.com", 81) == "127.0.0.1:81");
    CHECK(resolve_mapped({{"xkcd.com", "::1"}}, "xkcd.com", 81) == "[::1]:81");
    CHECK(resolve_mapped({{"xkcd.com", "[::1]"}}, "xkcd.com", 81) == "[::1]:81");
}

TEST_CASE("A mapping of name and port comes before one of the name",
          "[web][resolver][threads][H40]") {
    const std::map<std::string, std::string> names = {{"xkcd.com", "127.0.0.1:1"},
                                                      {"xkcd.com:443", "127.0.0.1:2"}};
    CHECK(resolve_mapped(names, "xkcd.com", 80) == "127.0.0.1:1");
    CHECK(resolve_mapped(names, "xkcd.com", 443) == "127.0.0.1:2");
    CHECK(resolve_mapped(names, "www.xkcd.com", 443) == "192.0.2.7:443");
}

TEST_CASE("A mapping may lead to another name, and to no further one",
          "[web][resolver][threads][H40]") {
    const std::map<std::string, std::string> names = {{"a.test", "b.test:81"},
                                                      {"b.test", "127.0.0.1:1"}};
    CHECK(resolve_mapped(names, "a.test") == "192.0.2.7:81");
}

TEST_CASE("An address can be mapped too", "[web][resolver][threads][H40]") {
    CHECK(resolve_mapped({{"192.0.2.1", "127.0.0.1:9"}}, "192.0.2.1") == "127.0.0.1:9");
}

TEST_CASE("A mapping that is no host and port is refused with its text",
          "[web][resolver][threads][H40]") {
    for (const char* wrong : {"", ":80", "host:", "host:0", "host:65536", "host:80x", "host:-1",
                              "[::1", "[::1]80", "[]:80", "host:99999999999999999999"}) {
        CAPTURE(wrong);
        CHECK(refusal(wrong) ==
              "the mapping of xkcd.com to \"" + std::string(wrong) + "\" is no host and port");
    }
    CHECK(refusal("host:65535").empty());
}
