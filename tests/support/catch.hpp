// catch.hpp: the one place that knows which Catch2 is installed.
//
// Debian 12 and Ubuntu 22.04 bring version 2 (one header), newer systems version 3 (a library).
// Every test includes this file and nothing of Catch2 besides. The tests use only what both
// versions spell alike: TEST_CASE, SECTION, REQUIRE, CHECK, REQUIRE_THROWS_AS, INFO, CAPTURE.
// BENCHMARK is switched on for version 2; in version 3 it always is.
//
// The one thing to know: never write co_await inside one of these macros. g++ 12.2 evaluates
// such an expression three times (docs/design.md, "Coroutine shapes that are not written here").
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#ifndef CATCH_CONFIG_ENABLE_BENCHMARKING
#define CATCH_CONFIG_ENABLE_BENCHMARKING
#endif
#include <catch2/catch.hpp>
#endif
