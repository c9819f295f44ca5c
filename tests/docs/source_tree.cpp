// source_tree.cpp: walks the rooms and reads their files (see source_tree.hpp).
//
// The one thing to know: only the rooms are walked, never the top level, so a build tree inside the
// checkout is not looked at.
#include "tests/docs/source_tree.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace aio::docs {

namespace fs = std::filesystem;

namespace {

constexpr std::array rooms{
    "core", "docs", "stage1_callbacks", "stage2_coroutines", "stage3_crawler", "tests", ".ci"};

bool is_cpp(const fs::path& path) {
    return path.extension() == ".cpp" || path.extension() == ".hpp";
}

bool may_hold_regions(const fs::path& path) {
    const std::array endings{".cmake", ".py", ".sh", ".gdb"};
    return is_cpp(path) || path.filename() == "CMakeLists.txt" || path.filename() == "run" ||
           std::find(endings.begin(), endings.end(), path.extension()) != endings.end();
}

bool is_page(const fs::path& path) { return path.extension() == ".md"; }

std::vector<File> files_where(bool (*wanted)(const fs::path&)) {
    const fs::path root = AIO_SOURCE_DIR;
    std::vector<std::string> names;
    for (const char* room : rooms) {
        if (!fs::exists(root / room)) {
            continue;
        }
        for (const auto& entry : fs::recursive_directory_iterator(root / room)) {
            if (entry.is_regular_file() && wanted(entry.path())) {
                names.push_back(entry.path().lexically_relative(root).generic_string());
            }
        }
    }
    std::sort(names.begin(), names.end());
    std::vector<File> files;
    for (const std::string& name : names) {
        files.push_back(read_file(name));
    }
    return files;
}

}  // namespace

std::string to_text(const std::vector<Complaint>& complaints) {
    std::string text;
    for (const Complaint& complaint : complaints) {
        text += fmt::format("{}:{}: {}\n", complaint.file, complaint.line, complaint.text);
    }
    return text;
}

std::vector<File> cpp_files() { return files_where(is_cpp); }

std::vector<File> region_files() { return files_where(may_hold_regions); }

std::vector<File> pages() {
    std::vector<File> files = files_where(is_page);
    files.push_back(read_file("README.md"));
    return files;
}

File read_file(const std::string& name) {
    std::ifstream in(fs::path(AIO_SOURCE_DIR) / name, std::ios::binary);
    if (!in) {
        throw std::runtime_error(fmt::format("cannot read {} in {}", name, AIO_SOURCE_DIR));
    }
    return {name, std::string(std::istreambuf_iterator<char>(in), {})};
}

bool exists_in_tree(const std::string& name) { return fs::exists(fs::path(AIO_SOURCE_DIR) / name); }

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::size_t line_at(std::string_view text, std::size_t position) {
    const std::string_view before = text.substr(0, position);
    return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) {
        return {};
    }
    return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

std::vector<std::string> table_cells(const std::string& line) {
    std::vector<std::string> cells;
    const std::string row = trimmed(line);
    if (row.size() < 2 || row.front() != '|' || row.back() != '|') {
        return cells;
    }
    std::size_t start = 1;
    for (std::size_t bar = row.find('|', 1); bar != std::string::npos; bar = row.find('|', start)) {
        cells.push_back(trimmed(std::string_view(row).substr(start, bar - start)));
        start = bar + 1;
    }
    return cells;
}

}  // namespace aio::docs
