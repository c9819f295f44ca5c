// robots.cpp: what robots.txt allows, as RFC 9309 has it.
//
// Chapter: none of its listings.
// The one thing to know: each row of the table is a whole file and one URL, and most rows differ
// from their neighbour in one thing only.
#include "core/web/robots.hpp"

#include "tests/support/catch.hpp"

using namespace aio;
using namespace std::chrono_literals;

namespace {

constexpr const char* token = "our-bot";

bool allows(const std::string& text, const std::string& target) {
    return Robots::parse(text, token).allows(target);
}

// The rules of a file with one group for everybody.
bool rules_allow(const std::string& rules, const std::string& target) {
    return allows("User-agent: *\n" + rules, target);
}

struct Row {
    const char* rules;  // Behind "User-agent: *".
    const char* target;
    bool allowed;
};

void check(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        INFO(row.rules << " and " << row.target);
        CHECK(rules_allow(row.rules, row.target) == row.allowed);
    }
}

}  // namespace

TEST_CASE("A rule matches the beginning of a path, and upper case is not lower case",
          "[web][robots]") {
    check({{"Disallow: /", "/", false},
           {"Disallow: /", "/robots.txt", true},
           {"Disallow: /", "/robots.txt?x", false},
           {"Disallow:", "/", true},
           {"Disallow: /a", "/", true},
           {"Disallow: /a", "/a", false},
           {"Disallow: /a", "/ab", false},
           {"Disallow: /a", "/A", true},
           {"Disallow: /a/", "/a", true},
           {"Disallow: /a/", "/a/b?c", false},
           {"Disallow: a", "/a", true},
           {"Allow: /a", "/b", true}});
}

TEST_CASE("The longest rule decides, and of equal ones Allow", "[web][robots]") {
    check({{"Disallow: /\nAllow: /a", "/a", true},
           {"Allow: /a\nDisallow: /", "/a", true},
           {"Allow: /a\nDisallow: /", "/b", false},
           {"Allow: /\nDisallow: /a", "/a", false},
           {"Allow: /a\nDisallow: /a/b\nAllow: /a/b/c", "/a/b/c", true},
           {"Allow: /a\nDisallow: /a/b\nAllow: /a/b/c", "/a/b/d", false},
           {"Allow: /a\nDisallow: /a", "/a", true},
           {"Disallow: /a\nAllow: /a", "/a", true},
           {"Allow: /p\nDisallow: /*.html", "/page.html", false},
           {"Allow: /$\nDisallow: /", "/", true},
           {"Allow: /$\nDisallow: /", "/page", false}});
}

TEST_CASE("A star stands for any bytes, and a dollar at the end for the end", "[web][robots]") {
    check({{"Disallow: *", "/a", false},
           {"Disallow: *.gif", "/a/b.gif", false},
           {"Disallow: *.gif$", "/b.gif?x", true},
           {"Disallow: /*.gif$", "/a.gif/b.gif", false},
           {"Disallow: /*.gif$", "/a.gifs", true},
           {"Disallow: /a*b*c", "/axbxc", false},
           {"Disallow: /a*b*c", "/acb", true},
           {"Disallow: /a*b*b$", "/ab", true},
           {"Disallow: /a**b", "/ab", false},
           {"Disallow: /a*$", "/abc", false},
           {"Disallow: /a$", "/a", false},
           {"Disallow: /a$", "/ab", true},
           {"Disallow: /a$b", "/a", true},
           {"Disallow: /a$b", "/a$b", false},
           {"Disallow: /*?*x=", "/page?a&x=1", false},
           {"Disallow: /*?*x=", "/page?a", true}});
}

TEST_CASE("All spellings of an escape are the same", "[web][robots]") {
    check({{"Disallow: /~a", "/%7Ea", false},
           {"Disallow: /%7ea", "/~a", false},
           {"Disallow: /%62%61%7A", "/baz", false},
           {"Disallow: /a%3cd", "/a%3Cd", false},
           {"Disallow: /a b", "/a%20b", false},
           {"Disallow: /\xE3\x83\x84", "/%E3%83%84", false},
           {"Disallow: /%e3%83%84", "/%E3%83%84", false},
           {"Disallow: /a%2Fb", "/a/b", true},
           {"Disallow: /a/b", "/a%2Fb", true},
           {"Disallow: /a%2Ab", "/a*b", false},
           {"Disallow: /a%2Ab", "/axb", true},
           {"Disallow: /a%24", "/a$b", false},
           {"Disallow: /100%", "/100%", false},
           {"Disallow: /x?u=http://y", "/x?u=http%3A%2F%2Fy", false},
           {"Disallow: /x?u=http%3A%2F%2Fy", "/x?u=http://y", false}});
}

TEST_CASE("The group with our name counts, else that for everybody", "[web][robots]") {
    const std::string everybody = "User-agent: *\nDisallow: /all\n";
    const std::string ours = "User-agent: Our-Bot\nDisallow: /ours\n";
    for (const std::string& text : {everybody + ours, ours + everybody}) {
        CHECK(allows(text, "/all"));
        CHECK(!allows(text, "/ours"));
    }
    CHECK(!allows(everybody + "User-agent: other\nDisallow: /\n", "/all"));
    CHECK(allows(everybody + "User-agent: other\nDisallow: /\n", "/b"));
    CHECK(allows("User-agent: our-bot\n\n" + everybody, "/all") == false);
    CHECK(allows("User-agent: our-bot\nDisallow:\n" + everybody, "/all"));
    CHECK(!allows("User-agent: our-bot/2.0 (x)\nDisallow: /\n", "/"));
    CHECK(allows("User-agent: our-bots\nDisallow: /\n", "/"));
    CHECK(allows("User-agent: our\nDisallow: /\n", "/"));
}

TEST_CASE("Several names share the rules below them, and groups with one name are one",
          "[web][robots]") {
    const std::string two = "User-agent: a\nUser-agent: our-bot\nUser-agent: b\nDisallow: /x\n";
    CHECK(!allows(two, "/x"));
    CHECK(!allows(two + "User-agent: c\nDisallow: /y\nUser-agent: our-bot\nDisallow: /z", "/x"));
    CHECK(!allows(two + "User-agent: c\nDisallow: /y\nUser-agent: our-bot\nDisallow: /z", "/z"));
    CHECK(allows(two + "User-agent: c\nDisallow: /y\nUser-agent: our-bot\nDisallow: /z", "/y"));
    // A line that is no rule does not end the row of names.
    CHECK(!allows("User-agent: our-bot\nSitemap: /s\nUser-agent: b\nDisallow: /x\n", "/x"));
    CHECK(allows("Disallow: /x\n" + two, "/y"));
    CHECK(allows("Disallow: /\n", "/y"));
}

TEST_CASE("Line ends, blanks, comments, a mark at the start and unknown lines do not matter",
          "[web][robots]") {
    for (const std::string end :
         {"\n", "\r\n", "\r", "\n\n", "  # why\n", "\nNoindex: /b\nwhat\n"}) {
        INFO(end);
        const std::string text =
            "\xEF\xBB\xBF"
            "USER-AGENT : *" +
            end + "\t disallow:/a" + end + "Allow: /a/b" + end;
        CHECK(!allows(text, "/a"));
        CHECK(allows(text, "/a/b"));
        CHECK(allows(text, "/b"));
    }
    CHECK(!rules_allow("Disallow: /a#b", "/a"));
    CHECK(allows("", "/"));
    CHECK(allows("<html>User-agent: *</html>", "/"));
}

TEST_CASE("Of a file that is too long the whole lines before the limit count", "[web][robots]") {
    const std::string start = "User-agent: *\nDisallow: /a\n#";
    const std::string filler(longest_robots_txt - start.size() - 12, 'x');
    const std::string text = start + filler + "\nDisallow: /bcdef\nDisallow: /g\n";
    CHECK(!allows(text, "/a"));
    CHECK(allows(text, "/bcdef"));
    CHECK(allows(text, "/b"));
    CHECK(allows(text, "/g"));
    CHECK(allows(std::string(longest_robots_txt + 1, 'x'), "/"));
}

TEST_CASE("Crawl-delay is read in seconds from the group that counts", "[web][robots]") {
    const auto delay = [](const std::string& text) {
        return Robots::parse(text, token).crawl_delay();
    };
    CHECK(!delay("User-agent: *\nDisallow: /\n"));
    CHECK(delay("User-agent: *\nCrawl-delay: 2\n") == 2s);
    CHECK(delay("User-agent: *\ncrawl-delay:0.5\nCrawl-delay: never\n") == 500ms);
    CHECK(delay("User-agent: *\nCrawl-delay: 2\nCrawl-delay: 5\nCrawl-delay: 1\n") == 5s);
    CHECK(delay("User-agent: *\nCrawl-delay: 2\nUser-agent: our-bot\nDisallow:\n") != 2s);
    CHECK(delay("User-agent: our-bot\nCrawl-delay: 3\nDisallow:\nUser-agent: *\n") == 3s);
    CHECK(!delay("Crawl-delay: 2\n"));
}

TEST_CASE("Many stars and long runs of one letter take no time", "[web][robots]") {
    std::string pattern = "/";
    for (int i = 0; i < 1000; ++i) pattern += "*a";
    CHECK(rules_allow("Disallow: " + pattern + "b$", "/" + std::string(8000, 'a')));
    CHECK(!rules_allow("Disallow: " + pattern, "/" + std::string(8000, 'a')));
}
