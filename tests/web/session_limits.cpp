// session_limits.cpp: how many connections there may be, and who comes next.
#include "tests/support/catch.hpp"
#include "tests/web/session_support.hpp"

using namespace aio::test;
using namespace std::chrono_literals;

namespace {

using Fetches = std::vector<std::unique_ptr<aio::Task<Fetched>>>;

aio::SessionOptions at_most(std::size_t clients, std::size_t per_host = 0) {
    aio::SessionOptions options;
    options.max_clients = clients;
    options.max_clients_per_host = per_host;
    return options;
}

Fetches start(Bench& bench, aio::Session& session, const ScriptedServer& server, int count) {
    Fetches fetches;
    for (int i = 0; i < count; ++i) {
        const aio::Url url = server.url("/" + std::to_string(i));
        fetches.push_back(bench.loop.create_task(fetch(session, url)));
    }
    return fetches;
}

std::size_t finish(Bench& bench, Fetches& fetches) {
    std::size_t good = 0;
    for (const auto& task : fetches) {
        if (bench.loop.run_until_complete(*task).status == 200) ++good;
    }
    return good;
}

std::shared_ptr<aio::ConnectionPool> pool_of_one(Bench& bench) {
    return std::make_shared<aio::ConnectionPool>(bench.loop, aio::PoolLimits{1, 0, 15s});
}

}  // namespace

TEST_CASE("However many requests start at once, no more connections are opened than allowed",
          "[web][session][P09][P11]") {
    Bench bench;
    ScriptedServer server(bench.loop, {serve(ok("x"))});
    aio::Session session(bench.loop, at_most(2));
    Fetches fetches = start(bench, session, server, 50);
    run_turns(bench, 1);
    CHECK(session.pool().in_use() == 2);
    CHECK(session.pool().waiting() == 48);
    CHECK(finish(bench, fetches) == 50);
    CHECK(server.connections() == 2);
    CHECK(server.peak() == 2);
    CHECK(session.pool().waiting() == 0);
}

TEST_CASE("Without a limit each request gets its connection at once", "[web][session][P09]") {
    Bench bench;
    Gate gate;
    ScriptedServer server(bench.loop, {Script(hear(), wait_at(gate), say(ok("x")))});
    aio::Session session(bench.loop, at_most(0));
    Fetches fetches = start(bench, session, server, 150);
    while (server.requests().size() < 150) run_turns(bench, 1);
    gate.open();
    CHECK(finish(bench, fetches) == 150);
    CHECK(server.peak() == 150);
}

TEST_CASE("Requests that wait are served in the order in which they came", "[web][session][P09]") {
    Bench bench;
    ScriptedServer server(bench.loop, {serve(ok("x"))});
    aio::Session session(bench.loop, at_most(1));
    Fetches fetches = start(bench, session, server, 10);
    CHECK(finish(bench, fetches) == 10);
    REQUIRE(server.requests().size() == 10);
    for (std::size_t i = 0; i < 10; ++i) {
        CHECK(server.requests()[i].starts_with("GET /" + std::to_string(i) + " "));
    }
}

TEST_CASE("A request that comes later does not overtake one that was just let in",
          "[web][session][P09]") {
    Bench bench;
    const auto pool = pool_of_one(bench);
    std::optional<aio::Lease> first = pool->try_acquire("a");
    const auto waiter = bench.loop.create_task(pool->acquire("a"));
    run_turns(bench);
    first->end();
    CHECK_FALSE(pool->try_acquire("a").has_value());  // It is the waiter's already.
    run_turns(bench);
    CHECK(waiter->done());
}

TEST_CASE("One host at its limit does not hold up another", "[web][session][P09]") {
    Bench bench;
    Gate gate;
    ScriptedServer slow(bench.loop,
                        {Script(hear(), wait_at(gate), say(ok("slow")), serve(ok("slow")))});
    ScriptedServer quick(bench.loop, {serve(ok("quick"))});
    aio::Session session(bench.loop, at_most(3, 1));
    Fetches fetches = start(bench, session, slow, 3);
    run_turns(bench);
    CHECK(session.pool().waiting() == 2);
    CHECK(get(bench, session, quick.url()).body == "quick");
    CHECK(session.pool().waiting() == 2);
    gate.open();
    CHECK(finish(bench, fetches) == 3);
    CHECK(slow.peak() == 1);
}

TEST_CASE("A host's limit holds while others come and go", "[web][session][P09]") {
    Bench bench;
    ScriptedServer first(bench.loop, {serve(ok("x"))});
    ScriptedServer second(bench.loop, {serve(ok("y"))});
    aio::Session session(bench.loop, at_most(5, 2));
    Fetches to_first = start(bench, session, first, 20);
    Fetches to_second = start(bench, session, second, 20);
    CHECK(finish(bench, to_first) == 20);
    CHECK(finish(bench, to_second) == 20);
    CHECK(first.peak() == 2);
    CHECK(second.peak() == 2);
}

TEST_CASE("Idle connections count, and the oldest makes room", "[web][session][P09]") {
    Bench bench;
    ScriptedServer oldest(bench.loop, {serve(ok("x"))});
    ScriptedServer older(bench.loop, {serve(ok("y"))});
    ScriptedServer newest(bench.loop, {serve(ok("z"))});
    aio::Session session(bench.loop, at_most(2));
    get(bench, session, oldest.url());
    bench.clock.advance(1s);
    get(bench, session, older.url());
    bench.clock.advance(1s);
    CHECK(session.pool().idle() == 2);
    CHECK(get(bench, session, newest.url()).body == "z");
    run_turns(bench);
    CHECK(oldest.open() == 0);
    CHECK(older.open() == 1);
    CHECK(session.pool().idle() == 2);
}

TEST_CASE("A failed connect lets the next one in", "[web][session][P09]") {
    Bench bench;
    ScriptedServer server(bench.loop, {serve(ok("x"))});
    aio::Session session(bench.loop, at_most(1));
    const aio::Url nobody = aio::Url::parse("http://" + dead_address().str() + "/");
    const auto fails = bench.loop.create_task(fetch(session, nobody));
    Fetches waits = start(bench, session, server, 1);
    CHECK(finish(bench, waits) == 1);
    CHECK(bench.loop.run_until_complete(*fails).failed("SocketError", "refused"));
}

TEST_CASE("A waiter that is cancelled leaves the line", "[web][session][P10][bug-D52]") {
    Bench bench;
    const auto pool = pool_of_one(bench);
    for (int round = 0; round < 100; ++round) {
        std::optional<aio::Lease> holder = pool->try_acquire("a");
        REQUIRE(holder.has_value());
        const auto cancelled = bench.loop.create_task(pool->acquire("a"));
        run_turns(bench, 1);
        cancelled->cancel();
        run_turns(bench, 1);
        holder->end();
        REQUIRE(pool->in_use() == 0);
        REQUIRE(pool->waiting() == 0);
    }
}

TEST_CASE("A waiter that is let in and cancelled in one turn passes its place on",
          "[web][session][P10][bug-D52]") {
    Bench bench;
    const auto pool = pool_of_one(bench);
    std::optional<aio::Lease> holder = pool->try_acquire("a");
    const auto second = bench.loop.create_task(pool->acquire("a"));
    const auto third = bench.loop.create_task(pool->acquire("a"));
    run_turns(bench);
    holder->end();
    second->cancel();
    run_turns(bench);
    CHECK(second->cancelled());
    REQUIRE(third->done());
    aio::Lease lease = std::move(*third).result();
    CHECK(pool->in_use() == 1);
    lease.end();
    CHECK(pool->in_use() == 0);
}
