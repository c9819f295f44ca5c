// programs.cpp: runs the test programs for their tags (see programs.hpp).
//
// The one thing to know: the filter "*" makes Catch2 list hidden tests as well.
#include "tests/docs/programs.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <fstream>
#include <regex>
#include <stdexcept>

namespace aio::docs {

namespace {

std::string output_of(const std::string& command) {
    FILE* pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) {
        throw std::runtime_error("cannot run " + command);
    }
    std::string output;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
        output += static_cast<char>(c);
    }
    // The status says nothing: Catch2 2 returns the number of tags, Catch2 3 returns 0.
    ::pclose(pipe);
    return output;
}

// The text of adjacent string literals, such as "a sentence " "in two parts".
std::string joined(const std::string& literals) {
    static const std::regex literal(R"--("([^"]*)")--");
    std::string text;
    for (std::sregex_iterator part(literals.begin(), literals.end(), literal), end; part != end;
         ++part) {
        text += (*part)[1];
    }
    return text;
}

std::set<std::string> tags_in(const std::string& text) {
    static const std::regex tag(R"(\[([^\]\s]+)\])");
    std::set<std::string> tags;
    for (std::sregex_iterator found(text.begin(), text.end(), tag), end; found != end; ++found) {
        tags.insert((*found)[1]);
    }
    return tags;
}

}  // namespace

const std::map<std::string, std::string>& programs() {
    static const std::map<std::string, std::string> known = [] {
        std::map<std::string, std::string> list;
        std::ifstream in(AIO_PROGRAM_LIST);
        std::string name;
        std::string path;
        while (in >> name && std::getline(in >> std::ws, path)) {
            list.emplace(name, path);
        }
        return list;
    }();
    return known;
}

const std::set<std::string>& tags_of_programs() {
    static const std::set<std::string> known = [] {
        std::set<std::string> tags;
        for (const auto& [name, path] : programs()) {
            if (name.compare(0, 5, "test_") == 0) {
                std::set<std::string> more =
                    parse_tags(output_of(fmt::format("'{}' --list-tags '*'", path)));
                if (more.empty()) {
                    throw std::runtime_error(name + " lists no tags");
                }
                tags.merge(more);
            }
        }
        return tags;
    }();
    return known;
}

std::set<std::string> parse_tags(const std::string& output) {
    std::set<std::string> tags;
    for (const std::string& line : lines_of(output)) {
        static const std::regex row(R"(\s+(\d+\s+)?\[.*)");
        if (std::regex_match(line, row)) {
            tags.merge(tags_in(line));
        }
    }
    return tags;
}

std::vector<TestCase> test_cases_of(const File& source) {
    static const std::regex head(R"--(^TEST_CASE\(((?:\s*"[^"]*")+)\s*,((?:\s*"[^"]*")+)\s*\))--");
    std::vector<TestCase> cases;
    const std::string text = "\n" + source.text;
    for (std::size_t i = text.find("\nTEST_CASE("); i != std::string::npos;
         i = text.find("\nTEST_CASE(", i + 1)) {
        const std::string start = text.substr(i + 1, 600);
        std::smatch match;
        if (std::regex_search(start, match, head, std::regex_constants::match_continuous)) {
            cases.push_back({joined(match[1]), tags_in(joined(match[2]))});
        }
    }
    return cases;
}

}  // namespace aio::docs
