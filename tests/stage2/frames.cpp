// frames.cpp: frames of functions on the stack, and of coroutines on the heap.
//
// Chapter: "How Generators Work", L16 to L18.
// The one thing to know: the tests ask for the frame's address, not for a local's. A sanitizer may
// keep locals elsewhere.
#include "stage2_coroutines/generator.hpp"
#include "tests/support/catch.hpp"

#include <cstdint>
#include <string>

namespace {

using sketch::none;
using Generator = sketch::Generator<const int*, sketch::None, int>;

std::uintptr_t address_of(const void* place) { return reinterpret_cast<std::uintptr_t>(place); }

std::uintptr_t distance(std::uintptr_t one, std::uintptr_t two) {
    return one > two ? one - two : two - one;
}

[[gnu::noinline]] std::uintptr_t bar() { return address_of(__builtin_frame_address(0)); }

struct Frames {
    std::uintptr_t foo;
    std::uintptr_t bar;
};

[[gnu::noinline]] Frames foo() {
    Frames frames{address_of(__builtin_frame_address(0)), 0};
    frames.bar = bar();
    return frames;
}

constexpr std::uintptr_t a_megabyte = 1024 * 1024;

Generator remember(int number) {
    const int local = number;
    co_yield &local;
    co_return local;
}

}  // namespace

TEST_CASE("A called function has its frame beside its caller's, and the next one the same place",
          "[stage2][frames][L16][L17]") {
    const Frames frames = foo();
    CHECK(frames.foo != frames.bar);
    CHECK(distance(frames.foo, frames.bar) < a_megabyte);
    CHECK(foo().bar == frames.bar);
}

TEST_CASE("A coroutine has its locals in its frame, far from the stack", "[stage2][frames][L18]") {
    Generator gen = remember(353);
    const auto local = address_of(gen.send(none));
    const auto frame = address_of(gen.frame_address());
    CHECK(local > frame);
    CHECK(local < frame + gen.frame_size());
    CHECK(distance(frame, foo().foo) > a_megabyte);
}

TEST_CASE("A frame lives on after the calls that came and went", "[stage2][frames][L18]") {
    Generator one = remember(353);
    Generator two = remember(354);
    const int* const first = one.send(none);
    const int* const second = two.send(none);
    CHECK(first != second);
    foo();
    CHECK(*first == 353);
    CHECK(*second == 354);
}
