// limits.hpp: how long files, lines and functions may be.
//
// The limits keep a file readable in one sitting and a function within one screen of a debugger.
//
// The one thing to know: functions are found by their braces, with the layout that clang-format
// gives (code_text.hpp). A lambda counts as part of the function it stands in.
//
// Left out on purpose: complexity. A short function can be hard to read, and no count tells.
#pragma once

#include "tests/docs/source_tree.hpp"

namespace aio::docs {

constexpr std::size_t longest_file = 300;
constexpr std::size_t longest_line = 100;
constexpr std::size_t longest_function = 45;

// Complains about a file of more than 300 lines, and about each line of more than 100 columns. A
// character of several bytes is one column.
std::vector<Complaint> check_sizes(const File& file);

// Complains about each function of more than 45 lines, from the first line of its declaration to
// its closing brace.
std::vector<Complaint> check_functions(const File& file);

// Complains about each line with more than one statement. The parts of a for or if are not
// statements of their own, and a body of one statement may stand on its function's line.
std::vector<Complaint> check_statements(const File& file);

}  // namespace aio::docs
