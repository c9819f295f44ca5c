// 02_generator.cpp: a generator, driven by hand from one co_yield to the next.
//
// Chapter: "How Generators Work", L19 to L28.
// What you see: that calling gen_fn runs nothing; after each send, what it printed, what it
// yielded, and at which line it is suspended; at its end, StopIteration with what it returned.
//
// The one thing to know: co_yield works in both directions. Its operand comes out of send(), and
// what the next send() is given becomes its value.
//
// Left out on purpose: how Generator does this (generator.hpp).
#include <fmt/core.h>

#include <string>

#include "stage2_coroutines/generator.hpp"

namespace {

using sketch::none;
using Generator = sketch::Generator<int, std::string, std::string>;

// [gen-fn]
Generator gen_fn() {
    const std::string result = co_yield 1;
    fmt::print("result of yield: {}\n", result);
    const std::string result2 = co_yield 2;
    fmt::print("result of 2nd yield: {}\n", result2);
    co_return "done";
}
// [/gen-fn]

// [can-be-coroutine]
// A function is a coroutine if co_await, co_yield or co_return stands in its body. It must return
// a type that has a promise_type; from outside, this is all that can be seen of it.
template <class Function> constexpr bool can_be_coroutine = false;
template <class R, class... Arguments>
constexpr bool can_be_coroutine<R(Arguments...)> = requires { typename R::promise_type; };

static_assert(can_be_coroutine<decltype(gen_fn)>);
static_assert(!can_be_coroutine<std::string()>);
// [/can-be-coroutine]

void show_place(const Generator& gen) {
    if (gen.line() < 0) return fmt::print("  not started\n");
    fmt::print("  suspended in line {}\n", gen.line());
}

}  // namespace

int main() {
    // [make-generator]
    Generator gen = gen_fn();
    // [/make-generator]
    fmt::print("gen_fn() has made a generator, and has printed nothing\n");

    // [look-at-generator]
    fmt::print("  name: {}\n", gen.name());
    fmt::print("  frame: {} bytes at {}\n", gen.frame_size(), gen.frame_address());
    show_place(gen);
    // [/look-at-generator]

    // [send-none]
    int yielded = gen.send(none);
    fmt::print("send(none) returned {}\n", yielded);
    show_place(gen);
    // [/send-none]

    // [send-hello]
    yielded = gen.send("hello");
    fmt::print("send(\"hello\") returned {}\n", yielded);
    show_place(gen);  // The local `result` in its frame is "hello": a debugger shows it.
    // [/send-hello]

    // [send-goodbye]
    try {
        gen.send("goodbye");
    } catch (const sketch::StopIteration<std::string>& stop) {
        fmt::print("StopIteration: {}\n", stop.value);
    }
    // [/send-goodbye]
    return 0;
}
