// url_bytes.cpp: tests of percent-encoding, place by place.
#include "core/web/url_bytes.hpp"
#include "tests/support/catch.hpp"

using aio::append_encoded;
using aio::percent_decoded;
using aio::UrlPlace;
using aio::with_upper_case_escapes;

namespace {

// The printable bytes, neither letters nor digits, that stay as they are in `place`.
std::string kept_in(UrlPlace place) {
    std::string kept;
    for (const char c : std::string_view(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")) {
        std::string out;
        append_encoded(out, std::string(1, c), place);
        if (out == std::string(1, c)) kept += c;
    }
    return kept;
}

}  // namespace

TEST_CASE("Each place of a URL keeps its own punctuation", "[web][url][bug-D49]") {
    CHECK(kept_in(UrlPlace::path) == "!$%&'()*+,-./:;=@[\\]_|~");
    CHECK(kept_in(UrlPlace::query) == "!$%&()*+,-./:;=?@[\\]^_`{|}~");
    CHECK(kept_in(UrlPlace::fragment) == "!#$%&'()*+,-./:;=?@[\\]^_{|}~");
    CHECK(kept_in(UrlPlace::userinfo) == "!$%&'()*+,-._~");
    CHECK(kept_in(UrlPlace::opaque) == " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~");
}

TEST_CASE("Encoding appends, and encodes control bytes and what is not ASCII",
          "[web][url][bug-D46][bug-D49]") {
    std::string out = "/";
    append_encoded(out, std::string_view("a\0b\r\n\x7F\xC3\xA9z", 9), UrlPlace::opaque);
    CHECK(out == "/a%00b%0D%0A%7F%C3%A9z");
    append_encoded(out, "%41%", UrlPlace::path);
    CHECK(out == "/a%00b%0D%0A%7F%C3%A9z%41%");
}

TEST_CASE("An escape has two hex digits, anything else stays", "[web][url][bug-E42]") {
    CHECK(percent_decoded("%41%6a%4A%2f") == "AjJ/");
    CHECK(percent_decoded("%zz%4z%%41%") == "%zz%4z%A%");
    CHECK(percent_decoded(std::string_view("%411", 2)) == "%4");
    CHECK(with_upper_case_escapes("%af%zz%az%za%%4a%a") == "%AF%zz%az%za%%4A%a");
}
