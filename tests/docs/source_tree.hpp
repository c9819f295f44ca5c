// source_tree.hpp: the repository's own files, as the checks in this folder read them.
//
// Every check is a plain function from files to complaints, so that it can be tried on a few lines
// of text as well as on the tree.
//
// The one thing to know: file names are relative to the source tree and spelled with '/', and the
// tree is the one that the program was compiled from (AIO_SOURCE_DIR, set by tests/CMakeLists.txt).
//
// Left out on purpose: asking git. A new file is checked before it is added.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace aio::docs {

// A file's name and its whole text. Owned by whoever read it.
struct File {
    std::string name;
    std::string text;
};

// What is wrong, and where. Lines count from 1.
struct Complaint {
    std::string file;
    std::size_t line;
    std::string text;
};

// One line for each complaint: file:line: text.
std::string to_text(const std::vector<Complaint>& complaints);

// C++ sources and headers of all rooms, by name.
std::vector<File> cpp_files();
// The above, and build files and scripts: everything that may hold a region for the book.
std::vector<File> region_files();
// README.md, and every page under docs/.
std::vector<File> pages();
// One file; throws std::runtime_error if it cannot be read.
File read_file(const std::string& name);
// True if there is such a file or folder in the source tree.
bool exists_in_tree(const std::string& name);

// The lines of `text` without their line ends.
std::vector<std::string> lines_of(std::string_view text);
// The number of the line in which `position` lies.
std::size_t line_at(std::string_view text, std::size_t position);
// `text` without spaces and tabs at both ends.
std::string trimmed(std::string_view text);
// The cells of a line of a Markdown table, trimmed; empty if the line is not one.
std::vector<std::string> table_cells(const std::string& line);

}  // namespace aio::docs
