// url_text.cpp: tests of the text level of url.hpp (urlsplit, urlunsplit, urldefrag, authority).
#include "core/web/url.hpp"
#include "tests/support/catch.hpp"

using aio::Authority;
using aio::split_authority;
using aio::SplitUrl;
using aio::urldefrag;
using aio::UrlError;
using aio::urlsplit;
using aio::urlunsplit;

TEST_CASE("A URL is split into its five parts", "[web][url][U03]") {
    const SplitUrl parts = urlsplit("HTTP://User@Host:80/Path;p?q=1?2#frag#more");
    CHECK(parts.scheme == "http");
    CHECK(parts.authority == "User@Host:80");
    CHECK(parts.path == "/Path;p");
    CHECK(parts.query == "q=1?2");
    CHECK(parts.fragment == "frag#more");
}

TEST_CASE("A part that is empty differs from one that is missing", "[web][url][U03][bug-E1]") {
    const SplitUrl bare = urlsplit("/d");
    CHECK_FALSE(bare.authority.has_value());
    CHECK_FALSE(bare.query.has_value());
    CHECK_FALSE(bare.fragment.has_value());
    const SplitUrl empty = urlsplit("///d?#");
    CHECK(empty.authority == "");
    CHECK(empty.query == "");
    CHECK(empty.fragment == "");
    CHECK(bare.path == empty.path);
}

TEST_CASE("What was split is put together as it was", "[web][url][U03]") {
    for (const char* url : {"x://y",
                            "x:/y",
                            "x:/",
                            "/",
                            "./Python",
                            "",
                            "a",
                            "//h",
                            "///p",
                            "?",
                            "#",
                            "?#",
                            "./a:b",
                            "http://h/p?q#f",
                            "http://h/p?",
                            "http://h/p#",
                            "http://h?",
                            "x:",
                            "mailto:a@b",
                            "x:////p",
                            "http://u:p@[::1]:8/a//b"}) {
        CAPTURE(url);
        CHECK(urlunsplit(urlsplit(url)) == url);
    }
}

TEST_CASE("Parts that would read as something else are kept apart", "[web][url][U03]") {
    const SplitUrl slashes{"x", std::nullopt, "//p", std::nullopt, std::nullopt};
    CHECK(urlunsplit(slashes) == "x:/.//p");
    const SplitUrl colon{"", std::nullopt, "a:b", std::nullopt, std::nullopt};
    CHECK(urlunsplit(colon) == "./a:b");
}

TEST_CASE("A scheme begins with a letter and stands before the first slash", "[web][url][U03]") {
    CHECK(urlsplit("svn+ssh://h").scheme == "svn+ssh");
    CHECK(urlsplit("A1.b-c:x").scheme == "a1.b-c");
    for (const char* url : {"1a:b", ":b", "p/q:r", "a_b:c", "./a:b", "a"}) {
        CAPTURE(url);
        CHECK(urlsplit(url).scheme.empty());
        CHECK(urlsplit(url).path == url);
    }
}

TEST_CASE("Splitting drops blanks at the start and line breaks, as Python does",
          "[web][url][U11]") {
    CHECK(urlunsplit(urlsplit(" \x01\n http://h/a\tb\r\nc ")) == "http://h/abc ");
}

TEST_CASE("Defragmenting splits at the first hash", "[web][url][U06]") {
    using Pair = std::pair<std::string, std::string>;
    CHECK(urldefrag("http://python.org/?q#frag") == Pair("http://python.org/?q", "frag"));
    CHECK(urldefrag("http://python.org/?q") == Pair("http://python.org/?q", ""));
    CHECK(urldefrag("http://h/#a#b") == Pair("http://h/", "a#b"));
    CHECK(urldefrag("#") == Pair("", ""));
}

TEST_CASE("An authority has userinfo, a lower-case host and a port", "[web][url][U04]") {
    const Authority full = split_authority("User:p@ss@HOST.Example:080");
    CHECK(full.userinfo == "User:p@ss");
    CHECK(full.host == "host.example");
    CHECK(full.port == 80);
    const Authority plain = split_authority("h");
    CHECK_FALSE(plain.userinfo.has_value());
    CHECK_FALSE(plain.port.has_value());
    CHECK_FALSE(split_authority("h:").port.has_value());
    CHECK(split_authority("h:0").port == 0);
    CHECK(split_authority("h:65535").port == 65535);
}

TEST_CASE("A port that is no number up to 65535 is an error", "[web][url][U04]") {
    for (const char* authority : {"h:65536", "h:-1", "h:+1", "h:8a", "h: 80", "h:1:2", "h:0x50",
                                  "h:4294967376", "h:18446744073709551696"}) {
        CAPTURE(authority);
        REQUIRE_THROWS_AS(split_authority(authority), UrlError);
    }
}

TEST_CASE("An IPv6 host stands in brackets", "[web][url][U05]") {
    const Authority literal = split_authority("[::1]:5432");
    CHECK(literal.host == "::1");
    CHECK(literal.port == 5432);
    CHECK(literal.in_brackets);
    CHECK(split_authority("[FE80::1%Eth0]").host == "fe80::1%Eth0");
    for (const char* authority :
         {"[::1", "::1]", "[::ffff:12.34.56.78", "h[", "h]", "[[::1]]", "[::1]x", "[::1]x:80"}) {
        CAPTURE(authority);
        REQUIRE_THROWS_AS(split_authority(authority), UrlError);
    }
}
