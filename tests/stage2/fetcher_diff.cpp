// fetcher_diff.cpp: how far the Fetchers of stage 1 and stage 2 are apart.
//
// Chapter: "Building Coroutines With Generators", L30 to L33: the same fetch, once more.
//
// The one thing to know: the difference between the two files is itself a listing of the book, and
// whoever reads it should see callbacks turn into coroutines and nothing else. So its size is
// fixed: a change of only one of them, or a renamed variable, fails here.
#include "tests/support/catch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

namespace {

// Lines of code, without indentation. Comments explain the one or the other and do not count.
std::vector<std::string> code_of(const std::string& name) {
    std::ifstream file(AIO_SOURCE_DIR "/" + name);
    std::vector<std::string> lines;
    std::string line;
    while (std::getline(file, line)) {
        line.erase(0, line.find_first_not_of(' '));
        if (!line.empty() && !line.starts_with("//")) lines.push_back(line);
    }
    return lines;
}

// How many lines the two have in common, in the same order: the longest common subsequence.
std::size_t common_lines(const std::vector<std::string>& one, const std::vector<std::string>& two) {
    std::vector<std::size_t> row(two.size() + 1, 0);
    for (const std::string& line : one) {
        std::size_t diagonal = 0;
        for (std::size_t j = 0; j < two.size(); ++j) {
            const std::size_t above = row[j + 1];
            row[j + 1] = line == two[j] ? diagonal + 1 : std::max(above, row[j]);
            diagonal = above;
        }
    }
    return row.back();
}

// How many lines of this file stand in only one of the two stages.
std::size_t difference(const std::string& file) {
    const auto one = code_of("stage1_callbacks/" + file);
    const auto two = code_of("stage2_coroutines/" + file);
    const std::size_t common = common_lines(one, two);
    fmt::print("{}: {} lines only in stage 1, {} only in stage 2, {} in both\n", file,
               one.size() - common, two.size() - common, common);
    REQUIRE(common > 20);
    return one.size() + two.size() - 2 * common;
}

}  // namespace

TEST_CASE("Lines are compared in order", "[stage2][diff]") {
    CHECK(common_lines({"a", "b", "c"}, {"a", "x", "c", "b"}) == 2);
    CHECK(common_lines({"a"}, {"b"}) == 0);
}

TEST_CASE("The Fetchers of stages 1 and 2 differ where the lesson is", "[stage2][diff][L30]") {
    CHECK(difference("fetcher.cpp") <= 108);
    CHECK(difference("fetcher.hpp") <= 30);
}

TEST_CASE("The programs of stages 1 and 2 differ in the trace and the task", "[stage2][diff]") {
    CHECK(difference("main.cpp") <= 24);
}
