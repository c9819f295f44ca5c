// links_scan.cpp: tests of find_hrefs, what a page says about its links.
#include "core/web/links.hpp"
#include "tests/support/catch.hpp"

using aio::find_hrefs;
using aio::LinkKinds;
using Values = std::vector<std::string>;

namespace {

Values hrefs(std::string_view html, LinkKinds kinds = LinkKinds::anchors) {
    return find_hrefs(html, kinds).values;
}

}  // namespace

TEST_CASE("Tag and attribute may be in any case and on lines of their own",
          "[web][links][bug-E11]") {
    CHECK(hrefs("<a\nclass=\"k\"\nhref=\"/p\">") == Values{"/p"});
    CHECK(hrefs("<A HREF='/q'>") == Values{"/q"});
    for (const std::string space : {" ", "\t", "\n", "\r", "\f"}) {
        CHECK(hrefs("<a" + space + "href=/r" + space + "x=y>") == Values{"/r"});
    }
    CHECK(hrefs("<a/href='/s'>") == Values{"/s"});
}

TEST_CASE("A value without quotes is a link", "[web][links][bug-E12]") {
    CHECK(hrefs("<a href=/x/why>") == Values{"/x/why"});
    CHECK(hrefs("<a href=/y?a=1&b=2 class=k>") == Values{"/y?a=1&b=2"});
    CHECK(hrefs("<a href=/z/>") == Values{"/z/"});
    CHECK(hrefs("<a href=a\"b'c>") == Values{"a\"b'c"});
}

TEST_CASE("White space may stand around the equals sign, and the other quote in the value",
          "[web][links][bug-E13]") {
    CHECK(hrefs("<a href = \"/a\">") == Values{"/a"});
    CHECK(hrefs("<a href\n=\n'/b'>") == Values{"/b"});
    CHECK(hrefs("<a href=\"it's\">") == Values{"it's"});
    CHECK(hrefs("<a href='say \"x\" > y'>") == Values{"say \"x\" > y"});
}

TEST_CASE("Only an attribute named href counts, and of two the first", "[web][links][bug-E15]") {
    CHECK(hrefs("<a data-href=\"/no\" href=\"/yes\">") == Values{"/yes"});
    CHECK(hrefs("<a href=\"/yes2\" data-href=\"/no2\">") == Values{"/yes2"});
    CHECK(hrefs("<div data-href=\"/no3\">").empty());
    CHECK(hrefs("<a title='href=\"/no4\"'>").empty());
    CHECK(hrefs("<a =href='/no5' hrefs='/no6' href-x='/no7'>").empty());
    CHECK(hrefs("<a href='/first' HREF='/second'>") == Values{"/first"});
    CHECK(hrefs("<a =\">\" href='/no8'>").empty());
    CHECK(hrefs("<iframe src=/first src=/second></iframe>") == Values{"/first"});
    CHECK(hrefs("<p>href='/text' <b href='/b'>").empty());
}

TEST_CASE("An attribute may lack a value, an equals sign or a neighbour's space", "[web][links]") {
    CHECK(hrefs("<a href>") == Values{""});
    CHECK(hrefs("<a href=>x<a href='/y'>") == Values{"", "/y"});
    CHECK(hrefs("<a disabled href='/d'>") == Values{"/d"});
    CHECK(hrefs("<a id='1'href='/n'title=t>") == Values{"/n"});
    CHECK(hrefs("<a href/>") == Values{""});
    CHECK(hrefs("<a href / ='/no'>") == Values{""});
}

TEST_CASE("Character references are resolved", "[web][links][bug-E16][bug-G25][C07]") {
    CHECK(hrefs("<a href='?id=5&amp;v=f'>") == Values{"?id=5&v=f"});
    CHECK(hrefs("<a href='?id=6&#38;v=f'>") == Values{"?id=6&v=f"});
    CHECK(hrefs("<a href='?id=7&#x26;v=f'>") == Values{"?id=7&v=f"});
    CHECK(hrefs("<a href=/a&#47;b>") == Values{"/a/b"});
    CHECK(hrefs("<a href='&#104;ttp://h/z'>") == Values{"http://h/z"});
    CHECK(hrefs("<a href=\"/q?a=1&amp;b=2\">") == Values{"/q?a=1&b=2"});
}

TEST_CASE("Comments hold no links", "[web][links][bug-E19]") {
    CHECK(hrefs("<!-- <a href=\"/old\"> --><a href=\"/new\">") == Values{"/new"});
    CHECK(hrefs("<!--><a href=\"/n2\">") == Values{"/n2"});
    CHECK(hrefs("<!---><a href=/n3>") == Values{"/n3"});
    CHECK(hrefs("<!----><a href=/n4>") == Values{"/n4"});
    CHECK(hrefs("<!-- > -> <a href=/o> --!><a href=/n5>") == Values{"/n5"});
    CHECK(hrefs("<!-- <!-- --><a href=/n6> -->") == Values{"/n6"});
    CHECK(hrefs("<!-- <a href=/o>").empty());
}

TEST_CASE("Declarations and odd end tags run to their first closing bracket", "[web][links]") {
    CHECK(hrefs("<!doctype html><a href=/1>") == Values{"/1"});
    CHECK(hrefs("<?x <a href=/o><a href=/2>") == Values{"/2"});
    CHECK(hrefs("<![CDATA[<a href=/o>]]><a href=/3>") == Values{"/3"});
    CHECK(hrefs("</><a href=/4>") == Values{"/4"});
    CHECK(hrefs("</ <a href=/o><a href=/5>") == Values{"/5"});
    CHECK(hrefs("</ x='><a href=/5b>'>") == Values{"/5b"});
    CHECK(hrefs("</a title='> <a href=/o>'><a href=/6>") == Values{"/6"});
    CHECK(hrefs("1 < 2 <<a href=/7>") == Values{"/7"});
}

TEST_CASE("The content of a script is text up to its end tag", "[web][links][bug-E21]") {
    CHECK(hrefs("<script>if(a<b)document.write(\"<a href='/ghost'>\")</script>"
                "<a href=\"/real\">") == Values{"/real"});
    for (const std::string name : {"script", "style", "textarea", "title", "xmp", "iframe"}) {
        CAPTURE(name);
        const std::string ghost = "<a href=/ghost></" + name + "s><!--</" + name;
        CHECK(hrefs("<" + name + ">" + ghost + "\n ><a href=/real>") == Values{"/real"});
        CHECK(hrefs("<" + name + ">" + ghost).empty());
    }
    CHECK(hrefs("<SCRIPT><a href=/ghost></ScRiPt ><a href=/real>") == Values{"/real"});
    CHECK(hrefs("<plaintext></plaintext><a href=/ghost>").empty());
}

TEST_CASE("Scripts do not run, so the content of noscript is markup", "[web][links]") {
    CHECK(hrefs("<noscript><a href=/n></noscript>") == Values{"/n"});
}

TEST_CASE("The caller chooses which elements carry links", "[web][links][bug-E43]") {
    const std::string html =
        "<area href=\"/a\"><link href=\"/s.css\"><frame src=\"/f\"><iframe src=\"/i\"></iframe>"
        "<img src=\"/p\"><form action=\"/x\"><base href='/b'><use href='/u'>";
    CHECK(hrefs(html, LinkKinds::any_href) == Values{"/a", "/s.css", "/u"});
    CHECK(hrefs(html, LinkKinds::with_link) == Values{"/a", "/s.css", "/f", "/i"});
    CHECK(hrefs(html, LinkKinds::anchors) == Values{"/a", "/f", "/i"});
}

TEST_CASE("The first base with an href counts, and is no link", "[web][links][bug-E22]") {
    const auto found = find_hrefs(
        "<base target=x><base href='/b?1&amp;2'><base href='/c'><a href=d>", LinkKinds::any_href);
    CHECK(found.base == "/b?1&2");
    CHECK(found.values == Values{"d"});
    CHECK_FALSE(find_hrefs("<a href=x>").base.has_value());
}

TEST_CASE("A tag that is open at the end of the page is dropped", "[web][links]") {
    for (const char* html : {"<a href='/x'", "<a href='/x", "<a href=/x", "<a href='", "<a href=",
                             "<a href", "<a ", "<a", "<", "</", "</a", "<!", "<!-", "<!--", "<!---",
                             "<script", "<script>", "<script></", "<title></title"}) {
        CAPTURE(html);
        CHECK(hrefs(html).empty());
        CHECK(hrefs("<a href=/y>" + std::string(html)) == Values{"/y"});
    }
}
