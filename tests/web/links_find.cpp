// links_find.cpp: tests of find_links and parse_links, from a page to URLs.
#include "core/web/links.hpp"
#include "tests/support/catch.hpp"

using aio::find_links;
using aio::parse_links;
using aio::Url;
using Texts = std::vector<std::string>;
using Paths = std::set<std::string>;

namespace {

Texts links(std::string_view page, std::string_view html) {
    Texts texts;
    for (const Url& url : find_links(Url::parse(page), html)) texts.push_back(url.str());
    return texts;
}

}  // namespace

TEST_CASE("Links are joined to the page and lose their fragment", "[web][links][U01][C08]") {
    CHECK(links("http://h/a/b", "<a href=c><a href=/d#e><a href=//i/j><a href=?k>") ==
          Texts{"http://h/a/c", "http://h/d", "http://i/j", "http://h/a/b?k"});
}

TEST_CASE("Links that differ in their fragment are one", "[web][links][C08][bug-E32]") {
    CHECK(links("http://h/", "<a href=/p#1><a href=/p#2><a href=/p>") == Texts{"http://h/p"});
    CHECK(links("http://h/", "<a href=#x><a href=http://h><a href=http://H:80/#y>") ==
          Texts{"http://h/"});
    CHECK(links("http://h/", "<a href=/%7ea><a href=/%7Ea>") == Texts{"http://h/%7ea"});
}

TEST_CASE("A malformed link is left out and the others are found", "[web][links][U14]") {
    CHECK(links("http://h/",
                "<a href=http://[::1><a href=http://h:x/><a href=http://><a href=/ok>") ==
          Texts{"http://h/ok"});
}

TEST_CASE("Links to other schemes are told apart by the caller", "[web][links][bug-E5]") {
    const auto found = find_links(Url::parse("http://h/"), "<a href=mailto:x@y><a href=/z>");
    REQUIRE(found.size() == 2);
    CHECK_FALSE(found[0].is_http());
    CHECK(found[1].is_http());
}

TEST_CASE("White space and blanks in a link are read as a browser reads them",
          "[web][links][bug-E8][bug-E9][bug-E41]") {
    CHECK(links("http://h/?p=1", "<a href=\" http://h/x\">") == Texts{"http://h/x"});
    CHECK(links("http://h/", "<a href=\"\n\t  /feed.xml\n \">") == Texts{"http://h/feed.xml"});
    CHECK(links("http://h/", "<a href=\"/a\n b/c\td\">") == Texts{"http://h/a%20b/cd"});
    CHECK(links("http://h/p/", "<a href=\"http://h/p/in dex.jsp?a=b c\">") ==
          Texts{"http://h/p/in%20dex.jsp?a=b%20c"});
}

TEST_CASE("Links are relative to the base, wherever it stands", "[web][links][bug-E22]") {
    const std::string page = "http://h/blog/post";
    CHECK(links(page, "<base href=\"http://h/en/\"><base href=\"/zz/\"><a href=\"guide\">") ==
          Texts{"http://h/en/guide"});
    CHECK(links(page, "<a href=guide><base href=../en/>") == Texts{"http://h/en/guide"});
    CHECK(links(page, "<base href=http://[><a href=guide>") == Texts{"http://h/blog/guide"});
    CHECK(links(page, "<base href=data:,x><a href=guide>") == Texts{"http://h/blog/guide"});
}

TEST_CASE("A link or base of absurd length is left out", "[web][links][bug-E38]") {
    const std::string huge(aio::longest_link, 'x');
    CHECK(links("http://h/", "<a href=" + huge + "y>").empty());
    CHECK(links("http://h/", "<a href=" + huge + "><a href=z>") == Texts{"http://h/z"});
    CHECK(links("http://h/", "<base href=/" + huge + "/><a href=z>") == Texts{"http://h/z"});
}

TEST_CASE("Links that are left out for their length are counted, each once", "[web][links]") {
    const std::string huge(aio::longest_link, 'x');
    const std::string html = "<a href=" + huge + "y><a href=" + huge + "y#z><a href=/" + huge +
                             "><a href=z#" + huge + ">";
    aio::CutLinks too_long;
    const auto found =
        find_links(Url::parse("http://h/"), html, aio::LinkKinds::anchors, &too_long);
    REQUIRE(found.size() == 1);
    CHECK(found[0].str() == "http://h/z");
    CHECK(too_long.links == 2);
    CHECK(too_long.first == huge);
}

TEST_CASE("A hash sign written as a reference begins a fragment, that of a reference does not",
          "[web][links]") {
    CHECK(links("http://h/", "<a href='a&#38;b#c'><a href='a&#38;b'>") == Texts{"http://h/a&b"});
    CHECK(links("http://h/", "<a href='p&#35;x'><a href=p><a href='p&num;y'>") ==
          Texts{"http://h/p"});
    CHECK(links("http://h/", "<a href='#a'><a href='&#a'>") == Texts{"http://h/", "http://h/&"});
}

TEST_CASE("parse_links gives the paths of the same host, with their query",
          "[web][links][L11][bug-G26]") {
    const std::string html =
        "<a href=/352/>Prev</a> <a href='/354/#x'>Next</a> <a href='http://xkcd.com/a?x=1'>"
        "<a href='/a?x=2'><a href=mailto:x@y><a href='http://XKCD.com:80'><a href='http://['>";
    CHECK(parse_links("http://xkcd.com/353/", html) ==
          Paths{"/", "/352/", "/354/", "/a?x=1", "/a?x=2"});
}

TEST_CASE("parse_links leaves out other hosts, ports and schemes",
          "[web][links][L11][bug-E25][bug-E40]") {
    const std::string page = "http://ok.example/";
    CHECK(parse_links(page, "<base href=\"http://other/\"><a href=\"/x\">").empty());
    CHECK(parse_links(page,
                      "<a href='http://digg.test/?url=http://ok.example/'>"
                      "<a href='http://ok.example.evil.test/'><a href='http://notok.example/'>"
                      "<a href='http://ok.example:81/'><a href='https://ok.example/'>"
                      "<a href='http://ok.example\\.evil.test/'>") == Paths{"/.evil.test/"});
}
