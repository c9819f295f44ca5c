// http_chunked.cpp: bodies that come in chunks.
#include <fmt/format.h>

#include "tests/support/catch.hpp"
#include "tests/web/http_support.hpp"

using http_test::ok;
using http_test::Outcome;
using http_test::parse;

namespace {

std::string chunked(std::string_view chunks) {
    return ok("Transfer-Encoding: chunked\r\n", chunks);
}

}  // namespace

TEST_CASE("Chunk sizes are hexadecimal in either case", "[web][http][H21]") {
    const std::string text = "abcdefghijklmnopqrstuvwxyz";
    for (const char* size : {"1a", "1A", "001a", "1a ", "1a\t", "00000000000000000000000001A"}) {
        CAPTURE(size);
        const std::string bytes = chunked(fmt::format("{}\r\n{}\r\n0\r\n\r\n", size, text));
        const Outcome outcome = parse({bytes});
        CHECK(outcome.body == text);
        CHECK(outcome.keep_alive);
        CHECK(outcome.consumed == bytes.size());
    }
}

TEST_CASE("Several chunks are one body, whatever bytes are in them", "[web][http][H21]") {
    const Outcome outcome =
        parse({chunked("1\r\na\r\n4\r\n\r\n\r\n\r\n3\r\n0\r\n\r\n000\r\n\r\n")});
    CHECK(outcome.body == "a\r\n\r\n0\r\n");
    CHECK(outcome.done);
    CHECK(parse({chunked("0\r\n\r\n")}).done);
}

TEST_CASE("Chunk extensions are ignored", "[web][http][H21][bug-D2]") {
    for (const char* chunks : {"2;foo=bar\r\nhi\r\n0;x\r\n\r\n", "2 ;q=\"a;b\"\r\nhi\r\n0\r\n\r\n",
                               "2;\r\nhi\r\n0 ; y = z\r\n\r\n"}) {
        const Outcome outcome = parse({chunked(chunks)});
        CHECK(outcome.body == "hi");
        CHECK(outcome.keep_alive);
    }
}

TEST_CASE("Trailer fields are read and dropped", "[web][http][H21][bug-D1]") {
    for (const char* trailer : {"X-Foo: bar\r\n\r\n", "A: b\r\n c\r\nD: e\r\n\r\n", "A: b\n\n"}) {
        const std::string bytes = chunked(fmt::format("5\r\nhello\r\n0\r\n{}", trailer));
        const Outcome outcome = parse({bytes});
        CHECK(outcome.body == "hello");
        CHECK(outcome.header("X-Foo") == "-");
        CHECK(outcome.header("A") == "-");
        CHECK(outcome.keep_alive);
        CHECK(outcome.consumed == bytes.size());
    }
}

TEST_CASE("What follows the last chunk has to be a trailer", "[web][http][H22]") {
    const Outcome outcome = parse({chunked("0\r\n" + ok("Content-Length: 0\r\n"))});
    CHECK(outcome.failed("ProtocolError", R"(a header line is not a name, a colon and a value)"));
}

TEST_CASE("A wrong chunk size is an error", "[web][http][H22]") {
    for (const char* size : {"-5", "0x5", "+5", "xyz", "", " 5", "5 5", "5g", "\"5\"", ";x"}) {
        CAPTURE(size);
        const Outcome outcome = parse({chunked(fmt::format("{}\r\nhello\r\n0\r\n\r\n", size))});
        CHECK(outcome.failed("ProtocolError", "is no hexadecimal number"));
        CHECK(outcome.failed("ProtocolError", aio::quote_bytes(fmt::format("{}\r\n", size))));
    }
}

TEST_CASE("A chunk size beyond 64 bits is an error", "[web][http][H22]") {
    const Outcome overflow = parse({chunked("10000000000000005\r\nhello\r\n")});
    CHECK(overflow.failed("ProtocolError", "is too large"));
    CHECK(parse({chunked("ffffffffffffffff\r\nhello\r\n")}).failed("LimitError", "the body is"));
}

TEST_CASE("A chunk is followed by CR LF", "[web][http][H22]") {
    for (const char* chunks : {"2\r\nhix", "2\r\nhi\n0\r\n\r\n", "2\r\nhi0\r\n\r\n",
                               "2\r\nhello\r\n0\r\n\r\n", "2\r\nhi\rx"}) {
        CAPTURE(chunks);
        CHECK(parse({chunked(chunks)}).failed("ProtocolError", "a chunk is not followed by CR LF"));
    }
}

// A head may use LF alone, the framing of chunks may not: see chunked_decoder.cpp.
TEST_CASE("A chunk size line ends in CR LF", "[web][http][H22]") {
    for (const char* chunks :
         {"2\nhi\r\n0\r\n\r\n", "2;a\rb\r\nhi\r\n0\r\n\r\n", "2\r\nhi\r\n0\n\n"}) {
        CAPTURE(chunks);
        CHECK(parse({chunked(chunks)}).failed("ProtocolError", "does not end in CR LF"));
    }
}

TEST_CASE("A body cut between or inside its chunks is incomplete",
          "[web][http][H22][bug-D5][bug-D6]") {
    for (const char* chunks :
         {"5\r\nhello\r\n", "5\r\nhello", "5\r\nhello\r", "5\r\nhel", "5\r\n", "5", "",
          "4\r\ntrun\r\n0\r\n", "4\r\ntrun\r\n0", "4\r\ntrun\r\n0\r\nA: b\r\n"}) {
        CAPTURE(chunks);
        const Outcome outcome = parse({chunked(chunks), true});
        CHECK(outcome.failed("IncompleteBodyError", "before the end of its chunks"));
        CHECK_FALSE(parse({chunked(chunks)}).done);
    }
}
