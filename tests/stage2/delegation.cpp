// delegation.cpp: one generator waits for another.
//
// Chapter: "Factoring Coroutines With yield from", L35 to L39.
// The one thing to know: from outside, the two are one generator; only their lines tell who is
// where.
#include "stage2_coroutines/generator.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <vector>

namespace {

using sketch::Exception;
using sketch::None;
using sketch::none;
using Generator = sketch::Generator<int, std::string, std::string>;
using StopIteration = sketch::StopIteration<std::string>;
using Numbers = sketch::Generator<int, None, int>;

Generator gen_fn() {
    const std::string result = co_yield 1;
    const std::string result2 = co_yield 2;
    co_return result + ", " + result2;
}

Generator caller_fn(Generator& gen) {
    const std::string rv = co_await gen;
    co_return "rv: " + rv;
}

std::string value_at_end(Generator& gen, std::optional<std::string> sent) {
    try {
        gen.send(std::move(sent));
    } catch (const StopIteration& stop) {
        return stop.value;
    }
    return "not at its end";
}

Generator thrower() {
    co_yield 1;
    throw Exception("uh oh");
}

Generator passes_on() {
    const std::string rv = co_await thrower();
    co_return rv;
}

Generator outermost() {
    const std::string rv = co_await passes_on();
    co_return rv;
}

Generator catches(std::vector<std::string>& lines) {
    try {
        co_await passes_on();
    } catch (const Exception& exc) {
        lines.push_back(exc.what());
    }
    co_yield 3;
    co_return "went on";
}

// The traceback's functions, from a generator that throws at its second send.
std::vector<std::string> functions_of(Generator gen) {
    std::vector<std::string> functions;
    gen.send(none);
    try {
        gen.send("go");
    } catch (const Exception& exception) {
        for (const auto& site : exception.traceback()) functions.push_back(site.function);
    }
    return functions;
}

Numbers depth(int n) {
    if (n == 0) {
        co_yield 0;
        co_return 0;
    }
    const int below = co_await depth(n - 1);
    co_return below + 1;
}

Numbers ready(int n) {
    co_return n;
    co_yield 0;
}

Numbers sum_of_many(int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        const int one = co_await ready(1);
        sum += one;
    }
    co_return sum;
}

int result_of(Numbers& numbers) {
    try {
        numbers.send(none);
    } catch (const sketch::StopIteration<int>& stop) {
        return stop.value;
    }
    return -1;
}

}  // namespace

TEST_CASE("What the inner generator yields comes out of the outer one, and what is sent goes in",
          "[stage2][delegation][L35][L37][T06]") {
    Generator gen = gen_fn();
    Generator caller = caller_fn(gen);
    CHECK(caller.send(none) == 1);
    CHECK(caller.send("hello") == 2);
    CHECK(value_at_end(caller, "goodbye") == "rv: hello, goodbye");
    CHECK(gen.done());
}

TEST_CASE("The outer generator stays at its line while the inner one moves on",
          "[stage2][delegation][L36]") {
    Generator gen = gen_fn();
    Generator caller = caller_fn(gen);
    caller.send(none);
    const int inner = gen.line();
    const int outer = caller.line();
    caller.send("hello");
    CHECK(caller.line() == outer);
    CHECK(gen.line() == inner + 1);
    CHECK(outer == inner + 6);
}

TEST_CASE("A traceback names each generator that waited, the outermost first",
          "[stage2][delegation][L38]") {
    CHECK(functions_of(outermost()) ==
          std::vector<std::string>{"outermost", "passes_on", "thrower"});
}

TEST_CASE("A traceback has the line of each await, and of the throw", "[stage2][delegation][L38]") {
    Generator gen = passes_on();
    gen.send(none);
    const int await_line = gen.line();
    std::vector<sketch::CallSite> sites;
    try {
        gen.send("go");
    } catch (const Exception& exception) {
        sites = exception.traceback();
    }
    REQUIRE(sites.size() == 2);
    CHECK(sites[0].line == await_line);
    CHECK(sites[1].line == await_line - 4);
    CHECK(std::string(sites[1].file).ends_with("tests/stage2/delegation.cpp"));
}

TEST_CASE("The traceback of what is thrown in ends at the yield",
          "[stage2][delegation][L38][L54]") {
    Generator gen = gen_fn();
    gen.send(none);
    const int yield_line = gen.line();
    try {
        gen.throw_in(Exception("error"));
    } catch (const Exception& exception) {
        REQUIRE(exception.traceback().size() == 1);
        CHECK(exception.traceback().front().function == std::string("gen_fn"));
        CHECK(exception.traceback().front().line == yield_line);
    }
    CHECK(gen.done());
}

TEST_CASE("The outer generator catches what the inner one throws, and goes on",
          "[stage2][delegation][L39][T06]") {
    std::vector<std::string> lines;
    Generator caller = catches(lines);
    CHECK(caller.send(none) == 1);
    CHECK(caller.send("hello") == 3);
    CHECK(lines == std::vector<std::string>{"uh oh"});
    CHECK(value_at_end(caller, "") == "went on");
}

TEST_CASE("What is thrown in appears in the innermost generator", "[stage2][delegation][L54]") {
    Generator gen = gen_fn();
    Generator caller = caller_fn(gen);
    caller.send(none);
    CHECK_THROWS_AS(caller.throw_in(Exception("error")), Exception);
    CHECK(gen.done());
    CHECK(caller.done());
}

TEST_CASE("A generator that has begun by itself may be delegated to", "[stage2][delegation][L35]") {
    Generator gen = gen_fn();
    gen.send(none);
    Generator caller = caller_fn(gen);
    CHECK(caller.send(none) == 2);
    CHECK(value_at_end(caller, "goodbye") == "rv: , goodbye");

    Generator late = gen_fn();
    late.send(none);
    late.send("hello");
    Generator late_caller = caller_fn(late);
    CHECK(value_at_end(late_caller, none) == "rv: hello, ");  // It goes on with nothing sent.
}

TEST_CASE("A generator that waits for another one itself may be delegated to",
          "[stage2][delegation][L35]") {
    Generator gen = gen_fn();
    Generator inner = caller_fn(gen);
    CHECK(inner.send(none) == 1);
    Generator outer = caller_fn(inner);
    CHECK(outer.send(none) == 2);
    CHECK(value_at_end(outer, "goodbye") == "rv: rv: , goodbye");
}

TEST_CASE("Whoever sends to the inner generator gets its StopIteration, and the outer one nothing",
          "[stage2][delegation][L35]") {
    Generator gen = gen_fn();
    Generator caller = caller_fn(gen);
    caller.send(none);
    gen.send("hello");
    CHECK(value_at_end(gen, "goodbye") == "hello, goodbye");
    CHECK_FALSE(caller.done());
    CHECK(value_at_end(caller, "late") == "rv: ");
}

TEST_CASE("A generator that has ended gives nothing to whoever delegates to it",
          "[stage2][delegation][L35]") {
    Generator gen = gen_fn();
    gen.send(none);
    gen.send("hello");
    value_at_end(gen, "goodbye");
    Generator caller = caller_fn(gen);
    CHECK(value_at_end(caller, none) == "rv: ");
}

TEST_CASE("Destroying the outer generator destroys the inner ones", "[stage2][delegation][T19]") {
    const auto counted = std::make_shared<int>(1);
    const auto inner = [](std::shared_ptr<int>) -> Generator {
        co_yield 1;
        co_return "";
    };
    const auto outer = [](Generator gen) -> Generator {
        const std::string rv = co_await gen;
        co_return rv;
    };
    {
        Generator gen = outer(inner(counted));
        gen.send(none);
        CHECK(counted.use_count() == 2);
    }
    CHECK(counted.use_count() == 1);
}

TEST_CASE("A chain of delegations and a million inner generators take no native stack",
          "[stage2][delegation][bug-H9]") {
    Numbers chain = depth(5000);
    CHECK(chain.send(none) == 0);
    CHECK(result_of(chain) == 5000);
    Numbers many = sum_of_many(1000000);
    CHECK(result_of(many) == 1000000);
}
