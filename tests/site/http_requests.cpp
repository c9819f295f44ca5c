// http_requests.cpp: the requests that the bundled site understands, and how it refuses others.
#include "core/site/site_http.hpp"
#include "tests/support/catch.hpp"

namespace {

std::optional<aio::SiteRequest> read_once(std::string_view bytes) {
    aio::RequestReader reader;
    reader.feed(bytes);
    return reader.next();
}

// What comes out is written down, so that two ways to feed the same bytes can be compared.
std::string describe(const std::optional<aio::SiteRequest>& request) {
    if (!request) return "incomplete";
    return request->target + (request->head_only ? " head" : "") +
           (request->reads_chunks ? " chunks" : "") + (request->keep_alive ? " keep" : "") + " " +
           std::to_string(request->refusal) + request->complaint;
}

int refusal_of(std::string_view bytes) {
    const std::optional<aio::SiteRequest> request = read_once(bytes);
    return request ? request->refusal : -1;
}

const std::string host = "Host: xkcd.com\r\n";

}  // namespace

TEST_CASE("The request of the chapter is understood", "[site][L01][L10]") {
    const auto request = read_once("GET /353/ HTTP/1.0\r\nHost: xkcd.com\r\n\r\n");
    CHECK(describe(request) == "/353/ 0");
}

TEST_CASE("A request of HTTP 1.1 keeps the connection, unless it says close", "[site]") {
    CHECK(describe(read_once("GET / HTTP/1.1\r\n" + host + "\r\n")) == "/ chunks keep 0");
    CHECK(describe(read_once("GET / HTTP/1.1\r\n" + host + "Connection: x, Close\r\n\r\n")) ==
          "/ chunks 0");
    CHECK(describe(read_once("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")) == "/ keep 0");
    CHECK(describe(read_once("HEAD / HTTP/1.1\r\n" + host + "\r\n")) == "/ head chunks keep 0");
}

TEST_CASE("A request may be cut at each byte", "[site]") {
    for (const std::string& request :
         {"GET /a HTTP/1.1\r\n" + host + "X: y\r\n\r\n", std::string("GET /a HTTP/1.0\n\n"),
          std::string("\r\n\r\nHEAD /a HTTP/1.0\r\n\r\n"), "PUT /a HTTP/1.1\r\n" + host + "\r\n"}) {
        const std::string whole = describe(read_once(request));
        for (std::size_t cut = 0; cut < request.size(); ++cut) {
            CAPTURE(request, cut);
            aio::RequestReader reader;
            reader.feed(request.substr(0, cut));
            CHECK(describe(reader.next()) == "incomplete");
            reader.feed(request.substr(cut));
            CHECK(describe(reader.next()) == whole);
        }
    }
}

TEST_CASE("Requests that arrive together come out one by one", "[site]") {
    aio::RequestReader reader;
    reader.feed("GET /1/ HTTP/1.1\r\n" + host + "\r\nGET /2/ HTTP/1.1\r\n" + host + "\r\nGET /3");
    CHECK(describe(reader.next()) == "/1/ chunks keep 0");
    CHECK(describe(reader.next()) == "/2/ chunks keep 0");
    CHECK(describe(reader.next()) == "incomplete");
    reader.feed("/ HTTP/1.0\r\n\r\n");
    CHECK(describe(reader.next()) == "/3/ 0");
    CHECK(describe(reader.next()) == "incomplete");
}

TEST_CASE("A whole URL in the request line stands for its path", "[site]") {
    CHECK(read_once("GET http://xkcd.com/353/?a HTTP/1.0\r\n\r\n")->target == "/353/?a");
    CHECK(read_once("GET HTTP://xkcd.com HTTP/1.0\r\n\r\n")->target == "/");
}

TEST_CASE("Nonsense is refused with the status that fits", "[site]") {
    CHECK(refusal_of("hello\r\n\r\n") == 400);
    CHECK(refusal_of("GET /\r\n\r\n") == 400);
    CHECK(refusal_of("GET / HTTP/1.1 x\r\n" + host + "\r\n") == 400);
    CHECK(refusal_of("GET  / HTTP/1.1\r\n" + host + "\r\n") == 400);
    CHECK(refusal_of("GET / HTTX/1.1\r\n" + host + "\r\n") == 400);
    CHECK(refusal_of("GET / HTTP/2.0\r\n" + host + "\r\n") == 505);
    CHECK(refusal_of("GET 353 HTTP/1.1\r\n" + host + "\r\n") == 400);
    CHECK(refusal_of("GET /\xC3\xA4 HTTP/1.1\r\n" + host + "\r\n") == 400);
    CHECK(refusal_of("GET / HTTP/1.1\r\n" + host + "no colon\r\n\r\n") == 400);
}

TEST_CASE("A request of HTTP 1.1 has exactly one Host", "[site]") {
    CHECK(refusal_of("GET / HTTP/1.1\r\n\r\n") == 400);
    CHECK(refusal_of("GET / HTTP/1.1\r\n" + host + host + "\r\n") == 400);
    CHECK(refusal_of("GET / HTTP/1.0\r\n" + host + host + "\r\n") == 400);
    CHECK(refusal_of("GET / HTTP/1.0\r\n\r\n") == 0);
}

TEST_CASE("Methods other than GET and HEAD, and bodies, are refused", "[site]") {
    CHECK(refusal_of("POST / HTTP/1.1\r\n" + host + "Content-Length: 3\r\n\r\na=b") == 405);
    CHECK(refusal_of("OPTIONS * HTTP/1.1\r\n" + host + "\r\n") == 405);
    CHECK(refusal_of("get / HTTP/1.1\r\n" + host + "\r\n") == 405);
    CHECK(refusal_of("GET / HTTP/1.1\r\n" + host + "Content-Length: 3\r\n\r\na=b") == 400);
    CHECK(refusal_of("GET / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n") == 400);
    CHECK(refusal_of("GET / HTTP/1.1\r\n" + host + "Content-Length: 0\r\n\r\n") == 0);
}

TEST_CASE("What cannot become a request is refused before its end", "[site]") {
    CHECK(refusal_of("\x16\x03\x01") == 400);
    CHECK(refusal_of("hello\n") == 400);
    CHECK(refusal_of("GET / HTTP/1.1\r\nHo") == -1);
    CHECK(refusal_of("GE") == -1);
    CHECK(refusal_of("\r\n\r\n") == -1);
}

TEST_CASE("The head of a request has a limit", "[site]") {
    const std::string start = "GET / HTTP/1.0\r\nX: ";
    const std::string fill(aio::RequestReader::max_head_bytes - start.size() - 4, 'x');
    CHECK(refusal_of(start + fill + "\r\n\r\n") == 0);
    CHECK(refusal_of(start + fill + "x\r\n\r\n") == 431);
    CHECK(refusal_of(start + fill + "xxxx") == -1);
    CHECK(refusal_of(start + fill + "xxxxx") == 431);
}
