// test_listing_table.cpp: the table of the chapter's listings says where each one stands.
//
// The first test reads docs/README.md, the sources and the programs of this build, and prints how
// many listings are not built yet; the others show on one row that each fault is found.
#include "tests/docs/listing_table.hpp"
#include "tests/docs/programs.hpp"
#include "tests/support/catch.hpp"

#include <fmt/core.h>

#include <algorithm>

using namespace aio::docs;

namespace {

const std::string to_region = "[core/a.hpp twice](../core/a.hpp)";

std::string table_with(const std::string& first_row, std::size_t rows = 68) {
    std::string text = first_row + "\n";
    for (std::size_t i = 2; i <= rows; ++i) {
        text += fmt::format("| L{:02} | s | t | see L01 | - | - |\n", i);
    }
    return text;
}

std::string table_complaints(const std::string& table) {
    const File page{"docs/README.md", table};
    const std::vector<Region> regions{{"core/a.hpp", "twice", 1, ""}};
    return to_text(check_listing_table(page, regions, {"L01"}, {{"demo", "/bin/demo"}}));
}

}  // namespace

TEST_CASE("The table has a row for each listing, and what it names exists", "[docs]") {
    std::vector<Region> regions;
    std::vector<Complaint> elsewhere;
    for (const File& file : region_files()) {
        for (Region& region : regions_of(file, elsewhere)) {
            regions.push_back(std::move(region));
        }
    }
    const File page = read_file("docs/README.md");
    const std::vector<ListingRow> rows = listing_rows_of(page);
    fmt::print("{} of {} listings are not built yet\n",
               std::count_if(rows.begin(), rows.end(), not_built_yet), rows.size());
    const std::string text =
        to_text(check_listing_table(page, regions, tags_of_programs(), programs()));
    INFO(text);
    CHECK(text.empty());
}

TEST_CASE("A row may link to a region, with its tag and its program", "[docs]") {
    CHECK(table_complaints(table_with("| L01 | s | t | " + to_region + " | `[L01]` | `demo` |"))
              .empty());
    CHECK(table_complaints(table_with("| L01 | s | t | " + to_region + " | - | - |")).empty());
}

TEST_CASE("A link to a region that is not there, or to another file, is found", "[docs]") {
    const std::string region = "[core/a.hpp thrice](../core/a.hpp)";
    CHECK(table_complaints(table_with("| L01 | s | t | " + region + " | - | - |")) ==
          "docs/README.md:1: L01: core/a.hpp has no region thrice\n");
    const std::string target = "[core/a.hpp twice](../core/b.hpp)";
    CHECK(table_complaints(table_with("| L01 | s | t | " + target + " | - | - |")) ==
          "docs/README.md:1: L01: the link to core/a.hpp leads to ../core/b.hpp\n");
}

TEST_CASE("A tag or a program that is not there is found", "[docs]") {
    CHECK(table_complaints(table_with("| L01 | s | t | " + to_region + " | `[L02]` | - |")) ==
          "docs/README.md:1: L01: no test program has the tag [L02]\n");
    CHECK(table_complaints(table_with("| L01 | s | t | " + to_region + " | - | `show` |")) ==
          "docs/README.md:1: L01: there is no program show\n");
}

TEST_CASE("A row that is not built yet says so, and its plans are not checked", "[docs]") {
    CHECK(table_complaints(
              table_with("| L01 | s | t | not built yet: `core/b.hpp` | `[L09]` | `x` |"))
              .empty());
    CHECK_FALSE(table_complaints(table_with("| L01 | s | t | later | - | - |")).empty());
    const std::string region = "[core/a.hpp thrice](../core/a.hpp)";
    CHECK_FALSE(
        table_complaints(table_with("| L01 | s | t | not built yet: " + region + " | - | - |"))
            .empty());
}

TEST_CASE("A missing, doubled or misplaced row is found", "[docs]") {
    const std::string first = "| L01 | s | t | " + to_region + " | - | - |";
    CHECK(table_complaints(table_with(first, 67)) ==
          "docs/README.md:1: 67 rows of listings, 68 expected\n");
    CHECK(table_complaints(table_with("| L02 | s | t | " + to_region + " | - | - |")) ==
          "docs/README.md:1: L02: here should be L01\n");
}
