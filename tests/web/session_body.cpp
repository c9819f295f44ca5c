// session_body.cpp: bodies that arrive in pieces, not at all, or too much of them.
#include "tests/support/catch.hpp"
#include "tests/web/session_support.hpp"

using namespace aio::test;

namespace {

Fetched fetch_answer(const std::string& answer, aio::SessionOptions options = {}) {
    Bench bench;
    ScriptedServer server(bench.loop, {Script(reply(answer), hang_up())});
    aio::Session session(bench.loop, std::move(options));
    const Fetched fetched = get(bench, session, server.url());
    CHECK(session.pool().in_use() == 0);
    if (!fetched.error.empty()) CHECK(session.pool().idle() == 0);
    return fetched;
}

aio::Coro<void> check_pieces(aio::Session& session, aio::Url url, Gate& gate) {
    aio::Response response = co_await session.get(std::move(url));
    CHECK(response.headers().contains("Transfer-Encoding"));
    CHECK_FALSE(response.complete());
    gate.open();
    const std::string first = co_await response.read_some();
    const std::string second = co_await response.read_some();
    const std::string third = co_await response.read_some();
    CHECK(first == "asdf");
    CHECK(second == "qwer");
    CHECK(third.empty());
    CHECK(response.complete());
}

aio::Coro<void> read_twice(aio::Session& session, aio::Url url) {
    aio::Response response = co_await session.get(std::move(url));
    const std::string first = co_await response.read();
    const std::string second = co_await response.read();
    CHECK(first == "once");
    CHECK(second.empty());
}

}  // namespace

TEST_CASE("A body larger than the buffer arrives whole", "[web][session][H26]") {
    std::string body(3'000'000, 'x');
    for (std::size_t i = 0; i < body.size(); i += 1000) body[i] = static_cast<char>('a' + i % 26);
    Bench bench;
    ScriptedServer server(bench.loop, {serve(ok(body))});
    aio::Session session(bench.loop);
    const Fetched page = get(bench, session, server.url());
    const bool same = page.body == body;
    CHECK(same);
    CHECK(session.pool().idle() == 1);
}

TEST_CASE("A body without a length lasts until the server closes", "[web][session][H24]") {
    CHECK(fetch_answer("HTTP/1.1 200 OK\r\n\r\nto the end").body == "to the end");
    CHECK(fetch_answer("HTTP/1.0 200 OK\r\n\r\n").error.empty());
}

TEST_CASE("A connection that ends before the answer does is an error",
          "[web][session][H25][bug-D15]") {
    CHECK(fetch_answer("").failed("ServerDisconnected", "without an answer"));
    CHECK(fetch_answer("HTTP/1.1 200 OK\r\nContent-Le").failed("ServerDisconnected", "inside"));
}

TEST_CASE("A body that ends too early is never a short page",
          "[web][session][H16][bug-D5][bug-D6][bug-D7]") {
    const Fetched sized = fetch_answer("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n12345");
    CHECK(sized.failed("IncompleteBodyError", "after 5 of the 20 bytes"));
    CHECK(sized.body.empty());
    const std::string chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    CHECK(fetch_answer(chunked + "5\r\nhello\r\n").failed("IncompleteBodyError", "chunks"));
    CHECK(fetch_answer(chunked + "4\r\ntrun\r\n0\r\n").failed("IncompleteBodyError", "chunks"));
}

TEST_CASE("What is not HTTP is an error, and its connection is closed", "[web][session][H10]") {
    CHECK(fetch_answer("hello world").failed("ProtocolError", "not HTTP"));
}

TEST_CASE("A body over the limit is refused by its length, and while it comes",
          "[web][session][H26]") {
    aio::SessionOptions options;
    options.limits.max_body_bytes = 10;
    CHECK(fetch_answer(ok("0123456789"), options).body == "0123456789");
    CHECK(fetch_answer("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n", options)
              .failed("LimitError", "11 bytes"));
    CHECK(fetch_answer("HTTP/1.1 200 OK\r\n\r\n01234567890", options)
              .failed("LimitError", "larger than the limit of 10 bytes"));
}

TEST_CASE("Header data without an end is refused, and the connection closed",
          "[web][session][H26][bug-D29]") {
    const std::string line = "A: " + std::string(1'000'000, 'a');
    CHECK(fetch_answer("HTTP/1.1 200 OK\r\n" + line).failed("LimitError", "header"));
    std::string many = "HTTP/1.1 200 OK\r\n";
    for (int i = 0; i < 200'000; ++i) many += "A: b\r\n";
    CHECK(fetch_answer(many).failed("LimitError", "the head is longer"));
}

TEST_CASE("Pieces of a body are handed out as they arrive", "[web][session][H39]") {
    Bench bench;
    Gate gate;
    const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    ScriptedServer server(
        bench.loop, {Script(reply(head), wait_at(gate), say("4\r\nasdf\r\n"), let_turns_pass(),
                            say("4\r\nqwer\r\n"), let_turns_pass(), say("0\r\n\r\n"))});
    aio::Session session(bench.loop);
    run(bench, check_pieces(session, server.url(), gate));
    CHECK(session.pool().idle() == 1);
}

TEST_CASE("A body is handed out once", "[web][session][H01]") {
    Bench bench;
    ScriptedServer server(bench.loop, {reply(ok("once"))});
    aio::Session session(bench.loop);
    run(bench, read_twice(session, server.url()));
}

TEST_CASE("A compressed body that nobody asked for is passed on as it is",
          "[web][session][bug-D31]") {
    const std::string bytes("\x1f\x8b\x08\x00\x00", 5);
    const Fetched page = fetch_answer(ok(bytes, "Content-Encoding: gzip\r\n"));
    CHECK(page.body == bytes);
}
