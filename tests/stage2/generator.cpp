// generator.cpp: a generator by itself: started, sent to, thrown into, and at its end.
//
// Chapter: "How Generators Work" (L19 to L28); L54.
// The one thing to know: what the chapter sees through the next print, these tests see in a list
// that the generator writes to.
#include "stage2_coroutines/generator.hpp"
#include "tests/support/catch.hpp"

#include <fmt/core.h>

#include <string>
#include <vector>

namespace {

using sketch::Exception;
using sketch::none;
using Generator = sketch::Generator<int, std::string, std::string>;
using StopIteration = sketch::StopIteration<std::string>;
using Lines = std::vector<std::string>;

Generator gen_fn(Lines& lines) {
    const std::string result = co_yield 1;
    lines.push_back("result of yield: " + result);
    const std::string result2 = co_yield 2;
    lines.push_back("result of 2nd yield: " + result2);
    co_return "done";
}

Generator gen_that_catches(Lines& lines) {
    try {
        co_yield 1;
    } catch (const Exception& exception) {
        lines.push_back(fmt::format("caught {}", exception.what()));
    }
    co_yield 2;
    co_return "";
}

// What StopIteration brings at the end; fails the test if there is no end.
std::string value_at_end(Generator& gen, std::optional<std::string> sent) {
    try {
        gen.send(std::move(sent));
    } catch (const StopIteration& stop) {
        return stop.value;
    }
    FAIL("the generator has yielded");
    return {};
}

template <class T> constexpr bool has_promise = requires { typename T::promise_type; };

}  // namespace

TEST_CASE("What a coroutine function returns has a promise type", "[stage2][generator][L20]") {
    CHECK(has_promise<Generator>);
    CHECK_FALSE(has_promise<std::string>);
}

TEST_CASE("Calling a generator function runs nothing", "[stage2][generator][L19][L21][T04]") {
    Lines lines;
    const Generator gen = gen_fn(lines);
    CHECK(lines.empty());
    CHECK_FALSE(gen.done());
}

TEST_CASE("A generator that is never started destroys its arguments", "[stage2][generator][T04]") {
    const auto counted = std::make_shared<int>(1);
    const auto keep = [](std::shared_ptr<int>) -> Generator { co_return ""; };
    {
        const Generator gen = keep(counted);
        CHECK(counted.use_count() == 2);
    }
    CHECK(counted.use_count() == 1);
}

TEST_CASE("A generator knows the name of its function", "[stage2][generator][L22]") {
    Lines lines;
    CHECK(gen_fn(lines).name() == std::string("gen_fn"));
    CHECK(gen_that_catches(lines).name() == std::string("gen_that_catches"));
}

TEST_CASE("The suspended line is -1 before the start, and moves on with each send",
          "[stage2][generator][L23][L25]") {
    Lines lines;
    Generator gen = gen_fn(lines);
    CHECK(gen.line() == -1);
    gen.send(none);
    const int first = gen.line();
    CHECK(first > 0);
    gen.send("hello");
    CHECK(gen.line() == first + 2);
}

TEST_CASE("A generator has a frame of its own, of a known size", "[stage2][generator][L18][L25]") {
    Lines lines;
    const Generator one = gen_fn(lines);
    const Generator two = gen_fn(lines);
    CHECK(one.frame_size() > 2 * sizeof(std::string));
    CHECK(one.frame_size() == two.frame_size());
    CHECK(one.frame_address() != two.frame_address());
}

TEST_CASE("Sending none runs to the first yield", "[stage2][generator][L24]") {
    Lines lines;
    Generator gen = gen_fn(lines);
    CHECK(gen.send(none) == 1);
    CHECK(lines.empty());
}

TEST_CASE("A sent value is the value of the yield, and stays in the frame",
          "[stage2][generator][L26][L27]") {
    Lines lines;
    Generator gen = gen_fn(lines);
    Generator other = gen_fn(lines);
    gen.send(none);
    other.send(none);
    CHECK(gen.send("hello") == 2);
    CHECK(other.send("hi") == 2);
    CHECK(lines == Lines{"result of yield: hello", "result of yield: hi"});
}

TEST_CASE("At its end a generator throws StopIteration with what it returned",
          "[stage2][generator][L28]") {
    Lines lines;
    Generator gen = gen_fn(lines);
    gen.send(none);
    gen.send("hello");
    CHECK(value_at_end(gen, "goodbye") == "done");
    CHECK(lines.back() == "result of 2nd yield: goodbye");
    CHECK(gen.done());
    CHECK(value_at_end(gen, "again").empty());
}

TEST_CASE("A generator takes no value before it has reached a yield", "[stage2][generator][L24]") {
    Lines lines;
    Generator gen = gen_fn(lines);
    CHECK_THROWS_AS(gen.send("too early"), std::logic_error);
    CHECK(gen.send(none) == 1);
}

TEST_CASE("An exception thrown in appears at the yield, and leaves the generator",
          "[stage2][generator][L54]") {
    Lines lines;
    Generator gen = gen_fn(lines);
    gen.send(none);
    CHECK_THROWS_AS(gen.throw_in(Exception("error")), Exception);
    CHECK(gen.done());
    CHECK(lines.empty());
    CHECK(value_at_end(gen, none).empty());
}

TEST_CASE("A generator may catch what is thrown in, and yield again", "[stage2][generator][L54]") {
    Lines lines;
    Generator gen = gen_that_catches(lines);
    gen.send(none);
    CHECK(gen.throw_in(Exception("error")) == 2);
    CHECK(lines == Lines{"caught error"});
}

TEST_CASE("An exception thrown into a generator that has not started ends it",
          "[stage2][generator][L54]") {
    Lines lines;
    Generator gen = gen_that_catches(lines);
    CHECK_THROWS_AS(gen.throw_in(Exception("early")), Exception);
    CHECK(gen.done());
    CHECK(lines.empty());
}

TEST_CASE("An exception thrown into a generator that has ended comes back",
          "[stage2][generator][L54]") {
    Lines lines;
    Generator gen = gen_that_catches(lines);
    gen.send(none);
    gen.send(none);
    value_at_end(gen, none);
    CHECK_THROWS_AS(gen.throw_in(Exception("late")), Exception);
}

TEST_CASE("A generator that sends to itself gets an error", "[stage2][generator]") {
    Generator* self = nullptr;
    const auto sends_to = [](Generator*& gen) -> Generator {
        gen->send(none);
        co_return "";
    };
    Generator gen = sends_to(self);
    self = &gen;
    CHECK_THROWS_AS(gen.send(none), std::logic_error);
}
