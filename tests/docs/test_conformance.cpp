// test_conformance.cpp: docs/conformance.md and the tests' tags agree, in both directions.
//
// The first test reads the page, the sources and the test programs of this build, and prints how
// many rows there are; the others show on a few rows that each fault is found.
#include "tests/docs/conformance.hpp"
#include "tests/support/catch.hpp"

#include <fmt/core.h>

using namespace aio::docs;

namespace {

// What is wrong with a page of this one row, next to a test "Works" with the tag [Q01].
std::string fault_of_row(const std::string& row) {
    const std::string table = "\n| id | b | c |\n|---|---|---|\n| Q01 | order | Works |\n";
    const File page{"docs/c.md", table + row + "\n"};
    return to_text(check_conformance(page, {{"Works", {"Q01"}}}, {"Q01", "web", "L68"}));
}

std::vector<TestCase> all_test_cases() {
    std::vector<TestCase> tests;
    for (const File& file : cpp_files()) {
        for (TestCase& test : test_cases_of(file)) {
            tests.push_back(std::move(test));
        }
    }
    return tests;
}

}  // namespace

TEST_CASE("Each behaviour has a test or a reason, and each id tag has a row", "[docs]") {
    const File page = read_file("docs/conformance.md");
    const std::vector<Complaint> complaints =
        check_conformance(page, all_test_cases(), tags_of_programs());
    const std::vector<Behaviour> rows = behaviours_of(page);
    fmt::print("{} behaviours, {} of them not tested for a reason\n", rows.size(),
               count_not_tested(rows));
    INFO(to_text(complaints));
    CHECK(complaints.empty());
    CHECK(rows.size() == 493);
}

TEST_CASE("A row may name a test that carries its tag", "[docs]") {
    CHECK(fault_of_row("").empty());
    CHECK(fault_of_row("| Q02 | size | Works |") ==
          "docs/c.md:5: Q02: no test program has this tag\n");
    const File page{"docs/c.md", "| Q01 | order | Broken |\n"};
    CHECK(to_text(check_conformance(page, {{"Works", {"Q01"}}}, {"Q01"})) ==
          "docs/c.md:1: Q01: no such test with this tag: Broken\n");
}

TEST_CASE("A row without a test needs a reason", "[docs]") {
    CHECK(fault_of_row("| Q27 | variants | not tested: left out |").empty());
    CHECK(fault_of_row("| Q27 | variants | not tested: |") ==
          "docs/c.md:5: Q27: the reason is missing\n");
    CHECK(fault_of_row("| Q27 | variants |  |") == "docs/c.md:5: Q27: the third column is empty\n");
    CHECK(fault_of_row("| Q27 | variants | later |") ==
          "docs/c.md:5: Q27: no test program has this tag\n");
}

TEST_CASE("A reason beside a test is found", "[docs]") {
    const File page{"docs/c.md", "| Q01 | order | not tested: too hard |\n"};
    CHECK(to_text(check_conformance(page, {}, {"Q01"})) ==
          "docs/c.md:1: Q01: a test carries the tag, so the row should name it\n");
}

TEST_CASE("An id with two rows, and a tag without a row, are found", "[docs]") {
    CHECK(fault_of_row("| Q01 | again | Works |") == "docs/c.md:5: Q01: has two rows\n");
    CHECK(to_text(check_conformance({"docs/c.md", ""}, {}, {"bug-B4"})) ==
          "docs/c.md:1: a test carries [bug-B4], which has no row\n");
    const File page{"docs/c.md", "| bug-D42 | no target | not tested: later |\n"};
    CHECK(to_text(check_conformance(page, {}, {"D42"})) ==
          "docs/c.md:1: a test carries [D42], which has no row, [bug-D42] has\n");
}

TEST_CASE("Ids are told from listings and from other tags", "[docs]") {
    for (const char* id : {"S01", "loop-L04", "bug-B4", "A1", "L69"}) {
        CAPTURE(id);
        CHECK(looks_like_id(id));
    }
    for (const char* tag : {"L01", "L68", "web", "stage1", "realtime", "."}) {
        CAPTURE(tag);
        CHECK_FALSE(looks_like_id(tag));
    }
}

TEST_CASE("Tags are read from the output of both versions of Catch2", "[docs]") {
    const std::set<std::string> wanted{"L07", "bug-A1", "queue"};
    CHECK(
        parse_tags("All available tags:\n   1  [bug-A1]\n  12  [L07]\n   3  [queue]\n3 tags\n\n") ==
        wanted);
    CHECK(
        parse_tags("Tags for matching test cases:\n  1  [bug-A1][L07]\n       [queue]\n3 tags\n") ==
        wanted);
}

TEST_CASE("Names and tags of tests are read from their source", "[docs]") {
    const std::vector<TestCase> tests =
        test_cases_of({"t.cpp",
                       "TEST_CASE(\"One\", \"[a][Q01]\") {\n}\n"
                       "TEST_CASE(\"Two \"\n          \"halves\",\n          \"[b]\") {\n}\n"});
    REQUIRE(tests.size() == 2);
    CHECK(tests[0].name == "One");
    CHECK(tests[0].tags == std::set<std::string>{"a", "Q01"});
    CHECK(tests[1].name == "Two halves");
    CHECK(tests[1].tags == std::set<std::string>{"b"});
}
