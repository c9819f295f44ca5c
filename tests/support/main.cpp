// main.cpp: the main function of every test program.
//
// Compiled once and linked into each, since Catch2 2's own takes half a minute to compile.
// Ctrl-C, --help, tags and sections are Catch2's: `test_loop "[Q11]"` runs what carries that tag.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_session.hpp>

int main(int argc, char* argv[]) { return Catch::Session().run(argc, argv); }
#else
#define CATCH_CONFIG_MAIN
#define CATCH_CONFIG_ENABLE_BENCHMARKING
#include <catch2/catch.hpp>
#endif
