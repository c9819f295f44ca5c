// url_crawl.cpp: tests of Url, a link as a browser reads it.
#include "core/web/url.hpp"
#include "tests/support/catch.hpp"
#include "tests/web/url_tables.hpp"

using aio::Url;
using aio::UrlError;
using url_test::JoinRow;
using url_test::ReferenceRow;

namespace {

std::string joined(std::string_view base, std::string_view reference) {
    return Url::parse(base).join(reference).str();
}

}  // namespace

TEST_CASE("A browser reads odd references so", "[web][url][U15][U11]") {
    for (const ReferenceRow& row : url_test::browser_references) {
        CAPTURE(row.reference);
        CHECK(joined(url_test::browser_base, row.reference) == row.result);
    }
}

TEST_CASE("A browser joins further pairs so", "[web][url][U15]") {
    for (const JoinRow& row : url_test::browser_joins) {
        CAPTURE(row.base, row.reference);
        CHECK(joined(row.base, row.reference) == row.result);
    }
}

TEST_CASE("The examples of RFC 3986 hold for a browser too", "[web][url][U02][U09][bug-E5]") {
    const Url base = Url::parse(url_test::rfc_base);
    for (const ReferenceRow& row : url_test::normal_references) {
        CAPTURE(row.reference);
        CHECK(base.join(row.reference) == Url::parse(row.result));
    }
    for (const ReferenceRow& row : url_test::abnormal_references) {
        CAPTURE(row.reference);
        CHECK(base.join(row.reference) == Url::parse(row.result));
    }
}

TEST_CASE("A browser keeps an empty query and drops the page's own", "[web][url][bug-E1][U10]") {
    const std::string base = "http://a/b/c/d;p?q#f";
    CHECK(joined(base, "") == "http://a/b/c/d;p?q");
    CHECK(joined(base, "?") == "http://a/b/c/d;p?");
    CHECK(joined(base, "#") == "http://a/b/c/d;p?q#");
    CHECK(joined(base, "?y") == "http://a/b/c/d;p?y");
    CHECK(joined(base, "?#") == "http://a/b/c/d;p?#");
    CHECK(joined("http://a", "?x") == "http://a/?x");
    CHECK(Url::parse("http://a?x").str() == "http://a/?x");
    CHECK(Url::parse("http://a#x").str() == "http://a/#x");
}

TEST_CASE("A malformed URL is an error, absolute or as a link", "[web][url][U15][U14]") {
    const Url base = Url::parse(url_test::browser_base);
    for (const std::string_view url : url_test::malformed_urls) {
        CAPTURE(url);
        REQUIRE_THROWS_AS(Url::parse(url), UrlError);
        REQUIRE_THROWS_AS(base.join(url), UrlError);
        REQUIRE_FALSE(base.try_join(url).has_value());
    }
    REQUIRE_THROWS_AS(Url::parse("https://example.org/").join("http:"), UrlError);
    REQUIRE_THROWS_AS(Url::parse("http://a\x7F/"), UrlError);
    REQUIRE_THROWS_AS(Url::parse(std::string("http://[::1\0]/", 14)), UrlError);
}

TEST_CASE("The parts that a fetcher needs are ready to use", "[web][url]") {
    const Url url = Url::parse("http://u:p@Example.COM:8080/a/b?c=d#e");
    CHECK(url.scheme == "http");
    CHECK(url.userinfo == "u:p");
    CHECK(url.host == "example.com");
    CHECK(url.port == 8080);
    CHECK(url.target == "/a/b?c=d");
    CHECK(url.fragment == "e");
    CHECK(url.host_header() == "example.com:8080");
    CHECK(url.origin() == "http://example.com:8080");
    CHECK(url.is_http());
    CHECK_FALSE(url.is_https());
    CHECK(Url::parse(url.str()) == url);
}

TEST_CASE("The default port is filled in and never printed", "[web][url][bug-E42]") {
    CHECK(Url::parse("http://h").port == 80);
    CHECK(Url::parse("https://h:/").port == 443);
    CHECK(Url::parse("http://h:80/").host_header() == "h");
    CHECK(Url::parse("https://h:443/").str() == "https://h/");
    CHECK(Url::parse("https://h:80/").origin() == "https://h:80");
    CHECK(Url::parse("https://h/").is_https());
    CHECK(Url::parse("https://h/").is_http());
}

TEST_CASE("An IPv6 host loses its brackets for the resolver and has them in the header",
          "[web][url][U05]") {
    const Url url = Url::parse("http://[0:0::0:1]:8080/x");
    CHECK(url.host == "::1");
    CHECK(url.host_header() == "[::1]:8080");
    CHECK(url.key() == "http://[::1]:8080/x");
    CHECK(url.join("y").str() == "http://[::1]:8080/y");
    REQUIRE_THROWS_AS(Url::parse("http://[fe80::1%25eth0]/"), UrlError);
}

TEST_CASE("Userinfo ends at the last at sign and keeps its case", "[web][url][bug-E28]") {
    const Url url = Url::parse("HTTP://USER:Pw@EXAMPLE.com/Path");
    CHECK(url.userinfo == "USER:Pw");
    CHECK(url.host == "example.com");
    CHECK(url.str() == "http://USER:Pw@example.com/Path");
    CHECK(Url::parse("http://a@b:c:d@h/").str() == "http://a%40b:c%3Ad@h/");
    CHECK(Url::parse("http://@h/").str() == "http://h/");
    CHECK(Url::parse("http://u:@h/").str() == "http://u@h/");
}

TEST_CASE("A backslash ends the host for the check and for the connect alike",
          "[web][url][bug-E33]") {
    const Url before_at = Url::parse("http://ok.example:80\\@evil.example/");
    CHECK(before_at.host == "ok.example");
    CHECK(before_at.host_header() == "ok.example");
    CHECK(before_at.target == "/@evil.example/");
    const Url page = Url::parse("http://ok.example/");
    CHECK(page.join("/\\evil.example/x").host == "evil.example");
    CHECK(page.join("http:\\\\evil.example").host == "evil.example");
    CHECK(page.join("a\\b").target == "/a/b");
}

TEST_CASE("A reference that starts with two slashes names a host", "[web][url][bug-D45]") {
    const Url target = Url::parse("http://127.0.0.1:8001/a").join("//127.0.0.1:8002/x");
    CHECK(target.origin() == "http://127.0.0.1:8002");
    CHECK(target.target == "/x");
}

TEST_CASE("A Location without a host, or with a bad one, is an error", "[web][url][bug-D44]") {
    const Url base = Url::parse("http://h/a");
    for (const char* location : {"https://:443/", "https://", "http://", "http://[",
                                 "http://h:99999/", "http://u@/", "http:///"}) {
        CAPTURE(location);
        REQUIRE_THROWS_AS(base.join(location), UrlError);
    }
    CHECK(base.join("http:///x").host == "x");  // As browsers read it.
}

TEST_CASE("Another scheme is no http, and is given back as it was", "[web][url][bug-E5][U08]") {
    const Url base = Url::parse("http://h/a");
    for (const char* text : {"mailto:a@b", "javascript:alert(' x')", "tel:1", "data:,x#y",
                             "ftp://h/x/../y", "about:blank", "x:"}) {
        CAPTURE(text);
        CHECK_FALSE(base.join(text).is_http());
        CHECK(base.join(text).str() == text);
        CHECK(Url::parse(text).key() == std::string(text).substr(0, std::string(text).find('#')));
    }
    CHECK(base.join("JavaScript:X").str() == "javascript:X");
    CHECK(base.join("p/q:r").target == "/p/q:r");
}

TEST_CASE("A relative link needs an http base", "[web][url]") {
    REQUIRE_THROWS_AS(Url::parse("/a"), UrlError);
    REQUIRE_THROWS_AS(Url::parse(""), UrlError);
    REQUIRE_THROWS_AS(Url::parse("xkcd.com"), UrlError);
    REQUIRE_THROWS_AS(Url::parse("mailto:a@b").join("c"), UrlError);
    CHECK(Url::parse("mailto:a@b").join("http:h/c").str() == "http://h/c");
}

TEST_CASE("Outer white space is dropped, inner line breaks too",
          "[web][url][U11][bug-E8][bug-E9]") {
    CHECK(joined("http://h/?p=1", " http://h/x") == "http://h/x");
    CHECK(joined("http://h/", "\n\t  /feed.xml\n ") == "http://h/feed.xml");
    CHECK(joined("http://h/", "/a\n b/c\td") == "http://h/a%20b/cd");
    CHECK(joined("http://h/", "/a\r\n") == "http://h/a");
}

TEST_CASE("No blank and no control byte reaches the wire", "[web][url][bug-D49][bug-E41]") {
    const Url page = Url::parse("http://h/p/");
    CHECK(page.join("/url with space").target == "/url%20with%20space");
    CHECK(page.join("http://h/p/in dex.jsp?a=b c").str() == "http://h/p/in%20dex.jsp?a=b%20c");
    for (int byte = 0; byte < 256; ++byte) {
        CAPTURE(byte);
        const std::string odd(1, static_cast<char>(byte));
        const Url url = page.join("a" + odd + "b?c" + odd + "d");
        for (const char c : url.target) {
            REQUIRE(c > 0x20);
            REQUIRE(c < 0x7F);
        }
    }
}

TEST_CASE("Bytes outside ASCII are percent-encoded, not refused", "[web][url][bug-D46]") {
    CHECK(Url::parse("http://h/").join("/caf\xC3\xA9?\xFF").target == "/caf%C3%A9?%FF");
}

TEST_CASE("A host with bytes outside ASCII is an error that says so", "[web][url]") {
    REQUIRE_THROWS_AS(Url::parse("http://caf\xC3\xA9.example/"), UrlError);
    REQUIRE_THROWS_AS(Url::parse("http://caf%C3%A9.example/"), UrlError);
    CHECK(Url::parse("http://%45xample.com/").host == "example.com");
}

TEST_CASE("Joining leaves escapes and the case of the path alone", "[web][url][U13][bug-E29]") {
    CHECK(joined("http://h/a/b", "%2e%2e/d") == "http://h/a/%2e%2e/d");
    CHECK(Url::parse("http://MYURL/SomePath?abc").str() == "http://myurl/SomePath?abc");
    CHECK(Url::parse("http://h/SomePath").key() != Url::parse("http://h/somepath").key());
}

TEST_CASE("Dots, empty segments and the page's directory count as in urljoin",
          "[web][url][bug-E2][bug-E3][bug-E7]") {
    CHECK(joined("http://e/alice/", "../../../eve") == "http://e/eve");
    CHECK(Url::parse("http://e/a/../../b").str() == "http://e/b");
    CHECK(joined("http://a/b//c", "d") == "http://a/b//d");
    CHECK(joined("http://a", ".//w") == "http://a//w");
    CHECK(joined("http://a//", "..") == "http://a/");
    CHECK(joined("http://h/1", "2") == "http://h/2");
    CHECK(joined("http://h/1/", "2") == "http://h/1/2");
    CHECK(joined("http://h/a/b?x=/y/z", "c") == "http://h/a/c");
}

TEST_CASE("The error names the URL and the cause, and stays readable", "[web][url]") {
    const auto message = [](const std::string& url) -> std::string {
        try {
            Url::parse(url);
        } catch (const UrlError& error) {
            return error.what();
        }
        return "";
    };
    CHECK(message("http://f:b/c") ==
          "cannot use the URL \"http://f:b/c\": its port is not a number up to 65535");
    CHECK(message("http://a\x01/") ==
          "cannot use the URL \"http://a\\x01/\": its host has a byte that no host may have");
    CHECK(message("http://" + std::string(1 << 20, ' ') + "/").size() < 250);
}
