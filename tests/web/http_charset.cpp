// http_charset.cpp: the Content-Type, its charset, and text from bytes.
#include <fmt/format.h>

#include "core/web/http.hpp"
#include "tests/support/catch.hpp"

namespace {

aio::ResponseHead with_type(std::string_view value) {
    aio::ResponseHead head;
    head.headers.add("Content-Type", value);
    return head;
}

}  // namespace

TEST_CASE("The content type comes without parameters and in small letters", "[web][http][C24]") {
    CHECK(with_type("text/html").content_type() == "text/html");
    CHECK(with_type("Text/HTML; charset=UTF-8").content_type() == "text/html");
    CHECK(with_type("application/xml ;a=b").content_type() == "application/xml");
    CHECK(with_type("foo").content_type() == "foo");
    CHECK(with_type("").content_type().empty());
    CHECK(with_type("; charset=x").content_type().empty());
    CHECK(aio::ResponseHead{}.content_type().empty());
}

TEST_CASE("The charset is the label as given, or utf-8", "[web][http][H38][C24][bug-E35]") {
    CHECK(aio::ResponseHead{}.charset() == "utf-8");
    for (const char* none :
         {"text/html", "text/html; charset=", "text/html; charset", "text/html; charset=\"\"",
          "text/html; charset; a=b", "text/html; xcharset=a", "charset=a",
          "text/html; a=\"; charset=b\"", "text/html;;"}) {
        CAPTURE(none);
        CHECK(with_type(none).charset() == "utf-8");
    }
    CHECK(with_type("text/html; charset=ascii").charset() == "ascii");
    CHECK(with_type("text/html;charset=\"utf-8\"").charset() == "utf-8");
    CHECK(with_type("text/html; Charset = ISO-8859-1 ").charset() == "ISO-8859-1");
    CHECK(with_type("text/html; a=b; charset=none; charset=c").charset() == "none");
    CHECK(with_type("text/html; charset=; charset=utf-8859-1").charset() == "utf-8859-1");
    CHECK(with_type("text/html; a=\"\\\"; charset=b\"; charset=x-sjis").charset() == "x-sjis");
    CHECK(with_type("text/html; charset=\"open").charset() == "open");
    CHECK(with_type("text/html; charset=\"\\").charset() == "\\");
}

TEST_CASE("Latin text becomes UTF-8", "[web][http][H38]") {
    for (const char* label : {"iso-8859-1", "ISO-8859-1", "latin-1", "Latin1", "windows-1252",
                              "us-ascii", "\"iso-8859-1\"", " ascii "}) {
        CAPTURE(label);
        CHECK(aio::decode_text("caf\xe9 \xff", label) == "caf\xc3\xa9 \xc3\xbf");
        CHECK(aio::decode_text("<a href=\"/x\">", label) == "<a href=\"/x\">");
    }
}

TEST_CASE("The upper control bytes of Latin text are read as windows-1252", "[web][http][H38]") {
    CHECK(aio::decode_text("\x80", "iso-8859-1") == "\xe2\x82\xac");
    CHECK(aio::decode_text("\x93x\x94", "windows-1252") == "\xe2\x80\x9cx\xe2\x80\x9d");
    CHECK(aio::decode_text("\x8a\x9f\xa0", "latin1") == "\xc5\xa0\xc5\xb8\xc2\xa0");
    CHECK(aio::decode_text("\x81", "latin1") == "\xc2\x81");
}

TEST_CASE("Other text is returned as it is and never throws",
          "[web][http][H38][bug-E35][bug-D31]") {
    const std::string_view gzip_bytes("\x1f\x8b\x08\x00\x00\xff\xfe<a href", 14);
    for (const char* label :
         {"utf-8", "UTF-8", "utf8", "", "none", "utf-8859-1", "x-sjis", "\"", "\"\"", "koi8-r"}) {
        CAPTURE(label);
        CHECK(aio::decode_text("caf\xc3\xa9 \xff\xfe", label) == "caf\xc3\xa9 \xff\xfe");
        CHECK(aio::decode_text(gzip_bytes, label) == gzip_bytes);
    }
}
