// http_request.cpp: the bytes of a request.
#include "core/web/http_request.hpp"

#include <stdexcept>

#include "tests/support/catch.hpp"

using aio::build_request;
using aio::Headers;

namespace {

std::size_t count(const std::string& text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++found;
    }
    return found;
}

}  // namespace

TEST_CASE("A request has a target, one Host and the defaults",
          "[web][http][H03][H05][H37][bug-D31][bug-G36]") {
    CHECK(build_request("GET", "/353/?a=1&b=%20", "xkcd.com") ==
          "GET /353/?a=1&b=%20 HTTP/1.1\r\n"
          "Host: xkcd.com\r\n"
          "User-Agent: crawler-from-scratch/1.0\r\n"
          "Accept-Encoding: identity\r\n"
          "\r\n");
}

TEST_CASE("A request of the old version has a Host too", "[web][http][bug-G36]") {
    const std::string request =
        build_request("HEAD", "/", "h:8080", {}, aio::HttpVersion::http_1_0);
    CHECK(request.starts_with("HEAD / HTTP/1.0\r\nHost: h:8080\r\n"));
    CHECK(count(request, "Host:") == 1);
}

TEST_CASE("Host carries the port and the brackets that it is given", "[web][http][H04][bug-D38]") {
    CHECK(count(build_request("GET", "/", "[::1]:8080"), "\r\nHost: [::1]:8080\r\n") == 1);
    CHECK(count(build_request("GET", "/", "h:81"), "\r\nHost: h:81\r\n") == 1);
}

TEST_CASE("The headers of the caller win, and are not modified", "[web][http][H05]") {
    const Headers extra{{"user-agent", "mine"}, {"Cookie", "a"}, {"Cookie", "b"}};
    const Headers before = extra;
    const std::string request = build_request("GET", "/", "h", extra);
    CHECK(extra == before);
    CHECK(request ==
          "GET / HTTP/1.1\r\nHost: h\r\nAccept-Encoding: identity\r\n"
          "user-agent: mine\r\nCookie: a\r\nCookie: b\r\n\r\n");
    CHECK(count(build_request("GET", "/", "h", {{"ACCEPT-ENCODING", "gzip"}}), "identity") == 0);
}

TEST_CASE("A Host of the caller replaces the one of the URL", "[web][http][bug-G36]") {
    const std::string request =
        build_request("GET", "/", "h", {{"A", "b"}, {"host", "other"}, {"HOST", "third"}});
    CHECK(request.starts_with("GET / HTTP/1.1\r\nHost: other\r\n"));
    CHECK(count(request, "third") == 0);
    CHECK(count(request, "host") == 0);
}

TEST_CASE("What would end a line of the request is refused", "[web][http][bug-D49]") {
    for (const char* target : {"", "/a b", "/a\r\nX: y", "/a\n", "/a\tb", "/a\x01", "/a\x7f"}) {
        CAPTURE(target);
        CHECK_THROWS_AS(build_request("GET", target, "h"), std::invalid_argument);
    }
    const std::string_view with_nul("/a\0b", 4);
    CHECK_THROWS_AS(build_request("GET", with_nul, "h"), std::invalid_argument);
    for (const char* host : {"", "h\r\nX: y", "h h", "h\n"}) {
        CHECK_THROWS_AS(build_request("GET", "/", host), std::invalid_argument);
    }
    for (const char* method : {"", "GE T", "GET\r\n", "GET /x HTTP/1.1\r\n\r\nGET"}) {
        CHECK_THROWS_AS(build_request(method, "/", "h"), std::invalid_argument);
    }
}

TEST_CASE("A fragment never goes to the server", "[web][http][H03][bug-D48]") {
    CHECK_THROWS_AS(build_request("GET", "/a#b", "h"), std::invalid_argument);
}

TEST_CASE("A header of the caller cannot smuggle in another", "[web][http][bug-D49]") {
    const auto refused = [](std::string_view name, std::string_view value) {
        Headers extra;
        extra.add(name, value);
        CHECK_THROWS_AS(build_request("GET", "/", "h", extra), std::invalid_argument);
    };
    refused("A", "b\r\nC: d");
    refused("A", "b\nc");
    refused("A", "b\rc");
    refused("A", std::string_view("b\0c", 3));
    refused("User-Agent", "b\nc");
    refused("Host", "b\nc");
    refused("A: b\r\nC", "d");
    refused("A B", "c");
    refused("", "c");
}
