// url_key.cpp: tests of Url::key, which decides whether two URLs are one page.
#include "core/web/url.hpp"
#include "tests/support/catch.hpp"

using aio::Url;

namespace {

std::string key_of(std::string_view url) { return Url::parse(url).key(); }

}  // namespace

TEST_CASE("Fragments, the empty path and the default port make no second page",
          "[web][url][bug-E32][bug-E42][U13][C14]") {
    for (const char* url : {"http://h", "http://h/", "http://h:80/", "http://h:/", "http://H/",
                            "HTTP://h/#a", "http://h/#b", "http://h#", "http://h/."}) {
        CAPTURE(url);
        CHECK(key_of(url) == "http://h/");
    }
    CHECK(key_of("https://h:443/") == key_of("https://h"));
}

TEST_CASE("A redirect and a link with other fragments lead to one page", "[web][url][bug-D48]") {
    const Url page = Url::parse("http://h/a#x");
    CHECK(page.join("/b").key() == page.join("/b#y").key());
    CHECK(page.join("/b").str() == "http://h/b");
    CHECK(page.join("/b#y").target == "/b");
}

TEST_CASE("Hex digits of escapes compare without case, and nothing is decoded",
          "[web][url][bug-E42]") {
    CHECK(key_of("http://h/%7euser?%aF") == "http://h/%7Euser?%AF");
    CHECK(key_of("http://h/%7Euser") == key_of("http://h/%7euser"));
    CHECK(key_of("http://h/a%2Fb") != key_of("http://h/a/b"));
    CHECK(key_of("http://h/~user") != key_of("http://h/%7Euser"));
    CHECK(key_of("http://h/%zz%4") == "http://h/%zz%4");
    CHECK(Url::parse("http://h/%7euser").str() == "http://h/%7euser");
}

TEST_CASE("An empty query is not the same page as none", "[web][url][bug-E1]") {
    CHECK(key_of("http://h/x?") != key_of("http://h/x"));
    CHECK(key_of("http://h/x?") == key_of("http://h/x?#f"));
}

TEST_CASE("Scheme, port, user and www tell pages apart", "[web][url][bug-E31][bug-E42]") {
    CHECK(key_of("http://example.com/p") != key_of("http://www.example.com/p"));
    CHECK(key_of("http://h/") != key_of("https://h/"));
    CHECK(key_of("http://h/") != key_of("http://h:443/"));
    CHECK(key_of("http://h/") != key_of("http://u@h/"));
}

TEST_CASE("A dot at the end of the host is kept", "[web][url][bug-E26]") {
    const Url url = Url::parse("http://EXAMPLE.com./x");
    CHECK(url.host == "example.com.");
    CHECK(url.host_header() == "example.com.");
    CHECK(url.key() != key_of("http://example.com/x"));
    CHECK(Url::parse("http://./x").host == ".");
}
