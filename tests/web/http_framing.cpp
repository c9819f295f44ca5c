// http_framing.cpp: where a body ends, and whether the connection can be used afterwards.
#include <fmt/format.h>

#include "tests/support/catch.hpp"
#include "tests/web/http_support.hpp"

using http_test::Answer;
using http_test::ok;
using http_test::Outcome;
using http_test::parse;

namespace {

std::string with_status(int status, std::string_view header_lines) {
    return fmt::format("HTTP/1.1 {} X\r\n{}\r\n", status, header_lines);
}

}  // namespace

TEST_CASE("HEAD, 204 and 304 have no body, whatever their headers say",
          "[web][http][H12][H13][H14][bug-D11][bug-G31]") {
    for (const char* header : {"", "Content-Length: 42\r\n", "Transfer-Encoding: chunked\r\n",
                               "Content-Length: two\r\n", "Content-Length: 99999999999999\r\n"}) {
        CAPTURE(header);
        for (const Answer& answer :
             {Answer{ok(header), false, "HEAD"}, Answer{with_status(204, header)},
              Answer{with_status(304, header)}}) {
            const Outcome outcome = parse(answer);
            CHECK(outcome.error.empty());
            CHECK(outcome.done);
            CHECK(outcome.body.empty());
            CHECK(outcome.consumed == answer.bytes.size());
        }
    }
}

TEST_CASE("The headers of a bodiless answer are kept", "[web][http][H13][H14]") {
    CHECK(parse({ok("Content-Length: 7\r\n"), false, "HEAD"}).header("Content-Length") == "7");
    CHECK(parse({with_status(304, "Content-Length: 42\r\n")}).header("Content-Length") == "42");
}

TEST_CASE("A bodiless answer leaves the connection usable", "[web][http][bug-D11][P04]") {
    CHECK(parse({ok("Content-Length: 7\r\n"), false, "HEAD"}).keep_alive);
    CHECK(parse({ok(""), false, "HEAD"}).keep_alive);
    CHECK(parse({with_status(304, "Content-Length: 42\r\n")}).keep_alive);
    CHECK(parse({with_status(304, "")}).keep_alive);
    CHECK(parse({with_status(204, "")}).keep_alive);
    CHECK(parse({with_status(204, "Content-Length: 0\r\n")}).keep_alive);
}

TEST_CASE("A 204 that announces a body is not trusted with another request", "[web][http][H14]") {
    CHECK_FALSE(parse({with_status(204, "Content-Length: 5\r\n")}).keep_alive);
    CHECK_FALSE(parse({with_status(204, "Transfer-Encoding: chunked\r\n")}).keep_alive);
}

TEST_CASE("A length of zero is done at once, with the connection open", "[web][http][H15]") {
    const Outcome outcome = parse({ok("Content-Length: 0\r\n")});
    CHECK(outcome.done);
    CHECK(outcome.keep_alive);
    CHECK(outcome.body.empty());
}

TEST_CASE("Fewer bytes than the Content-Length are an error", "[web][http][H16][bug-D7]") {
    const Outcome outcome = parse({ok("Content-Length: 20\r\n", "12345"), true});
    CHECK(outcome.failed("IncompleteBodyError", "after 5 of the 20 bytes of the body"));
    CHECK(parse({ok("Content-Length: 20\r\n"), true}).failed("IncompleteBodyError", "after 0 of"));
    const Outcome open = parse({ok("Content-Length: 20\r\n", "12345")});
    CHECK(open.head_done);
    CHECK_FALSE(open.done);
    CHECK_FALSE(open.keep_alive);
}

TEST_CASE("Bytes after the body are left alone and end the connection",
          "[web][http][H17][bug-D35][P03]") {
    const std::string answer = ok("Content-Length: 2\r\n", "hi");
    const Outcome outcome = parse({answer + ok("Content-Length: 4\r\n", "evil")});
    CHECK(outcome.done);
    CHECK(outcome.body == "hi");
    CHECK(outcome.consumed == answer.size());
    CHECK_FALSE(outcome.keep_alive);
    CHECK_FALSE(parse({ok("Content-Length: 0\r\n", "\n")}).keep_alive);
    CHECK_FALSE(parse({with_status(204, "") + "x"}).keep_alive);
    CHECK_FALSE(parse({ok("Transfer-Encoding: chunked\r\n", "0\r\n\r\n\r\n")}).keep_alive);
}

TEST_CASE("A Content-Length is digits only", "[web][http][H18]") {
    for (const char* value :
         {"-2", "+2", "two", "", "0x2", "2 2", "2,", ",2", "2.0", "2;", "\"2\""}) {
        CAPTURE(value);
        const Outcome outcome = parse({ok(fmt::format("Content-Length: {}\r\n", value), "hi")});
        CHECK(outcome.failed("ProtocolError", "is not a number"));
    }
    CHECK(parse({ok("Content-Length: 0002\r\n", "hi")}).body == "hi");
}

TEST_CASE("A Content-Length beyond 64 bits is an error", "[web][http][H18]") {
    for (const char* value : {"18446744073709551616", "99999999999999999999999999999999"}) {
        const Outcome outcome = parse({ok(fmt::format("Content-Length: {}\r\n", value), "hi")});
        CHECK(outcome.failed("ProtocolError", "is too large a number"));
    }
    CHECK(parse({ok("Content-Length: 18446744073709551615\r\n")}).failed("LimitError"));
}

TEST_CASE("Equal lengths are one, different lengths are an error",
          "[web][http][H19][bug-D9][bug-G31]") {
    for (const char* lines : {"Content-Length: 5\r\ncontent-length: 5\r\n",
                              "Content-Length: 5, 5\r\n", "Content-Length: 5,5 ,05\r\n"}) {
        const Outcome outcome = parse({ok(lines, "hello")});
        CHECK(outcome.body == "hello");
        CHECK(outcome.keep_alive);
    }
    for (const char* lines : {"Content-Length: 5\r\nContent-Length: 6\r\n",
                              "Content-Length: 5, 6\r\n", "Content-Length: 6, 5, 6\r\n"}) {
        CHECK(parse({ok(lines, "hello!")}).failed("ProtocolError", "the answer has two lengths"));
    }
    CHECK(parse({ok("Content-Length: 5\r\nContent-Length: x\r\n")}).failed("ProtocolError"));
}

// The two lists differ here: G31 would let the chunks win. Whoever sends both may be trying to
// make two readers of one connection disagree, so neither is believed.
TEST_CASE("A length together with a coding is an error", "[web][http][H20][bug-G31]") {
    const std::string chunks = "2\r\nhi\r\n0\r\n\r\n";
    for (const char* lines : {"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n",
                              "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n",
                              "Transfer-Encoding: gzip\r\nContent-Length: 3\r\n"}) {
        const Outcome outcome = parse({ok(lines, chunks)});
        CHECK(outcome.failed("ProtocolError", "both a Transfer-Encoding and a Content-Length"));
    }
}

TEST_CASE("Chunked wins when it is the last coding, in any case",
          "[web][http][H21][H23][bug-G31]") {
    const std::string chunks = "2\r\nhi\r\n0\r\n\r\n";
    for (const char* lines :
         {"Transfer-Encoding: chunked\r\n", "Transfer-Encoding: Chunked\r\n",
          "transfer-encoding: x, CHUNKED\r\n", "Transfer-Encoding: x,chunked\r\n",
          "Transfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n"}) {
        const Outcome outcome = parse({ok(lines, chunks)});
        CHECK(outcome.body == "hi");
        CHECK(outcome.keep_alive);
    }
}

TEST_CASE("A body with another coding last runs until close", "[web][http][H23]") {
    for (const char* value : {"gzip", "chunked, gzip", "chunkedx", "identity", ""}) {
        CAPTURE(value);
        const std::string bytes = ok(fmt::format("Transfer-Encoding: {}\r\n", value), "raw");
        CHECK_FALSE(parse({bytes}).done);
        const Outcome outcome = parse({bytes, true});
        CHECK(outcome.done);
        CHECK(outcome.body == "raw");
        CHECK_FALSE(outcome.keep_alive);
    }
}

TEST_CASE("Without length or chunks the body runs until close", "[web][http][H24]") {
    for (const std::string& head : {std::string("HTTP/1.0 200 OK\r\n\r\n"), ok(""),
                                    std::string("HTTP/1.0 200 OK\nConnection: keep-alive\n\n")}) {
        CHECK(parse({head + "a\r\n\r\nb"}).head_done);
        CHECK_FALSE(parse({head + "a\r\n\r\nb"}).done);
        const Outcome outcome = parse({head + "a\r\n\r\nb", true});
        CHECK(outcome.done);
        CHECK(outcome.body == "a\r\n\r\nb");
        CHECK_FALSE(outcome.keep_alive);
        CHECK(parse({head, true}).done);
    }
}

TEST_CASE("Whether the connection stays depends on version and words",
          "[web][http][P03][P06][bug-D17][bug-D18][bug-D20]") {
    const auto stays = [](std::string_view version, std::string_view lines) {
        return parse({fmt::format("{} 200 OK\r\n{}Content-Length: 2\r\n\r\nhi", version, lines)})
            .keep_alive;
    };
    CHECK(stays("HTTP/1.1", ""));
    CHECK(stays("HTTP/1.3", ""));
    CHECK(stays("HTTP/1.1", "Connection: closed\r\n"));
    CHECK(stays("HTTP/1.1", "Connection: keep-alive\r\n"));
    CHECK_FALSE(stays("HTTP/1.1", "Connection: Close\r\n"));
    CHECK_FALSE(stays("HTTP/1.1", "Connection: keep-alive, close\r\n"));
    CHECK_FALSE(stays("HTTP/1.1", "Connection: x\r\nConnection: close\r\n"));
    CHECK_FALSE(stays("HTTP/1.0", ""));
    CHECK(stays("HTTP/1.0", "Connection: Keep-Alive\r\n"));
    CHECK_FALSE(stays("HTTP/1.0", "Connection: keep-alive\r\nConnection: close\r\n"));
}

TEST_CASE("Chunks of an old version are read, but the connection is not used again",
          "[web][http][P03]") {
    const Outcome outcome =
        parse({"HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n"
               "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"});
    CHECK(outcome.body == "hi");
    CHECK_FALSE(outcome.keep_alive);
}

TEST_CASE("A connection that closes after the answer is not used again", "[web][http][P03]") {
    const Outcome outcome = parse({ok("Content-Length: 2\r\n", "hi"), true});
    CHECK(outcome.done);
    CHECK(outcome.error.empty());
    CHECK_FALSE(outcome.keep_alive);
}

TEST_CASE("A body can be taken in parts as it arrives", "[web][http][H39]") {
    aio::ResponseParser parser;
    parser.feed(ok("Transfer-Encoding: chunked\r\n"));
    CHECK(parser.head_done());
    CHECK(parser.take_body().empty());
    parser.feed("4\r\nasdf\r\n");
    CHECK(parser.take_body() == "asdf");
    parser.feed("4\r\nqw");
    CHECK(parser.take_body() == "qw");
    parser.feed("er\r\n0\r\n\r\n");
    CHECK(parser.body_size() == 8);
    CHECK(parser.take_body() == "er");
    CHECK(parser.take_body().empty());
    CHECK(parser.body_size() == 8);
    CHECK(parser.keep_alive());
}
