// failures.cpp: what may go wrong with one fetch, and is said, counted, and no harm to the others.
//
// The one thing to know: one handler in fetch() answers for all of these.
#include <sys/resource.h>

#include "tests/stage2/crawl_support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/selector_server.hpp"

using namespace aio_test;
using stage2_test::TestCrawl;

namespace {

// As few descriptors as this process has open. On the stack.
class NoMoreDescriptors {
  public:
    NoMoreDescriptors() {
        ::getrlimit(RLIMIT_NOFILE, &before_);
        const rlimit none{0, before_.rlim_max};
        ::setrlimit(RLIMIT_NOFILE, &none);
    }
    NoMoreDescriptors(const NoMoreDescriptors&) = delete;
    NoMoreDescriptors& operator=(const NoMoreDescriptors&) = delete;
    ~NoMoreDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }

  private:
    rlimit before_{};
};

// Crawls a site whose root links to /bad, which has this answer, and to /good. Returns what is
// printed about /bad.
std::string crawl_with_bad(const PlainAnswer& bad) {
    TestCrawl test;
    SelectorServer server(
        *test.crawl.selector,
        {{"/", page_of_links({"/bad", "/good"})}, {"/bad", bad}, {"/good", html("")}});
    test.crawl.address = server.address();
    REQUIRE(test.fetch_and_run());
    CHECK(test.printed("/"));
    CHECK(test.printed("/good"));
    CHECK(test.log.urls_fetched() + test.log.urls_failed() == 3);
    for (const std::string& line : test.lines) {
        if (line.find("/bad") != std::string::npos) return line;
    }
    return "";
}

}  // namespace

TEST_CASE("Writable does not mean connected for a coroutine either",
          "[stage2][fetcher][L31][bug-G28]") {
    TestCrawl test("/", stage2_test::closed_port());
    REQUIRE(test.fetch_and_run());
    REQUIRE(test.lines.size() == 1);
    CHECK(test.lines.front() == "http://xkcd.com/ failed: connect: Connection refused");
    CHECK(test.log.urls_failed() == 1);
    CHECK(test.crawl.selector->size() == 0);
}

TEST_CASE("Too many open sockets are a failure of the URL that needs one more",
          "[stage2][fetcher][L31]") {
    TestCrawl test("/", stage2_test::closed_port());
    {
        const NoMoreDescriptors limit;
        test.fetch();
    }
    CHECK(test.crawl.stopped);
    REQUIRE(test.lines.size() == 1);
    CHECK(test.lines.front() == "http://xkcd.com/ failed: socket: Too many open files");
}

TEST_CASE("A connection that is reset fails, and the others go on", "[stage2][fetcher][L42]") {
    PlainAnswer half = html("half of a page");
    half.reset = true;
    CHECK(crawl_with_bad(half) == "http://xkcd.com/bad failed: recv: Connection reset by peer");
}

TEST_CASE("An answer that ends too early fails", "[stage2][fetcher][L42]") {
    const std::string headers = "Content-Type: text/html\r\nContent-Length: 100\r\n";
    const std::string line = crawl_with_bad(answer("200 OK", headers, "<a href=/other>"));
    CHECK(line.starts_with("http://xkcd.com/bad failed: "));
}

TEST_CASE("An answer that is no HTTP, or none at all, fails", "[stage2][fetcher][L42]") {
    CHECK(crawl_with_bad({"220 mail.example.com ESMTP\r\n"}).find("failed: ") != std::string::npos);
    CHECK(crawl_with_bad({""}).find("failed: ") != std::string::npos);
}

TEST_CASE("A redirect to https is reported as not supported", "[stage2][fetcher][L42]") {
    const std::string headers = "Location: https://xkcd.com/bad\r\n";
    CHECK(crawl_with_bad(answer("301 Moved", headers)) ==
          "http://xkcd.com/bad failed: the redirect to https://xkcd.com/bad is not supported");
}

TEST_CASE("An answer of status 404 was fetched", "[stage2][fetcher][L42]") {
    CHECK(crawl_with_bad(answer("404 Not Found", "", "<a href=/other>")) == "/bad");
}
