// session_pool.cpp: which connections are used again, and which are not.
#include <fcntl.h>
#include <unistd.h>

#include "tests/support/catch.hpp"
#include "tests/web/session_support.hpp"

using namespace aio::test;
using namespace std::chrono_literals;

namespace {

// How many connections two fetches need if the server's first answer is this.
std::size_t connections_for_two(const std::string& first_answer) {
    Bench bench;
    ScriptedServer server(bench.loop,
                          {Script(reply(first_answer), serve(ok("second"))), serve(ok("second"))});
    aio::Session session(bench.loop);
    get(bench, session, server.url());
    CHECK(get(bench, session, server.url()).body == "second");
    CHECK(server.requests().size() == 2);
    CHECK(session.pool().in_use() == 0);
    return server.connections();
}

// As long as the server keeps it open, this answer ends only when it is closed.
std::size_t connections_after_close(const std::string& first_answer) {
    Bench bench;
    ScriptedServer server(bench.loop,
                          {Script(reply(first_answer), hang_up()), serve(ok("second"))});
    aio::Session session(bench.loop);
    get(bench, session, server.url());
    CHECK(session.pool().idle() == 0);
    CHECK(get(bench, session, server.url()).body == "second");
    return server.connections();
}

aio::Coro<void> head_then_get(aio::Session& session, aio::Url url) {
    aio::Response response = co_await session.head(url);
    CHECK(response.headers().get("Content-Length") == "7");
    const std::string body = co_await response.read();
    CHECK(body.empty());
}

}  // namespace

TEST_CASE("Two requests to one server use one connection", "[web][session][L50][P01][P04]") {
    CHECK(connections_for_two(ok("first")) == 1);
    CHECK(connections_for_two(ok("")) == 1);
    CHECK(connections_for_two("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                              "2\r\nhi\r\n0\r\nX: trailer\r\n\r\n") == 1);
}

TEST_CASE("Answers without a body leave the connection usable",
          "[web][session][P04][H14][bug-D11]") {
    CHECK(connections_for_two("HTTP/1.1 204 No Content\r\n\r\n") == 1);
    CHECK(connections_for_two("HTTP/1.1 304 Not Modified\r\nContent-Length: 42\r\n\r\n") == 1);
}

TEST_CASE("After HEAD the connection is usable", "[web][session][P04][H13]") {
    Bench bench;
    ScriptedServer server(bench.loop, {Script(reply("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n"),
                                              reply(ok("seven!!")))});
    aio::Session session(bench.loop);
    run(bench, head_then_get(session, server.url("/h")));
    CHECK(get(bench, session, server.url()).body == "seven!!");
    CHECK(server.connections() == 1);
    CHECK(server.requests()[0].starts_with("HEAD /h HTTP/1.1\r\n"));
}

TEST_CASE("An answer that says close ends its connection",
          "[web][session][P03][P06][bug-D17][bug-D18]") {
    CHECK(connections_for_two(ok("x", "Connection: close\r\n")) == 2);
    CHECK(connections_for_two(ok("x", "Connection: Keep-Alive, CLOSE\r\n")) == 2);
    CHECK(connections_for_two(ok("x", "Connection: closed\r\n")) == 1);
}

TEST_CASE("A connection of HTTP 1.0 is kept only if the server says so",
          "[web][session][P03][bug-D20]") {
    CHECK(connections_for_two("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx") == 2);
    CHECK(connections_for_two("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n"
                              "Content-Length: 1\r\n\r\nx") == 1);
    CHECK(connections_after_close("HTTP/1.1 200 OK\r\n\r\nto the end") == 2);
}

TEST_CASE("Bytes after an answer are not the next answer", "[web][session][P03][H17][bug-D35]") {
    CHECK(connections_for_two(ok("hi") + ok("evil")) == 2);
    CHECK(connections_for_two(ok("hi") + "x") == 2);
    Bench bench;
    ScriptedServer server(bench.loop, {Script(reply(ok("hi")), let_turns_pass(), say(ok("evil"))),
                                       serve(ok("good"))});
    aio::Session session(bench.loop);
    CHECK(get(bench, session, server.url()).body == "hi");
    CHECK(session.pool().idle() == 1);
    run_turns(bench);
    CHECK(get(bench, session, server.url()).body == "good");
}

TEST_CASE("Connections are not used again for another host or port", "[web][session][P02]") {
    Bench bench;
    ScriptedServer server(bench.loop, {serve(ok("x"))});
    const std::string address = server.address().str();
    aio::SessionOptions options;
    options.hostname_mapping = {{"a.test", address}, {"b.test", address}};
    aio::Session session(bench.loop, options);
    for (const char* url : {"http://a.test/", "http://b.test/", "http://a.test:8080/",
                            "http://a.test/again", "http://A.test:80/more"}) {
        CHECK(get(bench, session, aio::Url::parse(url)).body == "x");
    }
    CHECK(server.connections() == 3);
    CHECK(session.pool().idle() == 3);
}

TEST_CASE("An idle connection that the server closed is replaced", "[web][session][P07][bug-D14]") {
    Bench bench;
    ScriptedServer server(bench.loop, {Script(reply(ok("first")), hang_up()), serve(ok("second"))});
    aio::Session session(bench.loop);
    CHECK(get(bench, session, server.url()).body == "first");
    run_turns(bench);
    CHECK(server.open() == 0);
    CHECK(get(bench, session, server.url()).body == "second");
    CHECK(server.requests().size() == 2);
}

TEST_CASE("A request that meets a closing server is sent once more, on a new connection",
          "[web][session][P07][bug-D14][bug-D15]") {
    for (const Step& end : {hang_up(), reset()}) {
        Bench bench;
        ScriptedServer server(bench.loop,
                              {Script(reply(ok("first")), hear(), end), serve(ok("second"))});
        aio::Session session(bench.loop);
        CHECK(get(bench, session, server.url()).body == "first");
        CHECK(get(bench, session, server.url("/again")).body == "second");
        REQUIRE(server.requests().size() == 3);
        CHECK(server.requests()[1] == server.requests()[2]);
        CHECK(server.connections() == 2);
    }
}

TEST_CASE("A request is sent again only once, and only after a connection from the pool",
          "[web][session][P07][bug-D15]") {
    Bench bench;
    ScriptedServer server(bench.loop,
                          {Script(hear(), hang_up()), Script(reply(ok("x")), hear(), hang_up()),
                           Script(hear(), hang_up())});
    aio::Session session(bench.loop);
    CHECK(get(bench, session, server.url("/fresh")).failed("ServerDisconnected", "without"));
    CHECK(server.requests().size() == 1);
    CHECK(get(bench, session, server.url()).body == "x");
    CHECK(get(bench, session, server.url("/twice")).failed("ServerDisconnected", "without"));
    CHECK(server.requests().size() == 4);
}

TEST_CASE("A request is not sent again once a byte of an answer has come",
          "[web][session][P07][bug-D15]") {
    Bench bench;
    ScriptedServer server(bench.loop, {Script(reply(ok("x")), hear(), say("H"), hang_up())});
    aio::Session session(bench.loop);
    CHECK(get(bench, session, server.url()).body == "x");
    CHECK(get(bench, session, server.url()).failed("ServerDisconnected", "inside the head"));
    CHECK(server.requests().size() == 2);
}

TEST_CASE("A connection expires without a use, and no timer waits for that",
          "[web][session][P08]") {
    Bench bench;
    ScriptedServer server(bench.loop, {serve(ok("x"))});
    aio::Session session(bench.loop);
    get(bench, session, server.url());
    CHECK(bench.loop.timer_count() == 0);
    bench.clock.advance(14'999ms);
    get(bench, session, server.url());
    CHECK(server.connections() == 1);
    bench.clock.advance(15s);
    get(bench, session, server.url());
    CHECK(server.connections() == 2);
    run_turns(bench);
    CHECK(server.open() == 1);
    CHECK(session.pool().idle() == 1);
}

TEST_CASE("Expired connections to other hosts are closed when one is opened",
          "[web][session][P08]") {
    Bench bench;
    ScriptedServer first(bench.loop, {serve(ok("x"))});
    ScriptedServer second(bench.loop, {serve(ok("y"))});
    aio::Session session(bench.loop);
    get(bench, session, first.url());
    bench.clock.advance(15s);
    get(bench, session, second.url());
    run_turns(bench);
    CHECK(first.open() == 0);
    CHECK(second.open() == 1);
    CHECK(session.pool().idle() == 1);
}

TEST_CASE("A recycled connection is not closed a second time", "[web][session][bug-G30]") {
    Bench bench;
    ScriptedServer server(bench.loop, {serve(ok("x"))});
    aio::Session session(bench.loop);
    std::vector<int> files;
    for (int i = 0; i < 5; ++i) {
        CHECK(get(bench, session, server.url()).body == "x");
        files.push_back(::open("/dev/null", O_RDONLY));
    }
    CHECK(server.connections() == 1);
    for (const int file : files) CHECK(::close(file) == 0);
}
