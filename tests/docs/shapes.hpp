// shapes.hpp: coroutine shapes that compilers get wrong, and sleeps in tests.
//
// docs/design.md lists the shapes, with the compiler that fails on each. They compile without a
// warning and then skip a body, destroy something twice or evaluate it three times.
//
// The one thing to know: only code is searched, so that a comment may show a shape as an example.
//
// Left out on purpose: strings in braces as arguments of an awaited call. g++ refuses those itself.
#pragma once

#include "tests/docs/source_tree.hpp"

namespace aio::docs {

// Complains about co_await or co_yield
// - in the parentheses of if, while, switch and for (a range-for may await its container),
// - in a statement with ?:,
// - inside a Catch2 macro,
// - inside the braces of an initialiser;
// about a lambda with captures in a statement that awaits, and about one that is a coroutine.
std::vector<Complaint> check_coroutine_shapes(const File& file);

// Complains about every call that makes a test wait for the wall clock.
std::vector<Complaint> check_sleeps(const File& file);

}  // namespace aio::docs
