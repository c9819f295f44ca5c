// limits.cpp: measures files, lines and functions (see limits.hpp).
//
// The one thing to know: an initialiser's braces are stepped over, so that the heading of a
// constructor reaches to the brace of its body.
#include "tests/docs/limits.hpp"

#include "tests/docs/code_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <regex>

namespace aio::docs {

namespace {

std::size_t columns(const std::string& line) {
    return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

// True if a block with this heading holds declarations: a class, a namespace, an enumeration.
bool holds_declarations(const std::string& heading) {
    static const std::regex holder(
        R"(^\s*(template\s*<.*>\s*)?(inline\s+)?(namespace|class|struct|union|enum|extern)\b)");
    return std::regex_search(heading, holder);
}

// The name in a function's heading: the words before its first parenthesis.
std::string name_in(const std::string& heading) {
    static const std::regex name(R"(([\w:~]+)\s*\()");
    std::smatch match;
    return std::regex_search(heading, match, name) ? match[1].str() : "a block";
}

// What stands before a body's brace, on one line, and the line on which it begins.
struct Heading {
    std::string text;
    std::size_t line;
};

// Takes the heading between `start` and `brace`, without access labels.
Heading heading_of(const std::string& code, std::size_t start, std::size_t brace) {
    static const std::regex no_heading(R"(\s*(public|protected|private):\s*|\s*)");
    Heading heading{{}, line_at(code, brace)};
    std::size_t number = line_at(code, start);
    for (const std::string& line : lines_of(code.substr(start, brace - start))) {
        if (!std::regex_match(line, no_heading)) {
            heading.line = std::min(heading.line, number);
            heading.text += trimmed(line) + " ";
        }
        ++number;
    }
    return heading;
}

}  // namespace

std::vector<Complaint> check_sizes(const File& file) {
    std::vector<Complaint> complaints;
    const std::vector<std::string> lines = lines_of(file.text);
    if (lines.size() > longest_file) {
        complaints.push_back({file.name, lines.size(), "the file is too long"});
    }
    std::size_t number = 0;
    for (const std::string& line : lines) {
        ++number;
        if (columns(line) > longest_line) {
            complaints.push_back(
                {file.name, number, fmt::format("{} columns:\n{}", columns(line), line)});
        }
    }
    return complaints;
}

std::vector<Complaint> check_functions(const File& file) {
    std::vector<Complaint> complaints;
    const std::string code = without_directives(code_only(file.text));
    std::size_t start = 0;
    for (std::size_t i = 0; i < code.size(); ++i) {
        if (code[i] == ';' || code[i] == '}') {
            start = i + 1;
        }
        if (code[i] != '{') {
            continue;
        }
        const Heading heading = heading_of(code, start, i);
        const std::size_t end = closing_bracket(code, i);
        if (opens_initialiser(code, i)) {
            i = end;
        } else if (holds_declarations(heading.text)) {
            start = i + 1;
        } else {
            const std::size_t length = line_at(code, end) - heading.line + 1;
            if (length > longest_function) {
                complaints.push_back(
                    {file.name, heading.line,
                     fmt::format("{} has {} lines", name_in(heading.text), length)});
            }
            i = end;
            start = end + 1;
        }
    }
    return complaints;
}

std::vector<Complaint> check_statements(const File& file) {
    std::vector<Complaint> complaints;
    const std::string code = code_only(file.text);
    for (std::size_t i = code.find(';'); i != std::string::npos; i = code.find(';', i + 1)) {
        const std::size_t next = code.find_first_not_of(" \t", i + 1);
        const bool alone = next == std::string::npos || code[next] == '\n' || code[next] == '}';
        const std::size_t bracket = enclosing_bracket(code, i);
        const bool in_heading = bracket != std::string::npos && code[bracket] == '(';
        if (!alone && !in_heading) {
            const std::size_t line = line_at(code, i);
            complaints.push_back(
                {file.name, line, "two statements:\n" + lines_of(file.text)[line - 1]});
        }
    }
    return complaints;
}

}  // namespace aio::docs
