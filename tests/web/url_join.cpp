// url_join.cpp: tests of urljoin, row by row.
#include "core/web/url.hpp"
#include "tests/support/catch.hpp"
#include "tests/web/url_tables.hpp"

using aio::urljoin;
using url_test::JoinRow;
using url_test::ReferenceRow;

TEST_CASE("The normal examples of RFC 3986 are joined as it says", "[web][url][U02][U08][bug-E5]") {
    for (const ReferenceRow& row : url_test::normal_references) {
        CAPTURE(row.reference);
        CHECK(urljoin(url_test::rfc_base, row.reference) == row.result);
    }
}

TEST_CASE("The abnormal examples of RFC 3986 are joined as it says, http colon g is relaxed",
          "[web][url][U02][U07][U09][bug-E5]") {
    for (const ReferenceRow& row : url_test::abnormal_references) {
        CAPTURE(row.reference);
        CHECK(urljoin(url_test::rfc_base, row.reference) == row.result);
    }
}

TEST_CASE("Further pairs are joined as Python joins them", "[web][url][U02][U09][U10]") {
    for (const JoinRow& row : url_test::further_joins) {
        CAPTURE(row.base, row.reference);
        CHECK(urljoin(row.base, row.reference) == row.result);
    }
}

TEST_CASE("A defined but empty query or fragment is kept", "[web][url][bug-E1][U12]") {
    const std::string base = "http://a/b/c/d;p?q#f";
    CHECK(urljoin(base, "") == "http://a/b/c/d;p?q");
    CHECK(urljoin(base, "?") == "http://a/b/c/d;p?");
    CHECK(urljoin(base, "#") == "http://a/b/c/d;p?q#");
    CHECK(urljoin(base, "#z") == "http://a/b/c/d;p?q#z");
    CHECK(urljoin(base, "?y") == "http://a/b/c/d;p?y");
    CHECK(urljoin(base, "?#") == "http://a/b/c/d;p?#");
}

TEST_CASE("Surplus dots end at the root", "[web][url][bug-E2][U07]") {
    CHECK(urljoin("http://e/alice/", "../../../eve") == "http://e/eve");
    CHECK(urljoin("http://e/", "http://e/a/../../b") == "http://e/b");
}

TEST_CASE("Empty segments stay, where Python drops them", "[web][url][bug-E3][U12]") {
    CHECK(urljoin("http://a/b//c", "d") == "http://a/b//d");
    CHECK(urljoin("http://a//b/c", "d") == "http://a//b/d");
    CHECK(urljoin("http://a", ".//w") == "http://a//w");
    CHECK(urljoin("http://a/", "/x//y") == "http://a/x//y");
    CHECK(urljoin("http://a/b//c/d", "../e") == "http://a/b//e");
    CHECK(urljoin("http://a/b//d", "../e") == "http://a/b/e");
}

TEST_CASE("A scheme without a hierarchy is joined all the same", "[web][url][U12]") {
    CHECK(urljoin("mailto:x@y", "z") == "mailto:z");
    CHECK(urljoin("x:/a", ".//b") == "x:/.//b");
}

TEST_CASE("A reference with another scheme is returned as it is", "[web][url][U08][bug-E5]") {
    for (const char* reference :
         {"mailto:a@b", "JavaScript:x", "tel:1", "data:,x", "g:h", "a:b", "https://h/a/../b"}) {
        CAPTURE(reference);
        CHECK(urljoin("http://a/b/c", reference) == reference);
    }
    CHECK(urljoin("http://a/b/c", "./a:b") == "http://a/b/a:b");
    CHECK(urljoin("http://a/b/c", "p/q:r") == "http://a/b/p/q:r");
}

TEST_CASE("An empty base gives the reference as it is", "[web][url][U08]") {
    CHECK(urljoin("", "../g") == "../g");
    CHECK(urljoin("", "") == "");
}

TEST_CASE("A link is relative to the directory of its page", "[web][url][bug-E7]") {
    CHECK(urljoin("http://h/1", "2") == "http://h/2");
    CHECK(urljoin("http://h/1/", "2") == "http://h/1/2");
    CHECK(urljoin("http://h", "2") == "http://h/2");
}

TEST_CASE("Joining changes neither escapes nor case", "[web][url][U13]") {
    CHECK(urljoin("http://A/b/c", "%2e%2e/D") == "http://A/b/%2e%2e/D");
}
