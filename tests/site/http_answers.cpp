// http_answers.cpp: what the bundled site sends is read by the library's own parser.
#include "core/site/site_http.hpp"
#include "tests/site/site_support.hpp"
#include "tests/support/catch.hpp"

using site_test::Answer;
using site_test::parse_answer;

namespace {

aio::SiteRequest request_of_1_1() {
    aio::SiteRequest request;
    request.target = "/";
    request.reads_chunks = request.keep_alive = true;
    return request;
}

const aio::SitePage in_chunks = aio::site_page("/chunked/", 100);

}  // namespace

TEST_CASE("A page is sent with its length", "[site]") {
    const aio::SitePage page = aio::site_page("/353/", 100);
    const Answer answer = parse_answer(aio::answer_bytes(page, request_of_1_1()));
    CHECK(answer.status == 200);
    CHECK(answer.headers.get("Content-Length") == std::to_string(page.body.size()));
    CHECK(answer.headers.get("Content-Type") == "text/html; charset=utf-8");
    CHECK(answer.headers.get("Connection") == "keep-alive");
    CHECK(answer.body == page.body);
}

TEST_CASE("The page in chunks arrives whole", "[site]") {
    const std::string bytes = aio::answer_bytes(in_chunks, request_of_1_1());
    const Answer answer = parse_answer(bytes);
    CHECK(answer.headers.get("Transfer-Encoding") == "chunked");
    CHECK_FALSE(answer.headers.contains("Content-Length"));
    CHECK(answer.body == in_chunks.body);
    CHECK(bytes.find("\r\n64\r\n") != std::string::npos);
}

TEST_CASE("A client of HTTP 1.0 gets no chunks but a length, and the end", "[site]") {
    aio::SiteRequest old;
    old.target = "/chunked/";
    const Answer answer = parse_answer(aio::answer_bytes(in_chunks, old));
    CHECK_FALSE(answer.headers.contains("Transfer-Encoding"));
    CHECK(answer.headers.get("Content-Length") == std::to_string(in_chunks.body.size()));
    CHECK(answer.headers.get("Connection") == "close");
    CHECK(answer.body == in_chunks.body);
}

TEST_CASE("The answer to HEAD is the head of the answer to GET", "[site]") {
    for (const char* path : {"/353/", "/chunked/", "/foo", "/missing/", "/image.png"}) {
        CAPTURE(path);
        const aio::SitePage page = aio::site_page(path, 100);
        aio::SiteRequest request = request_of_1_1();
        const std::string full = aio::answer_bytes(page, request);
        request.head_only = true;
        const std::string head = aio::answer_bytes(page, request);
        CHECK(full.starts_with(head));
        CHECK(head.ends_with("\r\n\r\n"));
        CHECK(parse_answer(head, "HEAD").body.empty());
    }
}

TEST_CASE("A redirect says where it leads", "[site][H33]") {
    const Answer answer =
        parse_answer(aio::answer_bytes(aio::site_page("/353", 100), request_of_1_1()));
    CHECK(answer.status == 301);
    CHECK(answer.headers.get("Location") == "/353/");
}

TEST_CASE("A refusal says why, and which methods would do", "[site]") {
    aio::SiteRequest request;
    request.refusal = 405;
    request.complaint = "This site answers GET and HEAD only.";
    const Answer answer = parse_answer(aio::answer_bytes(aio::refusal_page(request), request));
    CHECK(answer.status == 405);
    CHECK(answer.headers.get("Allow") == "GET, HEAD");
    CHECK(answer.headers.get("Connection") == "close");
    CHECK(answer.body == request.complaint + "\n");
}

TEST_CASE("Each status has its own words", "[site]") {
    for (const int status : {200, 301, 302, 400, 404, 405, 431, 505}) {
        aio::SitePage page;
        page.status = status;
        const std::string bytes = aio::answer_bytes(page, request_of_1_1());
        const std::string line = bytes.substr(0, bytes.find('\r'));
        CAPTURE(line);
        CHECK(line.starts_with("HTTP/1.1 " + std::to_string(status) + " "));
        CHECK((status == 400) == line.ends_with("Bad Request"));
    }
}
