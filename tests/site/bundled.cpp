// bundled.cpp: the bundled site in its thread, asked by plain blocking calls.
//
// The one thing to know: an answer that was read is proof that its request was counted, so no
// test here waits for a number to change.
#include <list>
#include <memory>
#include <system_error>

#include "core/site/bundled_site.hpp"
#include "tests/site/site_support.hpp"
#include "tests/support/catch.hpp"

using namespace std::chrono_literals;
using site_test::Client;
using site_test::exchange;
using site_test::parse_answer;

namespace {

std::string request_for(const std::string& path, const std::string& more = "") {
    return "GET " + path + " HTTP/1.1\r\nHost: xkcd.com\r\n" + more + "\r\n";
}

}  // namespace

TEST_CASE("The blocking fetch of the chapter fetches from the bundled site",
          "[site][threads][L01]") {
    const aio::BundledSite site;
    const std::string bytes = exchange(site.port(), "GET /353/ HTTP/1.0\r\nHost: xkcd.com\r\n\r\n");
    const site_test::Answer answer = parse_answer(bytes);
    CHECK(answer.status == 200);
    CHECK(answer.body == aio::site_page("/353/", 100).body);
    CHECK(answer.headers.get("Content-Length") == std::to_string(answer.body.size()));
    CHECK(answer.headers.get("Connection") == "close");
    CHECK(site.url() == "http://127.0.0.1:" + std::to_string(site.port()) + "/");
}

TEST_CASE("One connection serves many requests until one says close", "[site][threads]") {
    const aio::BundledSite site;
    Client client(site.port());
    for (const char* path : {"/353/", "/chunked/", "/missing/"}) {
        aio::ResponseParser parser("GET");
        client.send(request_for(path));
        client.read_answer(parser);
        CHECK(parser.take_body() == aio::site_page(path, 100).body);
    }
    client.send(request_for("/foo", "Connection: close\r\n"));
    CHECK(parse_answer(client.read_all()).headers.get("Location") == "/baz");
    CHECK(site.connections() == 1);
    CHECK(site.requests() == 4);
}

TEST_CASE("Requests that are sent together are answered in order", "[site][threads]") {
    const aio::BundledSite site;
    Client client(site.port());
    client.send(request_for("/300/") + request_for("/chunked/") + "GET /301/ HTTP/1.0\r\n\r\n" +
                request_for("/302/"));
    for (const char* path : {"/300/", "/chunked/", "/301/"}) {
        aio::ResponseParser parser("GET");
        client.read_answer(parser);
        CHECK(parser.take_body() == aio::site_page(path, 100).body);
    }
    CHECK(client.read_all().empty());
    CHECK(site.hits("/302/") == 0);
}

TEST_CASE("A client that has closed its side still gets its answer", "[site][threads]") {
    const aio::BundledSite site;
    Client client(site.port());
    client.send(request_for("/300/"));
    client.finish_sending();
    CHECK(parse_answer(client.read_all()).body == aio::site_page("/300/", 100).body);
}

TEST_CASE("The site counts requests, connections and each path", "[site][threads]") {
    const aio::BundledSite site;
    const std::string close = "Connection: close\r\n";
    for (const char* path : {"/353/", "/foo", "/353/"})
        exchange(site.port(), request_for(path, close));
    exchange(site.port(), "HEAD /missing/ HTTP/1.0\r\n\r\n");
    exchange(site.port(), "POST / HTTP/1.0\r\n\r\n");
    CHECK(site.requests() == 5);
    CHECK(site.connections() == 5);
    CHECK(site.peak_concurrency() == 1);
    CHECK(site.hits("/353/") == 2);
    CHECK(site.hits("/nowhere/") == 0);
    CHECK(site.hits() == std::map<std::string, int>{{"/353/", 2}, {"/foo", 1}, {"/missing/", 1}});
}

TEST_CASE("Many clients at once are all served", "[site][threads]") {
    const aio::BundledSite site;
    std::list<Client> clients;
    for (int i = 0; i < 200; ++i) clients.emplace_back(site.port());
    for (Client& client : clients) client.send("GET /300/ HTTP/1.0\r\n\r\n");
    for (Client& client : clients) CHECK(parse_answer(client.read_all()).status == 200);
    CHECK(site.hits("/300/") == 200);
    CHECK(site.connections() == 200);
}

TEST_CASE("A site of 100000 comics answers as a small one does", "[site][threads]") {
    aio::SiteOptions options;
    options.pages = 100'000;
    const aio::BundledSite site(options);
    const std::string newest = exchange(site.port(), "GET /100000/ HTTP/1.0\r\n\r\n");
    CHECK(parse_answer(newest).status == 200);
    const std::string beyond = exchange(site.port(), "GET /100001/ HTTP/1.0\r\n\r\n");
    CHECK(parse_answer(beyond).status == 404);
    CHECK(site.options().pages == 100'000);
}

TEST_CASE("A site that cannot start says why to whoever made it", "[site][threads]") {
    const aio::BundledSite site;
    aio::SiteOptions options;
    options.port = site.port();
    CHECK_THROWS_AS(aio::BundledSite(options), std::system_error);
    options.port = 0;
    options.pages = 0;
    CHECK_THROWS_AS(aio::BundledSite(options), std::invalid_argument);
}

TEST_CASE("A site may end at once, or while a request is in flight", "[site][threads]") {
    for (int i = 0; i < 20; ++i) {
        const aio::BundledSite unused;
    }
    aio::SiteOptions options;
    options.latency = 1h;
    const auto site = std::make_unique<aio::BundledSite>(options);
    Client client(site->port());
    client.send(request_for("/353/"));
}

TEST_CASE("The end of the site closes the connections of its clients", "[site][threads]") {
    std::list<Client> clients;
    {
        const aio::BundledSite site;
        const std::string request = request_for("/353/");
        for (const std::string& bytes : {std::string(), std::string("GET /"), request}) {
            clients.emplace_back(site.port());
            clients.back().send(bytes);
        }
        // The last one is answered, so the ones before it were accepted.
        aio::ResponseParser parser("GET");
        clients.back().read_answer(parser);
    }
    for (Client& client : clients) CHECK(client.read_all().empty());
}

TEST_CASE("Two sites in one program do not know of each other", "[site][threads]") {
    const aio::BundledSite one;
    const aio::BundledSite other;
    CHECK(one.port() != other.port());
    exchange(one.port(), "GET / HTTP/1.0\r\n\r\n");
    CHECK(one.requests() == 1);
    CHECK(other.requests() == 0);
}
