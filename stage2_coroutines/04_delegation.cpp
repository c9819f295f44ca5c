// 04_delegation.cpp: one generator waits for another, and hands everything through.
//
// Chapter: "Factoring Coroutines With yield from", L35 to L39 (L34 repeats L19).
// What you see: values that pass through caller_fn, which stays at its line, to gen_fn, which moves
// on. Then an exception of gen_fn: its traceback names both, and caller_fn can catch it.
//
// The one thing to know: `co_await gen` is Python's `yield from gen`, and its value is what gen
// returns. Whoever sends to caller_fn cannot tell that another one answers.
//
// Left out on purpose: how send() finds the innermost generator (generator.hpp, run).
#include <fmt/core.h>

#include <string>

#include "stage2_coroutines/generator.hpp"

using sketch::Exception;
using sketch::none;
using Generator = sketch::Generator<int, std::string, std::string>;
using StopIteration = sketch::StopIteration<std::string>;

// Sends, and prints what comes out.
void send(Generator& generator, std::optional<std::string> value) {
    try {
        fmt::print("{}\n", generator.send(std::move(value)));
    } catch (const StopIteration& stop) {
        fmt::print("{}\n", stop.what());
    }
}

namespace values {

Generator gen_fn() {
    const std::string result = co_yield 1;
    fmt::print("result of yield: {}\n", result);
    const std::string result2 = co_yield 2;
    fmt::print("result of 2nd yield: {}\n", result2);
    co_return "done";
}

// [caller-fn]
Generator caller_fn(Generator& gen) {
    // [co-await-gen]
    const std::string rv = co_await gen;
    // [/co-await-gen]
    fmt::print("return value of co_await: {}\n", rv);
    co_return "";
}
// [/caller-fn]

}  // namespace values

namespace traceback {

// [gen-fn-throws]
Generator gen_fn() {
    throw Exception("my error");
    co_return "";  // Without a co_ keyword it would be a plain function.
}

Generator caller_fn() {
    const std::string rv = co_await gen_fn();
    co_return rv;
}
// [/gen-fn-throws]

}  // namespace traceback

namespace handler {

// [caller-fn-catches]
Generator gen_fn() {
    co_yield 1;
    throw Exception("uh oh");
}

Generator caller_fn() {
    try {
        co_await gen_fn();
    } catch (const Exception& exc) {
        fmt::print("caught {}\n", exc.what());
    }
    co_return "";
}
// [/caller-fn-catches]

}  // namespace handler

int main() {
    // [drive-caller]
    Generator gen = values::gen_fn();
    Generator caller = values::caller_fn(gen);
    send(caller, none);
    fmt::print("caller_fn is in line {}, gen_fn in line {}\n", caller.line(), gen.line());
    send(caller, "hello");
    fmt::print("caller_fn is in line {}, gen_fn in line {}\n", caller.line(), gen.line());
    send(caller, "goodbye");
    // [/drive-caller]
    try {
        traceback::caller_fn().send(none);
    } catch (const Exception& exception) {
        sketch::print_traceback(exception);
    }
    Generator catching = handler::caller_fn();
    send(catching, none);
    send(catching, "hello");
    return 0;
}
