// session_close.cpp: responses that are dropped, requests that are cancelled, sessions that go.
#include "tests/support/catch.hpp"
#include "tests/web/resolver_support.hpp"

using namespace aio::test;
using namespace std::chrono_literals;

namespace {

const std::string half = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345";

std::string ok_of(std::size_t size) { return ok(std::string(size, 'x')); }

// What reading the rest of a response comes to.
aio::Coro<std::string> read_error(aio::Response& response) {
    std::string text;
    try {
        text = co_await response.read();
    } catch (const aio::ClientError& error) {
        text = describe(error);
    }
    co_return text;
}

}  // namespace

TEST_CASE("A response that is destroyed unread closes its connection and frees its place",
          "[web][session][P15][V04]") {
    Bench bench;
    ScriptedServer server(bench.loop, {reply(half), serve(ok("next"))});
    aio::SessionOptions options;
    options.max_clients = 1;
    aio::Session session(bench.loop, options);
    std::optional<aio::Response> response = run(bench, session.get(server.url()));
    CHECK(session.pool().in_use() == 1);
    response.reset();
    CHECK(session.pool().in_use() == 0);
    CHECK(session.pool().idle() == 0);
    run_turns(bench);
    CHECK(server.open() == 0);
    CHECK(get(bench, session, server.url()).body == "next");
}

TEST_CASE("A released response gives its connection back if its body has arrived",
          "[web][session][P01][P05][bug-D37]") {
    Bench bench;
    ScriptedServer server(bench.loop,
                          {Script(reply(ok_of(10'000)), reply(ok_of(200'000)), serve(ok("next")))});
    aio::Session session(bench.loop);
    for (int i = 0; i < 2; ++i) {
        aio::Response response = run(bench, session.get(server.url()));
        run_turns(bench);
        response.release();
        response.release();
        CHECK(session.pool().idle() == 1);
        CHECK(session.pool().in_use() == 0);
    }
    CHECK(get(bench, session, server.url()).body == "next");
    CHECK(server.connections() == 1);
}

TEST_CASE("A released response whose body has not arrived closes its connection",
          "[web][session][P05][bug-D37]") {
    Bench bench;
    for (const std::string& answer : {half, ok_of(3'000'000)}) {
        ScriptedServer server(bench.loop, {reply(answer), serve(ok("next"))});
        aio::Session session(bench.loop);
        aio::Response response = run(bench, session.get(server.url()));
        run_turns(bench);
        response.release();
        CHECK(session.pool().idle() == 0);
        CHECK(session.pool().in_use() == 0);
        CHECK(run(bench, read_error(response)) ==
              "ClientError: the connection of this response is closed");
        CHECK(get(bench, session, server.url()).body == "next");
    }
}

TEST_CASE("A broken body frees its place before the response goes", "[web][session][P12]") {
    Bench bench;
    ScriptedServer server(bench.loop, {Script(reply(half), hang_up())});
    aio::Session session(bench.loop);
    aio::Response response = run(bench, session.get(server.url()));
    CHECK(run(bench, read_error(response)).starts_with("IncompleteBodyError"));
    CHECK(session.pool().in_use() == 0);
    CHECK(run(bench, read_error(response)).starts_with("ClientError"));
}

TEST_CASE("A request that is cancelled closes its connection, and no other",
          "[web][session][P12][bug-F22]") {
    Bench bench;
    Gate gate;
    ScriptedServer server(bench.loop, {hear(), Script(hear(), wait_at(gate), say(ok("other")))});
    aio::Session session(bench.loop);
    const auto cancelled = bench.loop.create_task(fetch(session, server.url("/1")));
    const auto other = bench.loop.create_task(fetch(session, server.url("/2")));
    while (server.requests().size() < 2) run_turns(bench, 1);
    cancelled->cancel();
    run_turns(bench);
    CHECK(cancelled->cancelled());
    CHECK(server.open() == 1);
    CHECK(session.pool().in_use() == 1);
    gate.open();
    CHECK(bench.loop.run_until_complete(*other).body == "other");
    CHECK(session.pool().idle() == 1);
}

TEST_CASE("A body whose reading is cancelled frees its place", "[web][session][P12]") {
    Bench bench;
    ScriptedServer server(bench.loop, {reply(half)});
    aio::Session session(bench.loop);
    aio::Response response = run(bench, session.get(server.url()));
    const auto reading = bench.loop.create_task(response.read());
    run_turns(bench);
    reading->cancel();
    run_turns(bench);
    CHECK(reading->cancelled());
    CHECK(session.pool().in_use() == 0);
    run_turns(bench);
    CHECK(server.open() == 0);
}

TEST_CASE("A closed session has closed its idle connections and refuses requests",
          "[web][session][P13]") {
    Bench bench;
    ScriptedServer server(bench.loop, {serve(ok("x"))});
    aio::Session session(bench.loop);
    get(bench, session, server.url());
    run_turns(bench);
    CHECK(server.open() == 1);
    session.close();
    session.close();
    run_turns(bench);
    CHECK(server.open() == 0);
    CHECK(session.pool().idle() == 0);
    CHECK(get(bench, session, server.url()).error == "SessionClosed: the session is closed");
    CHECK(server.connections() == 1);
}

TEST_CASE("Closing a session ends requests that wait for an answer, or for a place",
          "[web][session][P13]") {
    Bench bench;
    ScriptedServer server(bench.loop, {hear()});
    aio::SessionOptions options;
    options.max_clients = 1;
    aio::Session session(bench.loop, options);
    const auto waits = bench.loop.create_task(fetch(session, server.url()));
    const auto queued = bench.loop.create_task(fetch(session, server.url()));
    while (server.requests().empty()) run_turns(bench, 1);
    session.close();
    CHECK(bench.loop.run_until_complete(*waits).failed("SessionClosed", "closed"));
    CHECK(bench.loop.run_until_complete(*queued).failed("SessionClosed", "closed"));
    run_turns(bench);
    CHECK(server.open() == 0);
    CHECK(session.pool().in_use() == 0);
}

TEST_CASE("A connect under way is closed when the session has gone", "[web][session][P13][V04]") {
    Bench bench;
    ScriptedServer server(bench.loop, {serve(ok("x"))});
    auto session = std::make_unique<aio::Session>(bench.loop);
    const auto connects = bench.loop.create_task(fetch(*session, server.url()));
    bench.loop.call_soon([&bench] { bench.loop.stop(); });
    bench.loop.run_forever();  // One turn: the connect has begun.
    CHECK(session->pool().in_use() == 1);
    session.reset();
    CHECK(bench.loop.run_until_complete(*connects).failed("SessionClosed", "closed"));
    run_turns(bench);
    CHECK(server.open() == 0);
    CHECK(server.requests().empty());
}

TEST_CASE("A look-up under way ends when the session is closed", "[web][session][P13][V06]") {
    Bench bench;
    const auto directory = Directory::of({"127.0.0.1"});
    directory->hold();
    aio::SessionOptions options;
    options.look_up = directory->function();
    auto session = std::make_unique<aio::Session>(bench.loop, options);
    const auto task = bench.loop.create_task(fetch(*session, aio::Url::parse("http://a.test/")));
    run_turns(bench);
    session.reset();
    CHECK(bench.loop.run_until_complete(*task).failed("SessionClosed", "closed"));
    directory->release();
}

TEST_CASE("A response outlives its session, and its unread body is an error",
          "[web][session][P13][V04]") {
    Bench bench;
    ScriptedServer server(bench.loop, {reply(half), reply(ok("all of it"))});
    auto session = std::make_unique<aio::Session>(bench.loop);
    aio::Response unread = run(bench, session->get(server.url("/unread")));
    aio::Response complete = run(bench, session->get(server.url("/complete")));
    session.reset();
    CHECK(run(bench, read_error(unread)) == "SessionClosed: the session is closed");
    unread.release();
    CHECK(unread.status() == 200);
    CHECK(run(bench, read_error(complete)) == "all of it");
    run_turns(bench);
    CHECK(server.open() == 0);
}

TEST_CASE("After a session has gone, no descriptor and no wait is left", "[web][session][V07]") {
    Bench bench;
    const std::size_t before = open_descriptors();
    {
        ScriptedServer server(bench.loop, {serve(ok("x")), reply(half), Script(hear(), hang_up())});
        aio::Session session(bench.loop);
        const aio::Response held = run(bench, session.get(server.url()));
        for (int i = 0; i < 5; ++i) get(bench, session, server.url());
        const auto task = bench.loop.create_task(fetch(session, server.url()));
        run_turns(bench);
        task->cancel();
        run_turns(bench);
    }
    CHECK(open_descriptors() == before);
    CHECK(bench.loop.fds().size() == 0);
    CHECK(bench.loop.timer_count() == 0);
}
