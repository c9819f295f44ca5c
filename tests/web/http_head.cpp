// http_head.cpp: status lines, header lines and interim answers. The limits are in http_limits.cpp.
#include <fmt/format.h>

#include "tests/support/catch.hpp"
#include "tests/web/http_support.hpp"

using http_test::Answer;
using http_test::ok;
using http_test::Outcome;
using http_test::parse;

TEST_CASE("A simple answer is read whatever way it is cut", "[web][http][bug-D23]") {
    const Outcome outcome = parse({ok("Content-Length: 2\r\nX: y\r\n", "hi")});
    CHECK(outcome.error.empty());
    CHECK(outcome.done);
    CHECK(outcome.keep_alive);
    CHECK(outcome.head.major == 1);
    CHECK(outcome.head.minor == 1);
    CHECK(outcome.head.status == 200);
    CHECK(outcome.head.reason == "OK");
    CHECK(outcome.head.headers == aio::Headers{{"Content-Length", "2"}, {"X", "y"}});
    CHECK(outcome.body == "hi");
}

TEST_CASE("Lines may end in LF alone", "[web][http][H08][bug-D21]") {
    for (const char* bytes : {"HTTP/1.1 200 OK\nContent-Length: 2\nA: b\n\nhi",
                              "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nA: b\r\n\nhi",
                              "HTTP/1.1 200 OK\nContent-Length: 2\r\nA: b\n\r\nhi"}) {
        const Outcome outcome = parse({bytes});
        CHECK(outcome.done);
        CHECK(outcome.head.reason == "OK");
        CHECK(outcome.header("A") == "b");
        CHECK(outcome.body == "hi");
    }
}

TEST_CASE("An empty line before the status line is skipped, two are not", "[web][http][H08]") {
    const std::string answer = ok("Content-Length: 2\r\n", "hi");
    CHECK(parse({"\r\n" + answer}).body == "hi");
    CHECK(parse({"\n" + answer}).body == "hi");
    CHECK(parse({"\r\n\r\n" + answer}).failed("ProtocolError", R"(begins with "\r" where)"));
    CHECK(parse({"\n\n" + answer}).failed("ProtocolError", R"(begins with "\n" where)"));
    CHECK(parse({"\r" + answer}).failed("ProtocolError", "not HTTP"));
}

TEST_CASE("The reason may be missing", "[web][http][H09][bug-D27][bug-G31]") {
    const std::string rest = "\r\nContent-Length: 0\r\n\r\n";
    for (const char* line : {"HTTP/1.1 200", "HTTP/1.1 200 ", "HTTP/1.1 200  \t"}) {
        const Outcome outcome = parse({line + rest});
        CHECK(outcome.done);
        CHECK(outcome.head.status == 200);
        CHECK(outcome.head.reason.empty());
    }
    CHECK(parse({"HTTP/1.1 404 Really not, sir" + rest}).head.reason == "Really not, sir");
}

TEST_CASE("A status is three digits", "[web][http][H10][bug-D27]") {
    for (const char* line :
         {"HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 20", "HTTP/1.1 2000", "HTTP/1.1 2x0", "HTTP/1.1 -20",
          "HTTP/1.1 099", "HTTP/1.1 200OK", "HTTP/1.1  200 OK", "HTTP/1.1 OK"}) {
        CAPTURE(line);
        const Outcome outcome = parse({fmt::format("{}\r\n\r\n", line)});
        CHECK(outcome.failed("ProtocolError", "has no status of three digits"));
        CHECK(outcome.failed("ProtocolError", aio::quote_bytes(line)));
    }
}

TEST_CASE("The version is HTTP slash 1 dot a digit", "[web][http][bug-D20]") {
    const std::string rest = " 200 OK\r\nContent-Length: 0\r\n\r\n";
    CHECK(parse({"HTTP/1.2" + rest}).keep_alive);
    CHECK(parse({"HTTP/1.2" + rest}).head.minor == 2);
    CHECK(parse({"HTTP/1.0" + rest}).head.minor == 0);
    CHECK(parse({"HTTP/2.0" + rest}).failed("ProtocolError", "is of another HTTP version than 1"));
    CHECK(parse({"HTTP/0.9" + rest}).failed("ProtocolError", "is of another HTTP version than 1"));
    for (const char* version : {"HTTP/1", "HTTP/1.", "HTTP/1.10", "HTTP/11.1", "HTTP/1,1",
                                "HTTP/x.1", "HTTP/ 1.1", "HTTP/1.1\t"}) {
        CAPTURE(version);
        CHECK(parse({version + rest}).failed("ProtocolError", "begins with no HTTP version"));
    }
}

TEST_CASE("What is not HTTP is an error at once, before any line end",
          "[web][http][H10][bug-D20]") {
    CHECK(parse({"hello world"}).failed("ProtocolError", R"(not HTTP: it begins with "h" where)"));
    CHECK(parse({"<html><body>"}).failed("ProtocolError", R"(begins with "<" where)"));
    CHECK(parse({"http/1.1 200 OK\r\n"}).failed("ProtocolError", R"(begins with "h" where)"));
    CHECK(parse({"HTTQ"}).failed("ProtocolError", R"(begins with "HTTQ" where)"));
    CHECK(parse({"HTTPS/1.1 200 OK"}).failed("ProtocolError", R"(begins with "HTTPS" where)"));
    CHECK(parse({"HTT\r\n"}).failed("ProtocolError", R"(begins with "HTT\r" where)"));
    CHECK(parse({"\x16\x03\x01"}).failed("ProtocolError", R"(begins with "\x16" where)"));
}

TEST_CASE("A header line needs a name and a colon", "[web][http][H10]") {
    for (const char* line :
         {"no colon here", "none", " A: b", ": value", " : value", "na me: value", "n\x01: v",
          "n\xc3\xa9: v", " folded without a field", "\"q\": v"}) {
        CAPTURE(line);
        const Outcome outcome = parse({ok(fmt::format("{}\r\n", line))});
        CHECK(outcome.failed("ProtocolError", "a header line is not a name, a colon and a value"));
        CHECK(outcome.failed("ProtocolError", aio::quote_bytes(line)));
    }
}

TEST_CASE("Values are trimmed and their bytes above 127 survive", "[web][http][H06][bug-D46]") {
    const Outcome outcome =
        parse({ok("Location:/caf\xc3\xa9\r\nB: \t caf\xe9 \t\r\nC:\r\n"
                  "D : a:b\r\nContent-Length: 0\r\n")});
    CHECK(outcome.header("Location") == "/caf\xc3\xa9");
    CHECK(outcome.header("B") == "caf\xe9");
    CHECK(outcome.header("C").empty());
    CHECK(outcome.header("D") == "a:b");
}

TEST_CASE("A stray CR or NUL in a value is read as a space", "[web][http]") {
    using namespace std::string_literals;
    const Outcome outcome = parse({ok("A: x\ry\0z\r\r\nContent-Length: 0\r\n"s)});
    CHECK(outcome.header("A") == "x y z");
    CHECK(outcome.done);
}

TEST_CASE("A folded header line continues the value before it", "[web][http][H07][bug-D24]") {
    const Outcome outcome =
        parse({ok("ETag: \"x\"\r\n  foo=1\r\nX: y\r\nZ: 1;\r\n\tb\r\n \r\nContent-Length: 0\r\n")});
    CHECK(outcome.header("ETag") == "\"x\" foo=1");
    CHECK(outcome.header("X") == "y");
    CHECK(outcome.header("Z") == "1; b");
    CHECK(outcome.head.headers.size() == 4);
}

TEST_CASE("Interim answers are passed over", "[web][http][H11][bug-D13]") {
    const std::string final_answer = ok("Content-Length: 2\r\n", "hi");
    const std::string hint = "HTTP/1.1 103 Early Hints\r\nLink: x\r\nContent-Length: 9\r\n\r\n";
    const std::string go_on = "HTTP/1.1 100 Continue\r\n\r\n";
    for (const std::string& before :
         {hint, go_on, go_on + hint + hint, hint + "\r\n", "\n" + hint + "\r\n"}) {
        const Outcome outcome = parse({before + final_answer});
        CHECK(outcome.head.status == 200);
        CHECK(outcome.head.headers.size() == 1);
        CHECK(outcome.body == "hi");
        CHECK(outcome.keep_alive);
        CHECK(outcome.consumed == before.size() + final_answer.size());
    }
    CHECK_FALSE(parse({hint}).head_done);
}

TEST_CASE("Status 101 is an error, since nobody asked to switch", "[web][http][H11][bug-D13]") {
    const Outcome outcome = parse({"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"});
    CHECK(outcome.failed("ProtocolError", "status 101"));
}

TEST_CASE("A connection that ends before the head does is an error", "[web][http][H25]") {
    const std::string head = ok("Content-Length: 2\r\n");
    for (std::size_t size = 1; size < head.size(); ++size) {
        CAPTURE(size);
        CHECK(parse({head.substr(0, size), true}).failed("ServerDisconnected", "inside the head"));
    }
    CHECK(parse({"", true}).failed("ServerDisconnected", "without an answer"));
    CHECK(parse({"HTTP/1.1 20", true}).failed("ServerDisconnected", R"(after "HTTP/1.1 20")"));
    CHECK(parse({"HTTP/1.1 100 Continue\r\n\r\n", true}).failed("ServerDisconnected", "head"));
}

TEST_CASE("The parser tells whether any byte of an answer has come", "[web][http][bug-D15]") {
    aio::ResponseParser parser;
    CHECK_FALSE(parser.started());
    CHECK(parser.feed("") == 0);
    CHECK_FALSE(parser.started());
    CHECK(parser.feed("H") == 1);
    CHECK(parser.started());
    CHECK_FALSE(parser.head_done());
}

TEST_CASE("A redirect without a Location is an ordinary answer",
          "[web][http][H33][bug-D42][bug-G2]") {
    for (const int status : {300, 301, 302, 304}) {
        const Outcome outcome =
            parse({fmt::format("HTTP/1.1 {} Moved\r\nContent-Length: 0\r\n\r\n", status)});
        CHECK(outcome.done);
        CHECK(outcome.head.status == status);
        CHECK_FALSE(outcome.head.headers.contains("Location"));
    }
}

TEST_CASE("Statuses that send a client elsewhere", "[web][http][H34][bug-D50][bug-G2][C16]") {
    for (const int status : {300, 301, 302, 303, 307, 308}) CHECK(aio::is_redirect(status));
    for (const int status : {200, 299, 304, 305, 306, 309, 404}) {
        CHECK_FALSE(aio::is_redirect(status));
    }
}
