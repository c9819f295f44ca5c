// session_connect.cpp: several addresses, none that answers, a server that answers too early.
#include "tests/support/catch.hpp"
#include "tests/web/resolver_support.hpp"

using namespace aio::test;
using namespace std::chrono_literals;

namespace {

aio::SessionOptions found_at(std::vector<std::string> addresses) {
    aio::SessionOptions options;
    options.look_up = Directory::of(std::move(addresses))->function();
    return options;
}

aio::Url named(const ScriptedServer& server) {
    return aio::Url::parse("http://a.test:" + std::to_string(server.port()) + "/");
}

// More than the buffers of both sides can hold.
aio::Url long_url(const ScriptedServer& server) {
    aio::Url url = server.url();
    url.target = "/" + std::string(8 * 1024 * 1024, 'x');
    return url;
}

}  // namespace

TEST_CASE("A refused connect is an error with address, number and text", "[web][session][H27]") {
    Bench bench;
    aio::Session session(bench.loop);
    const std::string nobody = dead_address().str();
    const aio::Url url = aio::Url::parse("http://" + nobody + "/");
    CHECK(get(bench, session, url).error ==
          "SocketError: cannot connect to " + nobody + ": Connection refused");
    try {
        run(bench, session.get(url));
        FAIL("connected to nobody");
    } catch (const aio::SocketError& error) {
        CHECK(error.code().value() == ECONNREFUSED);
    }
    CHECK(session.pool().in_use() == 0);
}

TEST_CASE("A name without an address is an error of the fetch", "[web][session][H27]") {
    Bench bench;
    aio::Session session(bench.loop, found_at({}));
    CHECK(get(bench, session, aio::Url::parse("http://a.test/"))
              .failed("ResolveError", "the name a.test cannot be resolved"));
    CHECK(session.pool().in_use() == 0);
}

TEST_CASE("Addresses are tried in turn until one connects", "[web][session][H28][bug-D40]") {
    Bench bench;
    ScriptedServer server(bench.loop, {reply(ok("second"))});
    aio::Session session(bench.loop, found_at({"127.0.0.2", "127.0.0.1", "127.0.0.3"}));
    CHECK(get(bench, session, named(server)).body == "second");
    CHECK(server.connections() == 1);
}

TEST_CASE("If no address connects, the last error is reported", "[web][session][H28][bug-D40]") {
    Bench bench;
    const std::size_t before = open_descriptors();
    aio::Session session(bench.loop, found_at({"127.0.0.2", "127.0.0.3"}));
    const std::string port = std::to_string(dead_address().port());
    CHECK(get(bench, session, aio::Url::parse("http://a.test:" + port + "/")).error ==
          "SocketError: cannot connect to 127.0.0.3:" + port + ": Connection refused");
    CHECK(open_descriptors() == before);
}

TEST_CASE("An address that does not answer leaves time for the next", "[web][session][bug-D40]") {
    Bench bench;
    BlackHole hole(bench);
    // The same port on another address of this machine.
    aio::Address other = *aio::Address::from_numeric("127.0.0.4", hole.address().port());
    ScriptedServer server(bench.loop, {reply(ok("alive"))}, other);
    aio::SessionOptions options = found_at({"127.0.0.1", "127.0.0.4"});
    options.connect_timeout = 10s;
    aio::Session session(bench.loop, options);
    const auto task = bench.loop.create_task(fetch(session, named(server)));
    while (bench.loop.fds().size() < 2) run_turns(bench, 1);
    bench.clock.advance(4999ms);
    run_turns(bench);
    CHECK(server.connections() == 0);
    bench.clock.advance(1ms);
    CHECK(bench.loop.run_until_complete(*task).body == "alive");
}

TEST_CASE("A long request is sent whole, however slow the server reads",
          "[web][session][H02][bug-G28]") {
    Bench bench;
    Gate gate;
    ScriptedServer server(bench.loop, {Script(wait_at(gate), reply(ok("read")))});
    aio::Session session(bench.loop);
    const aio::Url url = long_url(server);
    const auto task = bench.loop.create_task(fetch(session, url));
    run_turns(bench);
    gate.open();
    CHECK(bench.loop.run_until_complete(*task).body == "read");
    REQUIRE(server.requests().size() == 1);
    const bool same = server.requests()[0].starts_with("GET " + url.target + " HTTP/1.1\r\n");
    CHECK(same);
    CHECK(session.pool().idle() == 1);
}

TEST_CASE("An answer that comes before the request is sent is delivered",
          "[web][session][bug-C27]") {
    Bench bench;
    const std::string answer = "HTTP/1.1 414 Too Long\r\nContent-Length: 4\r\n\r\nlong";
    Gate never;
    ScriptedServer server(bench.loop, {Script(say(answer), wait_at(never)),
                                       Script(say(answer), hang_up()), reply(ok("next"))});
    aio::Session session(bench.loop);
    for (const std::string kind : {"the server waits", "the server resets"}) {
        CAPTURE(kind);
        const Fetched early = get(bench, session, long_url(server));
        CHECK(early.status == 414);
        CHECK(early.body == "long");
        CHECK(session.pool().idle() == 0);  // Half a request stands in the connection.
    }
    CHECK(get(bench, session, server.url()).body == "next");
}

TEST_CASE("A connection that is reset is an error with number and text", "[web][session][H27]") {
    Bench bench;
    ScriptedServer server(bench.loop, {Script(hear(), reset())});
    aio::Session session(bench.loop);
    CHECK(get(bench, session, server.url()).error ==
          "SocketError: the connection was lost: Connection reset by peer");
    CHECK(session.pool().in_use() == 0);
}
