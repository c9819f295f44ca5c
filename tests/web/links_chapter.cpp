// links_chapter.cpp: the chapter's regular expression beside the scanner, one table.
//
// The one thing to know: the column `chapter` is right when it says what the expression finds,
// however wrong that is for a crawler.
#include <algorithm>
#include <vector>

#include "core/web/links.hpp"
#include "tests/support/catch.hpp"

using aio::chapter_hrefs;
using aio::find_hrefs;
using aio::LinkKinds;
using Values = std::vector<std::string>;

namespace {

struct Row {
    const char* html;
    Values scanner;
    Values chapter;
};

const std::vector<Row> rows = {
    {"<a\nclass=\"k\"\nhref=\"/p\">", {"/p"}, {"/p"}},
    {"<A HREF='/q'>", {"/q"}, {"/q"}},
    {"<a href=/x/why>", {"/x/why"}, {}},
    {"<a href = \"/a\">", {"/a"}, {}},
    {"<a href\n=\n'/b'>", {"/b"}, {}},
    {"<a href=\"it's\">", {"it's"}, {"it"}},
    {"<a data-href=\"/no\" href=\"/yes\">", {"/yes"}, {"/no", "/yes"}},
    {"<a title='href=\"/no4\"'>", {}, {"/no4"}},
    {"<!-- <a href=\"/old\"> --><a href=\"/new\">", {"/new"}, {"/old", "/new"}},
    {"<script>x='<a href=\"/ghost\">'</script>", {}, {"/ghost"}},
    {"<a href=\"a b\">", {"a b"}, {"a"}},
    {"<a href=\"\n /feed.xml\">", {"\n /feed.xml"}, {}},
    {"<base href=\"/en/\"><a href=\"guide\">", {"guide"}, {"/en/", "guide"}},
    {"<a href=\"/q?a=1&amp;b=2\">", {"/q?a=1&b=2"}, {"/q?a=1&amp;b=2"}},
    {"<link href='/s.css'><img src='/p'>", {"/s.css"}, {"/s.css"}},
};

}  // namespace

TEST_CASE("The scanner finds what the chapter's expression misses, and nothing it should not",
          "[web][links][bug-G24][C05]") {
    for (const Row& row : rows) {
        CAPTURE(row.html);
        CHECK(find_hrefs(row.html, LinkKinds::any_href).values == row.scanner);
        CHECK(chapter_hrefs(row.html) == row.chapter);
    }
}

TEST_CASE("The chapter's expression ends a value at a space, a quote or a bracket",
          "[web][links][bug-G24][C05]") {
    CHECK(chapter_hrefs("href='a<b' href='c>d' HREF=\"e\"f\" href=''g' href='h") ==
          Values{"a", "c", "e", "h"});
    CHECK(chapter_hrefs("href='a=b&href=c' xhref='d' href =' ' ref='e' =href='f'") ==
          Values{"a=b&href=c", "d", "f"});
    CHECK(chapter_hrefs("href='href='x'") == Values{"href="});
    CHECK(chapter_hrefs("href=").empty());
    CHECK(chapter_hrefs("href='").empty());
    CHECK(chapter_hrefs("ref='x'").empty());
}
