// callbacks.cpp: the chain of callbacks of one Fetcher, link by link.
//
// The server is one of callbacks, too, on the same selector: nothing happens between two lines of
// a test unless the test lets the loop run.
#include "tests/stage1/crawl_support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/selector_server.hpp"

using namespace aio_test;
using stage1_test::TestCrawl;

namespace {

// Calls what waits to read, though nothing is ready.
void call_readers_too_early(aio::Selector& selector) {
    for (int fd = 0; fd < 100; ++fd) {
        try {
            const aio::SelectorKey key = selector.get_key(fd);
            if (key.events == aio::Event::read) key.data(key, key.events);
        } catch (const aio::KeyError&) {
            // Nobody waits for this one.
        }
    }
}

}  // namespace

TEST_CASE("Both sets begin with the root", "[stage1][L06]") {
    const TestCrawl test;
    CHECK(test.crawl.urls_todo == std::set<std::string>{"/"});
    CHECK(test.crawl.seen_urls == std::set<std::string>{"/"});
    CHECK_FALSE(test.crawl.stopped);
}

TEST_CASE("Fetch returns before there is a connection", "[stage1][L08]") {
    TestCrawl test;
    SelectorServer server(*test.crawl.selector, {});
    test.crawl.address = server.address();
    test.fetch();
    CHECK(test.lines.empty());
    CHECK(server.requests().empty());
    CHECK(test.crawl.selector->size() == 2);  // The server's listener, and the Fetcher's socket.
}

TEST_CASE("One page is fetched through the loop", "[stage1][L09]") {
    TestCrawl test("/353/");
    SelectorServer server(*test.crawl.selector, {{"/353/", html("Python")}});
    test.crawl.address = server.address();
    REQUIRE(test.fetch_and_run());
    CHECK(test.lines == std::vector<std::string>{"connected!", "/353/"});
    CHECK(test.log.urls_fetched() == 1);
}

TEST_CASE("Once connected it sends the request of the chapter", "[stage1][L10]") {
    TestCrawl test("/353/");
    SelectorServer server(*test.crawl.selector, {});
    test.crawl.address = server.address();
    REQUIRE(test.fetch_and_run());
    REQUIRE(server.requests().size() == 1);
    const std::string& request = server.requests().front();
    CHECK(request.starts_with("GET /353/ HTTP/1.0\r\nHost: xkcd.com\r\n"));
    CHECK(request.find("\r\nConnection: close\r\n") != std::string::npos);
}

TEST_CASE("An answer may come in any pieces", "[stage1][L07][L11]") {
    TestCrawl test;
    PlainAnswer root = page_of_links({"/a", "/b"});
    root.byte_by_byte = true;
    SelectorServer server(*test.crawl.selector, {{"/", root}, {"/a", root}, {"/b", root}});
    test.crawl.address = server.address();
    REQUIRE(test.fetch_and_run());
    CHECK(test.log.urls_fetched() == 3);
    CHECK(test.log.urls_failed() == 0);
}

TEST_CASE("A callback that comes too early is neither bytes nor the end", "[stage1][L11]") {
    TestCrawl test;
    SelectorServer server(*test.crawl.selector, {{"/", html("")}});
    test.crawl.address = server.address();
    test.fetch();
    while (!test.printed("connected!")) REQUIRE(test.turn());
    call_readers_too_early(*test.crawl.selector);
    CHECK_FALSE(test.crawl.stopped);
    REQUIRE(test.run());
    CHECK(test.printed("/"));
}

TEST_CASE("Each new link is fetched at once, without a limit", "[stage1][L11]") {
    TestCrawl test;
    std::vector<std::string> paths;
    for (int i = 0; i < 200; ++i) paths.push_back("/" + std::to_string(i));
    SelectorServer server(*test.crawl.selector, {{"/", page_of_links(paths)}});
    test.crawl.address = server.address();
    REQUIRE(test.fetch_and_run());
    CHECK(test.log.achieved_concurrency() >= paths.size());
    CHECK(test.log.urls_fetched() == 201);
}

TEST_CASE("A link that was seen is not fetched again", "[stage1][L06][L11]") {
    TestCrawl test;
    const PlainAnswer page = page_of_links({"/", "/a", "/a#top", "/b", "http://xkcd.com/b"});
    SelectorServer server(*test.crawl.selector, {{"/", page}, {"/a", page}, {"/b", page}});
    test.crawl.address = server.address();
    REQUIRE(test.fetch_and_run());
    for (const char* path : {"/", "/a", "/b"}) CHECK(server.hits(path) == 1);
    CHECK(server.requests().size() == 3);
    CHECK(test.crawl.seen_urls == std::set<std::string>{"/", "/a", "/b"});
}

TEST_CASE("The loop stops when nothing is left to do", "[stage1][L12]") {
    TestCrawl test;
    SelectorServer server(*test.crawl.selector, {{"/", page_of_links({"/a"})}});
    test.crawl.address = server.address();
    test.fetch();
    sketch::loop(test.crawl);
    CHECK(test.crawl.stopped);
    CHECK(test.crawl.urls_todo.empty());
    CHECK(test.crawl.selector->size() == 1);  // The server's listener.
}

TEST_CASE("A request that is too long for the system is sent in parts", "[stage1][L10][bug-G28]") {
    TestCrawl test("/" + std::string(1 << 20, 'x'));
    SelectorServer server(*test.crawl.selector, {});
    test.crawl.address = server.address();
    test.fetch();
    // Every socket of this program, since the Fetcher keeps its own to itself.
    const int small = 4096;
    for (int fd = 0; fd < 100; ++fd) ::setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    REQUIRE(test.run());
    CHECK(server.hits(test.crawl.root.target) == 1);
    CHECK(test.log.urls_fetched() == 1);
}
