// session_get.cpp: what is asked, and what comes back.
#include <system_error>

#include "tests/support/catch.hpp"
#include "tests/web/session_support.hpp"

using namespace aio::test;

namespace {

// The first request that `session` sends for `url`, to a server that says yes.
std::string request_for(aio::Url url, aio::SessionOptions options = {},
                        aio::RequestOptions request = {}) {
    Bench bench;
    ScriptedServer server(bench.loop, {serve(ok(""))});
    options.hostname_mapping = {{url.host, server.address().str()}};
    aio::Session session(bench.loop, options);
    get(bench, session, url, std::move(request));
    REQUIRE(server.requests().size() == 1);
    return server.requests()[0];
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++found;
    }
    return found;
}

aio::Coro<void> check_redirect(aio::Session& session, aio::Url url) {
    aio::Response response = co_await session.get(url);
    CHECK(response.status() == 302);
    CHECK(response.headers().get("location") == "/elsewhere");
    CHECK(response.url() == url);
    const std::string body = co_await response.read();
    CHECK(body == "moved");
}

aio::Coro<void> check_text(aio::Session& session, aio::Url url) {
    aio::Response response = co_await session.get(std::move(url));
    const std::string text = co_await response.text();
    CHECK(text == "caf\xc3\xa9");
}

}  // namespace

TEST_CASE("A page is fetched with get and read, as the chapter promises",
          "[web][session][L15][L47][H01]") {
    Bench bench;
    ScriptedServer server(bench.loop, {reply(ok("hello", "X-Kind: test\r\n"))});
    aio::Session session(bench.loop);
    const Fetched page = get(bench, session, server.url("/353/"));
    CHECK(page.error.empty());
    CHECK(page.status == 200);
    CHECK(page.body == "hello");
}

TEST_CASE("A request has path and query, and never a fragment", "[web][session][H03]") {
    const std::string request = request_for(aio::Url::parse("http://a.test/x/y?z=1#part"));
    CHECK(request.starts_with("GET /x/y?z=1 HTTP/1.1\r\n"));
    CHECK(request_for(aio::Url::parse("http://a.test")).starts_with("GET / HTTP/1.1\r\n"));
}

TEST_CASE("A request has exactly one Host, with the port if the URL names one",
          "[web][session][H03][H04][bug-G36]") {
    const std::string plain = request_for(aio::Url::parse("http://user:pass@a.test/"));
    CHECK(count(plain, "Host:") == 1);
    CHECK(count(plain, "\r\nHost: a.test\r\n") == 1);
    const std::string with_port = request_for(aio::Url::parse("http://a.test:8080/"));
    CHECK(count(with_port, "Host:") == 1);
    CHECK(count(with_port, "\r\nHost: a.test:8080\r\n") == 1);
}

TEST_CASE("A server on IPv6 is reached, and Host has its brackets",
          "[web][session][H04][bug-D38]") {
    Bench bench;
    std::optional<ScriptedServer> server;
    try {
        server.emplace(bench.loop, std::vector<Script>{reply(ok("six"))},
                       aio::Address::ipv6_loopback(0));
    } catch (const std::system_error&) {
        WARN("there is no IPv6 here");
        return;
    }
    aio::Session session(bench.loop);
    CHECK(get(bench, session, server->url()).body == "six");
    REQUIRE(server->requests().size() == 1);
    CHECK(count(server->requests()[0], "\r\nHost: " + server->address().str() + "\r\n") == 1);
}

TEST_CASE("Headers of the request win over the session's, and those over the defaults",
          "[web][session][H05]") {
    const aio::Url url = aio::Url::parse("http://a.test/");
    aio::SessionOptions options;
    CHECK(count(request_for(url, options), "User-Agent: crawler-from-scratch/1.0\r\n") == 1);
    options.headers = {{"User-Agent", "mine"}, {"X-Both", "session"}, {"X-One", "1"}};
    CHECK(count(request_for(url, options), "User-Agent: mine\r\n") == 1);
    aio::RequestOptions own;
    own.headers = {{"x-both", "request"}, {"x-both", "twice"}};
    const std::string request = request_for(url, options, own);
    CHECK(count(request, "x-both: request\r\nx-both: twice\r\n") == 1);
    CHECK(count(request, "X-Both") == 0);
    CHECK(count(request, "X-One: 1\r\n") == 1);
    CHECK(count(request, "User-Agent:") == 1);
}

TEST_CASE("A redirect comes back as it is", "[web][session][H33]") {
    Bench bench;
    ScriptedServer server(bench.loop, {reply("HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\n"
                                             "Content-Length: 5\r\n\r\nmoved")});
    aio::Session session(bench.loop);
    run(bench, check_redirect(session, server.url("/here")));
    CHECK(server.requests().size() == 1);
}

TEST_CASE("Text is decoded by the charset of its Content-Type", "[web][session][H38]") {
    Bench bench;
    ScriptedServer server(
        bench.loop, {reply(ok("caf\xe9", "Content-Type: text/html; charset=\"ISO-8859-1\"\r\n"))});
    aio::Session session(bench.loop);
    run(bench, check_text(session, server.url()));
}

TEST_CASE("Schemes other than http are refused before a socket is opened", "[web][session][H32]") {
    Bench bench;
    aio::Session session(bench.loop);
    const std::size_t before = open_descriptors();
    for (const std::string scheme : {"https", "ftp", "mailto"}) {
        const Fetched page = get(bench, session, aio::Url::parse(scheme + "://127.0.0.1/"));
        CHECK(page.error == "UnsupportedScheme: " + scheme + " is not supported");
    }
    CHECK(open_descriptors() == before);
    CHECK(session.pool().in_use() == 0);
}

TEST_CASE("A status of 400 and more is an error if the caller says so", "[web][session]") {
    Bench bench;
    const std::string missing = "HTTP/1.1 404 Not Here\r\nContent-Length: 2\r\n\r\nno";
    ScriptedServer server(bench.loop, {serve(missing)});
    aio::SessionOptions options;
    options.raise_for_status = true;
    aio::Session session(bench.loop, options);
    CHECK(get(bench, session, server.url()).error ==
          "HttpStatusError: the server answered 404 \"Not Here\"");
    aio::RequestOptions calm;
    calm.raise_for_status = false;
    CHECK(get(bench, session, server.url(), calm).body == "no");
    CHECK(server.connections() == 1);
}

TEST_CASE("A name is mapped to another address for the connection only", "[web][session][H40]") {
    Bench bench;
    ScriptedServer server(bench.loop, {reply(ok("mapped"))});
    aio::SessionOptions options;
    options.hostname_mapping = {{"xkcd.com", server.address().str()}};
    aio::Session session(bench.loop, options);
    CHECK(get(bench, session, aio::Url::parse("http://xkcd.com/353/")).body == "mapped");
    REQUIRE(server.requests().size() == 1);
    CHECK(count(server.requests()[0], "\r\nHost: xkcd.com\r\n") == 1);
}

TEST_CASE("Headers that cannot be sent are the caller's mistake", "[web][session]") {
    Bench bench;
    aio::Session session(bench.loop);
    aio::RequestOptions wrong;
    wrong.headers = {{"X", "a\r\nY: b"}};
    const aio::Url url = aio::Url::parse("http://127.0.0.1:1/");
    CHECK_THROWS_AS(get(bench, session, url, wrong), std::invalid_argument);
    CHECK(session.pool().in_use() == 0);
}
