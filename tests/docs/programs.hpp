// programs.hpp: the programs of this build, and the tags of its tests.
//
// CMake writes a list of its programs, a name and a path a line (AIO_PROGRAM_LIST). The test
// programs among them are asked for their tags; the names of the tests are read from the sources.
//
// The one thing to know: a tag counts only if a program has it. A test in a file that is not
// compiled does not count.
#pragma once

#include "tests/docs/source_tree.hpp"

#include <map>
#include <set>

namespace aio::docs {

// Where each program of this build lies, by its name in CMake.
const std::map<std::string, std::string>& programs();

// The tags of all test programs, brackets left out. Runs each program once. Throws
// std::runtime_error if one of them lists none.
const std::set<std::string>& tags_of_programs();

// The tags in what a test program prints for --list-tags; Catch2 2 and 3 print alike.
std::set<std::string> parse_tags(const std::string& output);

// One TEST_CASE of a source file.
struct TestCase {
    std::string name;
    std::set<std::string> tags;
};

// The TEST_CASEs of a file, in order.
std::vector<TestCase> test_cases_of(const File& source);

}  // namespace aio::docs
