// budget.hpp: counts the mechanism's lines of code, as docs/design.md promises ("Budget").
//
// Not counted: blank lines, comments, #include and #pragma, namespace lines, and lines of nothing
// but brackets, commas and semicolons. Everything else counts, other preprocessor lines too.
//
// The one thing to know: the files are named here. A mechanism that moves to another file has to be
// named here as well.
#pragma once

#include "tests/docs/source_tree.hpp"

namespace aio::docs {

// How many lines of code the mechanism may have.
constexpr std::size_t mechanism_budget = 500;

// The files of the mechanism, without their endings; each has a header, a source, or both.
const std::vector<std::string>& mechanism_parts();

// The files of the mechanism that exist.
std::vector<File> mechanism_files();

// The files of core/loop beside them that define members of the mechanism's classes.
std::vector<File> files_with_members();

// The number of lines of `text` that count.
std::size_t code_lines(std::string_view text);

}  // namespace aio::docs
