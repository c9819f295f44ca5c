// session_timeouts.cpp: limits on time, on a clock that the scripts move.
#include "tests/support/catch.hpp"
#include "tests/web/resolver_support.hpp"

using namespace aio::test;
using namespace std::chrono_literals;

namespace {

aio::SessionOptions limits(aio::Duration connect, aio::Duration request) {
    aio::SessionOptions options;
    options.connect_timeout = connect;
    options.request_timeout = request;
    return options;
}

// Runs a fetch, lets it get as far as it can, and lets `passed` pass.
std::string error_after(Bench& bench, aio::Session& session, aio::Url url, aio::Duration passed) {
    const auto task = bench.loop.create_task(fetch(session, std::move(url)));
    run_turns(bench, 20);
    if (task->done()) return "done before: " + task->result().error;
    bench.clock.advance(passed - 1ms);
    run_turns(bench);
    if (task->done()) return "too early: " + task->result().error;
    bench.clock.advance(1ms);
    const std::string error = bench.loop.run_until_complete(*task).error;
    CHECK(session.pool().in_use() == 0);
    CHECK(bench.loop.timer_count() == 0);
    return error;
}

}  // namespace

TEST_CASE("A server that never answers is given up after the request's limit",
          "[web][session][H30]") {
    Bench bench;
    ScriptedServer server(bench.loop, {hear()});
    aio::Session session(bench.loop, limits(1s, 3s));
    CHECK(error_after(bench, session, server.url(), 3s) ==
          "RequestTimeout: timeout while waiting for the answer (the limit is 3 s)");
    run_turns(bench);
    CHECK(server.open() == 0);
}

TEST_CASE("A body that stops is given up after the request's limit", "[web][session][H30]") {
    Bench bench;
    ScriptedServer server(bench.loop,
                          {reply("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n12345")});
    aio::Session session(bench.loop, limits(1s, 3s));
    CHECK(error_after(bench, session, server.url(), 3s) ==
          "RequestTimeout: timeout while reading the body (the limit is 3 s)");
}

TEST_CASE("A server that drips bytes is given up all the same", "[web][session][H30][bug-D33]") {
    Bench bench;
    const auto pass = [&bench] { bench.clock.advance(50ms); };
    ScriptedServer server(bench.loop,
                          {Script(hear(), drip(ok(std::string(1000, 'x')), pass)),
                           Script(hear(), say("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"),
                                  drip(std::string(1000, 'x'), pass))});
    aio::Session session(bench.loop, limits(1s, 300ms));
    const auto start = bench.clock.now();
    CHECK(get(bench, session, server.url()).failed("RequestTimeout", "waiting for the answer"));
    CHECK(bench.clock.now() - start < 500ms);
    CHECK(get(bench, session, server.url()).failed("RequestTimeout", "reading the body"));
    CHECK(bench.clock.now() - start < 1000ms);
}

TEST_CASE("A name that is looked up for too long is given up", "[web][session][H30]") {
    Bench bench;
    const auto directory = Directory::of({"127.0.0.1"});
    directory->hold();
    aio::SessionOptions options = limits(2s, 9s);
    options.look_up = directory->function();
    aio::Session session(bench.loop, options);
    CHECK(error_after(bench, session, aio::Url::parse("http://a.test/"), 2s) ==
          "RequestTimeout: timeout while resolving the name a.test (the limit is 2 s)");
    directory->release();
}

TEST_CASE("A connect that takes too long is given up", "[web][session][H30]") {
    Bench bench;
    BlackHole hole(bench);
    const aio::Url url = aio::Url::parse("http://" + hole.address().str() + "/");
    const std::size_t before = open_descriptors();
    aio::Session session(bench.loop, limits(2s, 9s));
    CHECK(error_after(bench, session, url, 2s) ==
          "RequestTimeout: timeout while connecting to 127.0.0.1 (the limit is 2 s)");
    aio::Session hasty(bench.loop, limits(9s, 1500ms));
    CHECK(error_after(bench, hasty, url, 1500ms) ==
          "RequestTimeout: timeout while connecting to 127.0.0.1 (the limit is 1.5 s)");
    CHECK(open_descriptors() == before);
}

TEST_CASE("A request that cannot be sent in time is given up", "[web][session][H30]") {
    Bench bench;
    Gate never;
    ScriptedServer server(bench.loop, {wait_at(never)});
    aio::Session session(bench.loop, limits(1s, 3s));
    aio::Url url = server.url();
    url.target = "/" + std::string(8 * 1024 * 1024, 'x');
    CHECK(error_after(bench, session, url, 3s) ==
          "RequestTimeout: timeout while sending the request (the limit is 3 s)");
}

TEST_CASE("Time limits count from the call, not from the await", "[web][session][H30]") {
    Bench bench;
    ScriptedServer server(bench.loop, {hear()});
    aio::Session session(bench.loop, limits(1s, 3s));
    aio::Coro<aio::Response> asked = session.get(server.url());
    bench.clock.advance(2s);
    const auto task = bench.loop.create_task(std::move(asked));
    run_turns(bench);
    bench.clock.advance(1s);
    CHECK_THROWS_AS(bench.loop.run_until_complete(*task), aio::RequestTimeout);
}

TEST_CASE("A limit of zero, and none, is no limit", "[web][session][H30]") {
    Bench bench;
    ScriptedServer server(bench.loop,
                          {Script(hear(), bench.pass(1000h), let_turns_pass(), say(ok("late")))});
    aio::SessionOptions options = limits(0s, 0s);
    aio::Session zero(bench.loop, options);
    CHECK(get(bench, zero, server.url()).body == "late");
    options.connect_timeout = options.request_timeout = std::nullopt;
    aio::Session none(bench.loop, options);
    CHECK(get(bench, none, server.url()).body == "late");
}

TEST_CASE("A request's own limit wins over the session's", "[web][session][H30]") {
    Bench bench;
    ScriptedServer server(bench.loop,
                          {Script(hear(), bench.pass(5s), let_turns_pass(), say(ok("late")))});
    aio::Session session(bench.loop, limits(1s, 3s));
    aio::RequestOptions patient;
    patient.request_timeout = 6s;
    CHECK(get(bench, session, server.url(), patient).body == "late");
    aio::Session slow(bench.loop, limits(1s, 60s));
    aio::RequestOptions hasty;
    hasty.request_timeout = 4s;
    CHECK(get(bench, slow, server.url(), hasty).failed("RequestTimeout", "the limit is 4 s"));
}

TEST_CASE("The wait for a free connection counts, and the one in use is not disturbed",
          "[web][session][H31]") {
    Bench bench;
    Gate gate;
    ScriptedServer server(bench.loop, {Script(hear(), wait_at(gate), say(ok("first")))});
    aio::SessionOptions options = limits(2s, 60s);
    options.max_clients = 1;
    aio::Session session(bench.loop, options);
    const auto running = bench.loop.create_task(fetch(session, server.url("/running")));
    run_turns(bench);
    const auto queued = bench.loop.create_task(fetch(session, server.url("/queued")));
    run_turns(bench);
    CHECK(session.pool().waiting() == 1);
    bench.clock.advance(2s);
    CHECK(bench.loop.run_until_complete(*queued).error ==
          "RequestTimeout: timeout in request queue (the limit is 2 s)");
    gate.open();
    CHECK(bench.loop.run_until_complete(*running).body == "first");
    CHECK(server.requests().size() == 1);
    CHECK(session.pool().waiting() == 0);
}

TEST_CASE("After a timeout the place is free for the next", "[web][session][H30][P09]") {
    Bench bench;
    ScriptedServer server(bench.loop, {Script(hear(), bench.pass(3s)), reply(ok("next"))});
    aio::SessionOptions options = limits(1s, 3s);
    options.max_clients = 1;
    aio::Session session(bench.loop, options);
    CHECK(get(bench, session, server.url()).failed("RequestTimeout", "waiting"));
    CHECK(get(bench, session, server.url()).body == "next");
    CHECK(server.connections() == 2);
}
