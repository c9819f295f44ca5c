// http_limits.cpp: how much of an answer is accepted. The small limits keep the inputs short.
#include <fmt/format.h>

#include "tests/support/catch.hpp"
#include "tests/web/http_support.hpp"

using aio::HttpLimits;
using http_test::Answer;
using http_test::ok;
using http_test::Outcome;
using http_test::parse;

namespace {

std::string filler(std::size_t size) {
    return fmt::format("Filler: {}\r\n", std::string(size, 'x'));
}

std::string chunk(std::size_t size) {
    return fmt::format("{:x}\r\n{}\r\n", size, std::string(size, 'x'));
}

}  // namespace

TEST_CASE("Header lines as long as real ones are accepted", "[web][http][bug-D28]") {
    for (const std::size_t size : {std::size_t{9695}, std::size_t{60000}}) {
        const Outcome outcome = parse({ok(filler(size) + "Content-Length: 0\r\n")});
        CHECK(outcome.done);
        CHECK(outcome.header("Filler").size() == size);
    }
}

TEST_CASE("A head larger than the limit is an error", "[web][http][H26]") {
    HttpLimits limits;
    limits.max_header_bytes = 1024;
    CHECK(parse({ok(filler(100) + "Content-Length: 0\r\n"), false, "GET", limits}).done);
    const Outcome outcome =
        parse({ok(filler(1000) + "Content-Length: 0\r\n"), false, "GET", limits});
    CHECK(outcome.failed("LimitError", "the head is longer than the limit of 1024 bytes"));
}

TEST_CASE("A line may be as long as the limit and no longer", "[web][http][H26][bug-D29]") {
    HttpLimits limits;
    limits.max_line_bytes = 32;
    const std::string fits(32 - 3 - 1, 'x');  // with the name, the colon, the space and CR
    const std::string length = "Content-Length: 0\r\n";
    CHECK(parse({ok("A: " + fits + "\r\n" + length), false, "GET", limits}).done);
    CHECK(parse({ok("A: " + fits + "x\n" + length), false, "GET", limits}).done);
    const Outcome outcome = parse({ok("A: " + fits + "x\r\n" + length), false, "GET", limits});
    CHECK(outcome.failed("LimitError", "a header line is longer than the limit of 32 bytes"));
}

TEST_CASE("A head of exactly the limit is accepted, in short lines too", "[web][http][H26]") {
    const std::string bytes = "HTTP/1.1 200\nA: b\nContent-Length: 0\n\n";
    HttpLimits limits;
    limits.max_header_bytes = bytes.size() - 4;  // line feeds are not counted
    CHECK(parse({bytes, false, "GET", limits}).done);
    --limits.max_header_bytes;
    CHECK(parse({bytes, false, "GET", limits}).failed("LimitError", "the head is longer"));
}

TEST_CASE("A head without an end is refused at the limit", "[web][http][bug-D29]") {
    for (const std::string& piece : {std::string(1024, 'a'), std::string("\r\na: b")}) {
        aio::ResponseParser parser;
        parser.feed("HTTP/1.1 200 OK\r\nA: b");
        const auto feed_twice_the_limit = [&] {
            for (std::size_t fed = 0; fed < 2 * HttpLimits{}.max_header_bytes;) {
                fed += parser.feed(piece);
            }
        };
        CHECK_THROWS_AS(feed_twice_the_limit(), aio::LimitError);
    }
}

TEST_CASE("Interim answers have a limit", "[web][http][bug-D13]") {
    const std::string interim = "HTTP/1.1 100 Continue\r\nA: b\r\n\r\n";
    HttpLimits limits;
    limits.max_interim_responses = 2;
    limits.max_header_bytes = interim.size() + 10;  // it holds for each head by itself
    const std::string rest = ok("Content-Length: 0\r\n");
    CHECK(parse({interim + interim + rest, false, "GET", limits}).done);
    const Outcome outcome = parse({interim + interim + interim + rest, false, "GET", limits});
    CHECK(outcome.failed("LimitError", "more than 2 interim answers"));
}

TEST_CASE("A body too large is refused by its Content-Length, before it comes",
          "[web][http][H26]") {
    HttpLimits limits;
    limits.max_body_bytes = 65536;
    const Outcome outcome = parse({ok("Content-Length: 102400\r\n"), false, "GET", limits});
    CHECK(outcome.failed("LimitError", "the body of 102400 bytes is larger than the limit"));
    const Answer fits{ok("Content-Length: 65536\r\n", std::string(65536, 'x')), false, "GET",
                      limits};
    CHECK(parse(fits).body.size() == 65536);
}

TEST_CASE("A chunked body is counted against the limit", "[web][http][H26]") {
    HttpLimits limits;
    limits.max_body_bytes = 40;
    const std::string head = ok("Transfer-Encoding: chunked\r\n");
    const std::string fits = head + chunk(30) + chunk(10) + "0\r\n\r\n";
    CHECK(parse({fits, false, "GET", limits}).body.size() == 40);
    const Outcome outcome = parse({head + chunk(30) + "b\r\n", false, "GET", limits});
    CHECK(outcome.failed("LimitError", "it has 30 bytes and a chunk of 11 more"));
}

TEST_CASE("A body until close is counted against the limit", "[web][http][H26]") {
    HttpLimits limits;
    limits.max_body_bytes = 40;
    const Outcome fits = parse({ok("", std::string(40, 'x')), true, "GET", limits});
    CHECK(fits.body.size() == 40);
    CHECK(fits.done);
    const Outcome outcome = parse({ok("", std::string(41, 'x')), false, "GET", limits});
    CHECK(outcome.failed("LimitError", "larger than the limit of 40 bytes"));
}

TEST_CASE("Bytes that were taken still count against the limit", "[web][http][H26][H39]") {
    HttpLimits limits;
    limits.max_body_bytes = 5;
    aio::ResponseParser parser("GET", limits);
    parser.feed(ok("", "abc"));
    CHECK(parser.take_body() == "abc");
    CHECK(parser.feed("de") == 2);
    CHECK_THROWS_AS(parser.feed("f"), aio::LimitError);
}

TEST_CASE("A chunk size line and a trailer have limits", "[web][http][H22][H26]") {
    HttpLimits limits;
    limits.max_header_bytes = 64;
    limits.max_chunk_line_bytes = 16;
    const std::string head = ok("Transfer-Encoding: chunked\r\n");
    const Answer long_size{head + "2;" + std::string(20, 'x') + "\r\nhi\r\n", false, "GET", limits};
    CHECK(
        parse(long_size).failed("LimitError", "a chunk size line is longer than the limit of 16"));
    const Answer zeros{head + std::string(17, '0'), false, "GET", limits};
    CHECK(parse(zeros).failed("LimitError", "a chunk size line"));
    const Answer trailer{head + "0\r\n" + filler(30) + filler(30) + "\r\n", false, "GET", limits};
    CHECK(parse(trailer).failed("LimitError", "the head is longer than the limit of 64 bytes"));
}

TEST_CASE("A body of many buffers arrives whole", "[web][http][H26]") {
    std::string body(1024 * 1024 + 7, 'x');
    for (std::size_t i = 0; i < body.size(); i += 4099) body[i] = static_cast<char>(i);
    const std::string bytes = ok(fmt::format("Content-Length: {}\r\n", body.size()), body);
    aio::ResponseParser parser;
    for (std::string_view rest = bytes; !rest.empty();) {
        const std::string_view piece = rest.substr(0, 65536);
        CHECK(parser.feed(piece) == piece.size());
        rest.remove_prefix(piece.size());
    }
    CHECK(parser.keep_alive());
    CHECK(parser.body_size() == body.size());
    CHECK((parser.take_body() == body));
}
