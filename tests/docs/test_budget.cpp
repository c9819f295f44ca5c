// test_budget.cpp: the mechanism stays within 500 lines of code ("500 Lines or Less").
//
// The first test prints the figure of each file and of all, and for comparison that of the files
// beside them, which hold backends, timeouts and reports. The others show what is counted.
//
// The one thing to know: denser text is no way to meet the budget. test_limits.cpp looks for that.
#include "tests/docs/budget.hpp"
#include "tests/support/catch.hpp"

#include <fmt/core.h>

using namespace aio::docs;

namespace {

std::size_t code_lines_in(const std::string& folder) {
    std::size_t total = 0;
    for (const File& file : cpp_files()) {
        total += file.name.compare(0, folder.size(), folder) == 0 ? code_lines(file.text) : 0;
    }
    return total;
}

}  // namespace

TEST_CASE("The mechanism stays within its budget of 500 lines of code", "[docs][budget]") {
    std::size_t total = 0;
    for (const File& file : mechanism_files()) {
        const std::size_t lines = code_lines(file.text);
        fmt::print("{:4} lines of code in {}\n", lines, file.name);
        total += lines;
    }
    fmt::print("{:4} lines of code in the mechanism, {} allowed\n", total, mechanism_budget);
    std::size_t members = 0;
    for (const File& file : files_with_members()) members += code_lines(file.text);
    fmt::print("{:4} lines of code in files beside it that define members of its classes\n",
               members);
    fmt::print("{:4} lines of code in the other files of core/loop\n",
               code_lines_in("core/loop/") - total - members);
    CHECK(total > 0);
    CHECK(total <= mechanism_budget);
}

TEST_CASE("The page of decisions names each file that holds members and is not counted",
          "[docs][budget]") {
    const File page = read_file("docs/design.md");
    CHECK(files_with_members().size() >= 3);
    for (const File& file : files_with_members()) {
        CAPTURE(file.name);
        const std::string name = file.name.substr(file.name.rfind('/') + 1);
        CHECK(page.text.find("`" + name + "`") != std::string::npos);
    }
}

TEST_CASE("Each part of the mechanism that the budget names exists", "[docs][budget]") {
    for (const std::string& part : mechanism_parts()) {
        CAPTURE(part);
        CHECK((exists_in_tree(part + ".hpp") || exists_in_tree(part + ".cpp")));
    }
}

TEST_CASE("Statements, declarations and labels count as code", "[docs][budget]") {
    CHECK(code_lines("int x = 1;\nclass A {\n  public:\n    void f() { g(); }\n") == 4);
}

TEST_CASE("Blank lines and comments do not count, code before a comment does", "[docs][budget]") {
    CHECK(code_lines("\n   \n// why\n/* a\n b\n c */\nint x;  // why\n") == 1);
}

TEST_CASE("Text that looks like a comment inside a string is code", "[docs][budget]") {
    CHECK(code_lines("auto s = \"// not /* a comment\";\nint x;\n") == 2);
}

TEST_CASE("Includes, pragmas and namespaces do not count", "[docs][budget]") {
    CHECK(code_lines("#pragma once\n#include <map>\n#  include \"a.hpp\"\n"
                     "namespace aio {\nnamespace {\n}  // namespace\nnamespace fs = std;\n") == 0);
    CHECK(code_lines("using namespace aio;\n") == 1);
}

TEST_CASE("Other preprocessor lines count", "[docs][budget]") {
    CHECK(code_lines("#ifdef __linux__\n#define A 1\n#else\n#endif\n") == 4);
}

TEST_CASE("Lines of nothing but brackets, commas and semicolons do not count", "[docs][budget]") {
    CHECK(code_lines("{\n}\n};\n});\n  }, {\n]\n") == 0);
    CHECK(code_lines("} else {\n") == 1);
}
