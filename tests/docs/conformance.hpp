// conformance.hpp: compares docs/conformance.md with the tags of the tests.
//
// The page has a row for each behaviour: its id, which is the tag of its tests, the behaviour, and
// what covers it. The third column says one of
//     the name of a test that carries the tag,
//     not tested: and a reason.
//
// The one thing to know: both directions count. A row needs a test or a reason, and a tag that
// looks like an id needs a row.
#pragma once

#include "tests/docs/programs.hpp"
#include "tests/docs/source_tree.hpp"

namespace aio::docs {

// A row of docs/conformance.md.
struct Behaviour {
    std::size_t line;
    std::string id;
    std::string text;
    std::string cover;
};

// The rows of the page's tables, headings left out.
std::vector<Behaviour> behaviours_of(const File& page);

// How many of them have a reason instead of a test.
std::size_t count_not_tested(const std::vector<Behaviour>& rows);

// True for a tag that names a row of the page: [Q11], [loop-L04], [bug-B4]. The tags [L01] to [L68]
// are those of the chapter's listings.
bool looks_like_id(const std::string& tag);

// Everything that is wrong between the page, the tests in the sources, and the programs' tags.
std::vector<Complaint> check_conformance(const File& page, const std::vector<TestCase>& tests,
                                         const std::set<std::string>& tags);

}  // namespace aio::docs
