// test_links.cpp: the links between the pages hold.
//
// The first test reads the repository; the others show on short pages what is a link.
#include "tests/docs/links.hpp"
#include "tests/support/catch.hpp"

using namespace aio::docs;

namespace {

bool only_a_exists(const std::string& name) { return name == "docs/a.md" || name == "core/"; }

std::string complaints_about(const std::string& text) {
    return to_text(check_links({"docs/page.md", text}, only_a_exists));
}

}  // namespace

TEST_CASE("Each relative link of the pages leads to a file", "[docs]") {
    for (const File& page : pages()) {
        const std::string text = to_text(check_links(page, exists_in_tree));
        INFO(text);
        CHECK(text.empty());
    }
}

TEST_CASE("A link that leads nowhere is found with its page and line", "[docs]") {
    CHECK(complaints_about("\nSee [b](b.md).\n") ==
          "docs/page.md:2: this link leads nowhere: b.md\n");
    CHECK_FALSE(complaints_about("[one](a.md) and [two](../a.md)\n").empty());
    CHECK_FALSE(complaints_about("[b]: b.md\n").empty());
    CHECK_FALSE(complaints_about("[out](../../a.md)\n").empty());
}

TEST_CASE("A link is relative to its page, with or without a heading", "[docs]") {
    CHECK(complaints_about("[a](a.md) [a](a.md#part) [a](./a.md) [core](../core/)\n").empty());
    CHECK(complaints_about("![figure](a.md \"title\")\n").empty());
}

TEST_CASE("Addresses, headings and code are no relative links", "[docs]") {
    CHECK(complaints_about("[x](https://example.org/b) [y](#part) [m](mailto:a@b)\n").empty());
    CHECK(complaints_about("```sh\n[b](b.md)\n```\nand `[b](b.md)`\n").empty());
}
