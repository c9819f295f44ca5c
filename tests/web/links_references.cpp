// links_references.cpp: tests of resolve_references, "&amp;" in an attribute.
#include "core/web/character_references.hpp"
#include "tests/support/catch.hpp"

using aio::resolve_references;

TEST_CASE("Names that stand in URLs are resolved", "[web][links][bug-E16]") {
    CHECK(resolve_references("a&amp;b&lt;&gt;&quot;&apos;") == "a&b<>\"'");
    CHECK(resolve_references("&sol;x&quest;y&equals;z&num;f&colon;&percnt;") == "/x?y=z#f:%");
    CHECK(resolve_references("a&NewLine;b&Tab;c&lowbar;") == "a\nb\tc_");
    CHECK(resolve_references("&amp;amp;") == "&amp;");
}

TEST_CASE("A parameter that looks like a name is no reference", "[web][links][bug-E16]") {
    CHECK(resolve_references("?a=1&copy=2&lt=3&amp=4") == "?a=1&copy=2&lt=3&amp=4");
    CHECK(resolve_references("?a&ampere=1&amp1&sol=2&sol&ltd") == "?a&ampere=1&amp1&sol=2&sol&ltd");
    CHECK(resolve_references("?a=1&amp&b=2&gt&lt&quot") == "?a=1&&b=2><\"");
    CHECK(resolve_references("&eacute;&nosuch;&verylongname;") == "&eacute;&nosuch;&verylongname;");
    CHECK(resolve_references("&&; & &#; &#x; &#xg;&") == "&&; & &#; &#x; &#xg;&");
}

TEST_CASE("Numbers become UTF-8, with and without their semicolon", "[web][links][bug-E16]") {
    CHECK(resolve_references("&#65;&#x42;&#X43&#68") == "ABCD");
    CHECK(resolve_references("&#xe9;&#x20AC;&#x1F600;") == "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
    CHECK(resolve_references("&#0000000000000000000000065;") == "A");
    CHECK(resolve_references("&#38v") == "&v");
}

TEST_CASE("A number that is no character becomes the replacement character", "[web][links]") {
    for (const char* text : {"&#0;", "&#xD800;", "&#xDFFF;", "&#x110000;",
                             "&#99999999999999999999;", "&#xFFFFFFFFFFFFFFFFF;", "&#4294967361;"}) {
        CAPTURE(text);
        CHECK(resolve_references(text) == "\xEF\xBF\xBD");
    }
}
