// conformance.cpp: reads the table of behaviours and compares it (see conformance.hpp).
//
// The one thing to know: a row names one test, although several may carry its tag. The first that
// a reader should look at is enough.
#include "tests/docs/conformance.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <regex>

namespace aio::docs {

namespace {

const std::string not_tested = "not tested:";

bool is_id(const std::string& text) {
    static const std::regex id("(bug-|loop-)?[A-Z][0-9]+");
    return std::regex_match(text, id);
}

bool carries(const std::vector<TestCase>& tests, const std::string& name, const std::string& tag) {
    return std::any_of(tests.begin(), tests.end(), [&name, &tag](const TestCase& test) {
        return test.name == name && test.tags.count(tag) != 0;
    });
}

// What is wrong with the row's third column; empty if nothing is.
std::string fault_of(const Behaviour& row, const std::vector<TestCase>& tests,
                     const std::set<std::string>& tags) {
    const bool tagged = tags.count(row.id) != 0;
    if (row.cover.starts_with(not_tested)) {
        if (tagged) {
            return "a test carries the tag, so the row should name it";
        }
        return row.cover.size() > not_tested.size() ? "" : "the reason is missing";
    }
    if (row.cover.empty()) {
        return "the third column is empty";
    }
    if (!tagged) {
        return "no test program has this tag";
    }
    return carries(tests, row.cover, row.id) ? "" : "no such test with this tag: " + row.cover;
}

}  // namespace

std::vector<Behaviour> behaviours_of(const File& page) {
    std::vector<Behaviour> rows;
    std::size_t number = 0;
    for (const std::string& line : lines_of(page.text)) {
        ++number;
        const std::vector<std::string> cells = table_cells(line);
        if (cells.size() == 3 && is_id(cells[0])) {
            rows.push_back({number, cells[0], cells[1], cells[2]});
        }
    }
    return rows;
}

std::size_t count_not_tested(const std::vector<Behaviour>& rows) {
    return static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(),
                      [](const Behaviour& row) { return row.cover.starts_with(not_tested); }));
}

bool looks_like_id(const std::string& tag) {
    static const std::regex listing("L(0[1-9]|[1-5][0-9]|6[0-8])");
    return is_id(tag) && !std::regex_match(tag, listing);
}

std::vector<Complaint> check_conformance(const File& page, const std::vector<TestCase>& tests,
                                         const std::set<std::string>& tags) {
    std::vector<Complaint> complaints;
    std::set<std::string> ids;
    for (const Behaviour& row : behaviours_of(page)) {
        if (!ids.insert(row.id).second) {
            complaints.push_back({page.name, row.line, row.id + ": has two rows"});
        }
        const std::string fault = fault_of(row, tests, tags);
        if (!fault.empty()) {
            complaints.push_back({page.name, row.line, row.id + ": " + fault});
        }
    }
    for (const std::string& tag : tags) {
        if (looks_like_id(tag) && ids.count(tag) == 0) {
            const std::string hint = ids.count("bug-" + tag) == 0 ? "" : ", [bug-" + tag + "] has";
            complaints.push_back(
                {page.name, 1, fmt::format("a test carries [{}], which has no row{}", tag, hint)});
        }
    }
    return complaints;
}

}  // namespace aio::docs
