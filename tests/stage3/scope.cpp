// scope.cpp: hosts, strict and lenient.
//
// Chapter: the crawler's host_okay.
#include "stage3_crawler/scope.hpp"

#include "tests/support/catch.hpp"

using namespace aio;

namespace {

Scope scope_of(const std::string& root, bool strict) { return {{Url::parse(root)}, strict, {}}; }

}  // namespace

TEST_CASE("The strict rule takes a host with and without one www", "[stage3][C10][bug-E31]") {
    const Scope scope = scope_of("http://example.com/", true);
    CHECK(scope.host_okay("example.com"));
    CHECK(scope.host_okay("www.example.com"));
    CHECK(!scope.host_okay("foo.example.com"));
    CHECK(!scope.host_okay("www.www.example.com"));
    CHECK(scope_of("http://www.example.com/", true).host_okay("example.com"));
}

TEST_CASE("The lenient rule compares the last two labels, with their dot",
          "[stage3][C12][bug-G1][bug-E26]") {
    const Scope scope = scope_of("http://www.example.com./", false);
    CHECK(scope.host_okay("foo.example.com"));
    CHECK(scope.host_okay("example.com."));
    CHECK(!scope.host_okay("exam.plecom"));
    CHECK(!scope.host_okay("example.org"));
    CHECK(!scope.host_okay("com"));
    CHECK(!scope_of("http://example/", false).host_okay("exam.ple"));
}

TEST_CASE("An address admits itself only", "[stage3][C11]") {
    for (const bool strict : {true, false}) {
        const Scope scope = scope_of("http://1.2.3.4/", strict);
        CHECK(scope.host_okay("1.2.3.4"));
        CHECK(!scope.host_okay("9.9.3.4"));
        CHECK(!scope.host_okay("www.1.2.3.4"));
    }
}

TEST_CASE("The host is compared, not the text of the URL", "[stage3][bug-E40][bug-F7]") {
    const Scope scope = scope_of("HTTP://u:p@OK.example:8080/x#y", true);
    const auto allowed = [&scope](const char* url) { return !scope.refuses(Url::parse(url)); };
    CHECK(allowed("http://ok.example/"));
    CHECK(!allowed("http://digg.test/?url=http://ok.example/"));
    CHECK(!allowed("http://ok.example.evil.test/"));
    CHECK(!allowed("http://notok.example/"));
    CHECK(!allowed("http://ok.example@evil.test/"));
}

TEST_CASE("The reason for which a URL is refused is told", "[stage3][C09]") {
    const Scope scope({Url::parse("http://a.example/")}, true, std::regex("private"));
    CHECK(scope.refuses(Url::parse("mailto:x@a.example")) == OutOfScope::not_http);
    CHECK(scope.refuses(Url::parse("http://b.example/")) == OutOfScope::off_site);
    CHECK(scope.refuses(Url::parse("http://a.example/private/")) == OutOfScope::excluded);
    CHECK(scope.refuses(Url::parse("https://a.example/")) == OutOfScope::https);
    CHECK(!scope.refuses(Url::parse("http://a.example/")));
}
