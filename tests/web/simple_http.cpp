// simple_http.cpp: the request of stages 1 and 2, and where an answer leads.
#include "core/web/simple_http.hpp"

#include "core/web/request_errors.hpp"
#include "tests/support/catch.hpp"

namespace {

using Paths = std::set<std::string>;

const aio::Url page = aio::Url::parse("http://xkcd.com:8080/353/");
const std::string body = "<a href=\"/352/\">previous</a> <a href=\"https://xkcd.com/\">other</a>";

Paths links_of(const std::string& head, const std::string& text = body) {
    return aio::links_of_answer(page, head + "\r\n" + text);
}

// What is said of a redirect to `location`; empty if it is followed, or of no interest.
std::string complaint_about(const std::string& location) {
    try {
        links_of("HTTP/1.0 301 Moved\r\nLocation: " + location + "\r\n");
    } catch (const aio::ClientError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("The request of the sketches asks for HTTP 1.0 and closes", "[web][L10]") {
    const std::string request = aio::get_request(page);
    CHECK(request.starts_with("GET /353/ HTTP/1.0\r\nHost: xkcd.com:8080\r\n"));
    CHECK(request.find("\r\nConnection: close\r\n") != std::string::npos);
    CHECK(request.ends_with("\r\n\r\n"));
}

TEST_CASE("Only HTML of status 200 is searched for links", "[web][L11]") {
    const std::string type = "Content-Type: text/html; charset=utf-8\r\n";
    CHECK(links_of("HTTP/1.0 200 OK\r\n" + type) == Paths{"/352/"});
    CHECK(links_of("HTTP/1.0 404 Not Found\r\n" + type).empty());
    CHECK(links_of("HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n").empty());
    CHECK(links_of("HTTP/1.0 200 OK\r\n").empty());
}

TEST_CASE("A redirect on the same host is a link", "[web][L11]") {
    const std::string moved = "HTTP/1.0 301 Moved\r\nLocation: ";
    CHECK(links_of(moved + "/354/?x=1#top\r\n") == Paths{"/354/?x=1"});
    CHECK(links_of(moved + "354/\r\n") == Paths{"/353/354/"});
    CHECK(links_of(moved + "http://xkcd.com:8080/\r\n") == Paths{"/"});
    CHECK(links_of(moved + "http://xkcd.com/\r\n").empty());
    CHECK(links_of(moved + "http://example.com:8080/\r\n").empty());
    CHECK(links_of("HTTP/1.0 301 Moved\r\n").empty());
}

TEST_CASE("A redirect that cannot be followed is an error with its target", "[web][L11]") {
    CHECK(complaint_about("https://xkcd.com/1") ==
          "the redirect to https://xkcd.com/1 is not supported");
    CHECK(complaint_about("http://[/") == "the Location \"http://[/\" is no URL");
    CHECK(complaint_about("mailto:nobody@example.com").empty());
}

TEST_CASE("An answer that is not whole is an error", "[web][L11]") {
    const std::string head = "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n";
    const std::string long_body = "Content-Length: " + std::to_string(body.size() + 1) + "\r\n";
    CHECK_THROWS_AS(links_of(head + long_body), aio::IncompleteBodyError);
    CHECK_THROWS_AS(aio::links_of_answer(page, head), aio::ServerDisconnected);
    CHECK_THROWS_AS(aio::links_of_answer(page, ""), aio::ServerDisconnected);
    CHECK_THROWS_AS(aio::links_of_answer(page, "what?\r\n\r\n"), aio::ProtocolError);
}

TEST_CASE("Chunks are undone for a server that sends them in spite of HTTP 1.0", "[web][L11]") {
    const std::string head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n";
    CHECK(links_of(head, "8\r\n<a href=\r\nB\r\n\"/chunked\">\r\n0\r\n\r\n") == Paths{"/chunked"});
}
