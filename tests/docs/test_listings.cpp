// test_listings.cpp: the book's listings are regions of compiled files, byte for byte.
//
// The first test reads the repository; the others show on a few lines that each fault is found.
// The texts are written a line a string: a marker that fills its line would count as one here, too.
//
// The one thing to know: until the book quotes it, a region counts as used if the table in
// docs/README.md links to it.
#include "tests/docs/listings.hpp"
#include "tests/support/catch.hpp"

using namespace aio::docs;

namespace {

const File source{"core/a.hpp",
                  "int before;\n"
                  "    // [twice]\n"
                  "    int twice(int x);\n"
                  "\n"
                  "    // [/twice]\n"
                  "int after;\n"};

File page_with(const std::string& above, const std::string& block) {
    return {"docs/book.md", "Text.\n\n" + above + "\n```cpp\n" + block + "```\n"};
}

const std::string source_comment = "<!-- listing: core/a.hpp twice (L07) -->";
const std::string quoted = "    int twice(int x);\n\n";

std::string complaint_about(const std::vector<File>& sources, const std::vector<File>& pages) {
    return to_text(check_listings(sources, pages));
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("Each listing of the book is a region of a source file, byte for byte", "[docs]") {
    const std::vector<Complaint> complaints = check_listings(region_files(), pages());
    INFO(to_text(complaints));
    CHECK(complaints.empty());
}

TEST_CASE("A listing that equals its region passes, its indentation kept", "[docs]") {
    CHECK(complaint_about({source}, {page_with(source_comment, quoted)}).empty());
}

TEST_CASE("A differing byte is found with page, line and both texts", "[docs]") {
    const std::string text =
        complaint_about({source}, {page_with(source_comment, "    int twice(int y);\n\n")});
    CHECK(contains(text, "docs/book.md:5: differs from region twice of core/a.hpp:2"));
    CHECK(contains(text, "int twice(int y);"));
    CHECK(contains(text, "int twice(int x);"));
}

TEST_CASE("A listing without the indentation of its region differs", "[docs]") {
    const std::string text =
        complaint_about({source}, {page_with(source_comment, "int twice(int x);\n\n")});
    CHECK(contains(text, "docs/book.md:5: differs"));
}

TEST_CASE("A listing that stops early differs at its end", "[docs]") {
    const std::string text =
        complaint_about({source}, {page_with(source_comment, "    int twice(int x);\n")});
    CHECK(contains(text, "docs/book.md:6: differs"));
}

TEST_CASE("A listing of an unknown region or file is found", "[docs]") {
    const File link{"docs/README.md", "[core/a.hpp twice](../core/a.hpp)\n"};
    const File region = page_with("<!-- listing: core/a.hpp thrice -->", quoted);
    CHECK(contains(complaint_about({source}, {link, region}), "core/a.hpp has no region thrice"));
    const File file = page_with("<!-- listing: core/b.hpp twice -->", quoted);
    CHECK(contains(complaint_about({source}, {link, file}), "unknown file core/b.hpp"));
}

TEST_CASE("A block of C++ without a source above it is found", "[docs]") {
    const File quoting = page_with(source_comment, quoted);
    const std::string text =
        complaint_about({source}, {quoting, page_with("Not a source.", quoted)});
    CHECK(contains(text, "docs/book.md:4: C++ without a source"));
}

TEST_CASE("A source comment without a block under it is found", "[docs]") {
    const File page{"docs/book.md", source_comment + "\n\nText.\n"};
    CHECK(contains(complaint_about({source}, {page}), "docs/book.md:1: no fenced block under"));
}

TEST_CASE("A block that is never closed is found", "[docs]") {
    const File page{"docs/book.md", "```sh\nls\n"};
    CHECK(complaint_about({}, {page}) == "docs/book.md:1: this block is never closed\n");
}

TEST_CASE("A region that is unclosed, doubled or never opened is found", "[docs]") {
    const File unclosed{"a.cpp", "// [one]\nint x;\n"};
    CHECK(complaint_about({unclosed}, {}) == "a.cpp:1: [one] is never closed\n");
    const File unopened{"a.cpp", "int x;\n# [/one]\n"};
    CHECK(complaint_about({unopened}, {}) == "a.cpp:2: [/one] closes nothing\n");
    const File doubled{"a.cpp", "// [one]\n// [/one]\n// [one]\n// [/one]\n"};
    CHECK(contains(complaint_about({doubled}, {}), "a.cpp:3: [one] is doubled"));
}

TEST_CASE("A region that no page uses is found", "[docs]") {
    CHECK(complaint_about({source}, {}) == "core/a.hpp:2: no page uses [twice]\n");
}

TEST_CASE("The table of listings counts as use, a link on another page does not", "[docs]") {
    const std::string link = "| L07 | [core/a.hpp twice](../core/a.hpp) |\n";
    CHECK(complaint_about({source}, {{"docs/README.md", link}}).empty());
    CHECK_FALSE(complaint_about({source}, {{"docs/design.md", link}}).empty());
}

TEST_CASE("Regions may lie inside one another, and markers are not part of the text", "[docs]") {
    const File nested{"a.cpp", "// [out]\nint x;\n// [in]\nint y;\n// [/in]\n// [/out]\n"};
    std::vector<Complaint> complaints;
    const std::vector<Region> regions = regions_of(nested, complaints);
    REQUIRE(complaints.empty());
    REQUIRE(regions.size() == 2);
    CHECK(regions[0].text == "int y;\n");
    CHECK(regions[1].text == "int x;\nint y;\n");
}

TEST_CASE("A build file or a script may hold a region, too", "[docs]") {
    const File script{"tests/CMakeLists.txt", "# [room]\nadd_executable(x)\n# [/room]\n"};
    const File page{
        "docs/book.md",
        "<!-- listing: tests/CMakeLists.txt room -->\n```cmake\nadd_executable(x)\n```\n"};
    CHECK(complaint_about({script}, {page}).empty());
}
