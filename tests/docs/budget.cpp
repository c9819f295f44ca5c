// budget.cpp: the mechanism's files, and which of their lines count (see budget.hpp).
//
// The one thing to know: comments are blanked before lines are looked at, so a line that only holds
// the rest of a block comment is blank. Lines that only tell the observer are not counted: they
// name its type, or begin with the question whether there is one.
#include "tests/docs/budget.hpp"

#include "tests/docs/code_text.hpp"

#include <algorithm>
#include <regex>

namespace aio::docs {

namespace {

bool counts(const std::string& line) {
    static const std::regex not_counted(
        R"(\s*#\s*(include|pragma)\b.*|\s*(inline\s+)?namespace\b.*|[\s{}()\[\],;]*)"
        R"(|.*\bLoopObserver\b.*|\s*if \(observer_\) observer_->.*)");
    return !std::regex_match(line, not_counted);
}

bool in_mechanism(const std::string& name) {
    const std::vector<File> files = mechanism_files();
    return std::any_of(files.begin(), files.end(),
                       [&name](const File& file) { return file.name == name; });
}

}  // namespace

const std::vector<std::string>& mechanism_parts() {
    static const std::vector<std::string> parts{
        "core/loop/selector",      "core/loop/epoll_selector", "core/loop/event_loop",
        "core/loop/future",        "core/loop/coro",           "core/loop/task",
        "core/loop/joinable_queue"};
    return parts;
}

std::vector<File> mechanism_files() {
    std::vector<File> files;
    for (const std::string& part : mechanism_parts()) {
        for (const char* ending : {".hpp", ".cpp"}) {
            if (exists_in_tree(part + ending)) {
                files.push_back(read_file(part + ending));
            }
        }
    }
    return files;
}

std::vector<File> files_with_members() {
    static const std::regex declared(
        R"((class|struct) (?:\[\[nodiscard\]\] )?(\w+) (final )?[:{])");
    std::string classes;
    for (const File& file : mechanism_files()) {
        const std::string code = code_only(file.text);
        for (std::sregex_iterator at(code.begin(), code.end(), declared), end; at != end; ++at) {
            classes += (classes.empty() ? "" : "|") + at->str(2);
        }
    }
    // A definition begins at the left margin.
    const std::regex member("\\S.*\\b(" + classes + R"()(<\w+>)?::~?\w+\(.*)");
    std::vector<File> files;
    for (File& file : cpp_files()) {
        const bool counted = in_mechanism(file.name) || file.name.rfind("core/loop/", 0) != 0;
        const std::vector<std::string> lines = lines_of(code_only(file.text));
        const auto defines = [&member](const std::string& line) {
            return std::regex_match(line, member);
        };
        if (!counted && std::any_of(lines.begin(), lines.end(), defines)) {
            files.push_back(std::move(file));
        }
    }
    return files;
}

std::size_t code_lines(std::string_view text) {
    const std::vector<std::string> lines = lines_of(code_only(text));
    return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), counts));
}

}  // namespace aio::docs
