// resolver_look_up.cpp: look-ups in their threads, shared, given up, late.
#include <stdexcept>

#include "tests/support/catch.hpp"
#include "tests/web/resolver_support.hpp"

using namespace aio::test;
using namespace std::chrono_literals;

TEST_CASE("A name becomes its addresses, in their order, with the port asked for",
          "[web][resolver][threads][H28]") {
    Bench bench;
    aio::Resolver resolver(bench.loop,
                           {{}, Directory::of({"192.0.2.9", "::1", "192.0.2.1"})->function()});
    CHECK(run(bench, resolve(resolver, "a.test", 81)) == "192.0.2.9:81 [::1]:81 192.0.2.1:81");
}

TEST_CASE("A look-up runs in a thread of its own while the loop goes on",
          "[web][resolver][threads][V06]") {
    Bench bench;
    const auto directory = Directory::of({"192.0.2.7"});
    directory->hold();
    aio::Resolver resolver(bench.loop, {{}, directory->function()});
    const auto task = bench.loop.create_task(resolve(resolver, "a.test"));
    run_turns(bench);
    CHECK_FALSE(task->done());
    directory->release();
    CHECK(bench.loop.run_until_complete(*task) == "192.0.2.7:80");
    CHECK(directory->thread() != std::this_thread::get_id());
}

TEST_CASE("A name that cannot be resolved is an error that names it",
          "[web][resolver][threads][H27]") {
    Bench bench;
    aio::Resolver resolver(bench.loop, {{}, Directory::of({}, "who is that")->function()});
    CHECK(run(bench, resolve(resolver, "nobody.test")) ==
          "ResolveError: the name nobody.test cannot be resolved: who is that");
    aio::Resolver empty(bench.loop, {{}, Directory::of({}, "")->function()});
    CHECK(run(bench, resolve(empty, "a.test")) ==
          "ResolveError: the name a.test cannot be resolved: it has no addresses");
}

TEST_CASE("The system finds localhost, and no name with an empty label",
          "[web][resolver][threads][H27]") {
    Bench bench;
    aio::Resolver resolver(bench.loop);
    const std::string local = run(bench, resolve(resolver, "localhost"));
    CHECK((local.find("127.0.0.1:80") != std::string::npos ||
           local.find("[::1]:80") != std::string::npos));
    const std::string none = run(bench, resolve(resolver, "a..b"));
    CHECK(none.starts_with("ResolveError: the name a..b cannot be resolved: "));
}

TEST_CASE("Callers that want one name share one look-up", "[web][resolver][threads][P14]") {
    Bench bench;
    const auto directory = Directory::of({"192.0.2.7"});
    directory->hold();
    aio::Resolver resolver(bench.loop, {{}, directory->function()});
    const auto first = bench.loop.create_task(resolve(resolver, "a.test", 1));
    const auto second = bench.loop.create_task(resolve(resolver, "a.test", 2));
    const auto third = bench.loop.create_task(resolve(resolver, "a.test", 3));
    run_turns(bench);
    first->cancel();
    run_turns(bench);
    CHECK(first->cancelled());
    directory->release();
    CHECK(bench.loop.run_until_complete(*second) == "192.0.2.7:2");
    CHECK(bench.loop.run_until_complete(*third) == "192.0.2.7:3");
    CHECK(directory->calls() == 1);
}

TEST_CASE("An answer that nobody waits for any more is kept for the next",
          "[web][resolver][threads][V06]") {
    Bench bench;
    const auto directory = Directory::of({"192.0.2.7"});
    directory->hold();
    aio::Resolver resolver(bench.loop, {{}, directory->function()});
    const auto cancelled = bench.loop.create_task(resolve(resolver, "a.test"));
    run_turns(bench);
    cancelled->cancel();
    run_turns(bench);
    directory->release();
    CHECK(run(bench, resolve(resolver, "a.test")) == "192.0.2.7:80");
    CHECK(directory->calls() == 1);
}

TEST_CASE("A resolver that goes tells its callers, and drops the late answer",
          "[web][resolver][threads][V04][V06]") {
    Bench bench;
    const auto directory = Directory::of({"192.0.2.7"});
    directory->hold();
    auto resolver = std::make_unique<aio::Resolver>(
        bench.loop, aio::ResolverOptions{{}, directory->function()});
    const auto task = bench.loop.create_task(resolve(*resolver, "a.test"));
    run_turns(bench);
    directory->wait_for_calls(1);
    resolver.reset();
    CHECK(bench.loop.run_until_complete(*task) ==
          "ResolveError: the name a.test cannot be resolved: the look-up was given up");
    directory->release();
    run_turns(bench);
}

TEST_CASE("A look-up that was given up does not answer the next one",
          "[web][resolver][threads][V06]") {
    Bench bench;
    const auto late = Directory::of({"192.0.2.7"});
    late->hold();
    aio::Resolver resolver(bench.loop, {{}, late->function()});
    const auto first = bench.loop.create_task(resolve(resolver, "a.test"));
    run_turns(bench);
    late->wait_for_calls(1);
    resolver.give_up();
    CHECK(bench.loop.run_until_complete(*first).ends_with("given up"));
    const auto second = bench.loop.create_task(resolve(resolver, "a.test"));
    run_turns(bench);
    CHECK_FALSE(second->done());
    late->release();
    CHECK(bench.loop.run_until_complete(*second) == "192.0.2.7:80");
    CHECK(late->calls() == 2);
}

TEST_CASE("An answer is used again for ten seconds, an error is not", "[web][resolver][threads]") {
    Bench bench;
    const auto directory = Directory::of({"192.0.2.7"});
    const auto nobody = Directory::of({});
    aio::Resolver resolver(bench.loop, {{}, directory->function()});
    aio::Resolver failing(bench.loop, {{}, nobody->function()});
    run(bench, resolve(resolver, "a.test"));
    bench.clock.advance(9999ms);
    run(bench, resolve(resolver, "a.test"));
    CHECK(directory->calls() == 1);
    bench.clock.advance(1ms);
    run(bench, resolve(resolver, "a.test"));
    CHECK(directory->calls() == 2);
    run(bench, resolve(failing, "a.test"));
    run(bench, resolve(failing, "a.test"));
    CHECK(nobody->calls() == 2);
}
