// ratios.cpp: the table of the benchmarks, each as a ratio.
//
// Chapter: none.
// The one thing to know: `bench_loop "[ratios]"` prints this table alone. It is the one that
// README.md shows; the statistics of Catch2 are for looking closer at a single row.
#include <fmt/core.h>

#include <cstdio>

#include "tests/bench/asio_side.hpp"
#include "tests/bench/measure.hpp"
#include "tests/support/catch.hpp"

TEST_CASE("Ratios, both sides measured in turn", "[ratios]") {
    if (!bench::asio_side::version()) fmt::print("Asio is not installed: left out\n");
    fmt::print("\n{}", bench::table_head());
    for (const auto& rows :
         {bench::await_rows, bench::turn_rows, bench::hand_over_rows, bench::sleep_rows,
          bench::heap_rows, bench::echo_rows, bench::idle_rows}) {
        for (const bench::Row& row : rows()) {
            fmt::print("{}", bench::table_line(row));
            std::fflush(stdout);
        }
    }
}
