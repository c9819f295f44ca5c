// coroutines.cpp: the coroutines of one Fetcher, await by await.
//
// The one thing to know: the tests are stage 1's, and ask for the same answers. The server is one
// of callbacks, on the same selector: nothing happens between two lines of a test unless the test
// lets the loop run.
#include "tests/stage2/crawl_support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/selector_server.hpp"

using namespace aio_test;
using stage2_test::TestCrawl;

TEST_CASE("Both sets of stage 2 begin with the root", "[stage2][fetcher]") {
    const TestCrawl test;
    CHECK(test.crawl.urls_todo == std::set<std::string>{"/"});
    CHECK(test.crawl.seen_urls == std::set<std::string>{"/"});
    CHECK_FALSE(test.crawl.stopped);
}

TEST_CASE("Making the task connects, and returns before there is a connection",
          "[stage2][fetcher][L31][L32]") {
    TestCrawl test;
    SelectorServer server(*test.crawl.selector, {});
    test.crawl.address = server.address();
    test.fetch();
    CHECK(test.lines.empty());
    CHECK(server.requests().empty());
    CHECK(test.crawl.selector->size() == 2);  // The server's listener, and the Fetcher's socket.
}

TEST_CASE("One page is fetched by one coroutine", "[stage2][fetcher][L31][L32][L43]") {
    TestCrawl test("/353/");
    SelectorServer server(*test.crawl.selector, {{"/353/", html("Python")}});
    test.crawl.address = server.address();
    REQUIRE(test.fetch_and_run());
    CHECK(test.lines == std::vector<std::string>{"connected!", "/353/"});
    CHECK(test.log.urls_fetched() == 1);
}

TEST_CASE("Once connected the coroutine sends the request of the chapter",
          "[stage2][fetcher][L33]") {
    TestCrawl test("/353/");
    SelectorServer server(*test.crawl.selector, {});
    test.crawl.address = server.address();
    REQUIRE(test.fetch_and_run());
    REQUIRE(server.requests().size() == 1);
    const std::string& request = server.requests().front();
    CHECK(request.starts_with("GET /353/ HTTP/1.0\r\nHost: xkcd.com\r\n"));
    CHECK(request.find("\r\nConnection: close\r\n") != std::string::npos);
}

TEST_CASE("An answer may come in any pieces", "[stage2][fetcher][L33][L40][L41][L42]") {
    TestCrawl test;
    PlainAnswer root = page_of_links({"/a", "/b"});
    root.byte_by_byte = true;
    SelectorServer server(*test.crawl.selector, {{"/", root}, {"/a", root}, {"/b", root}});
    test.crawl.address = server.address();
    REQUIRE(test.fetch_and_run());
    CHECK(test.log.urls_fetched() == 3);
    CHECK(test.log.urls_failed() == 0);
}

TEST_CASE("Being woken with nothing to read is no end of the answer", "[stage2][fetcher][L40]") {
    const auto of_server = aio::default_selector();
    const auto selector = aio::default_selector();
    SelectorServer server(*of_server, {});
    aio::PlainSocket sock(AF_INET);
    sock.connect(server.address());
    selector->register_fd(sock.fd(), aio::Event::write);
    selector->select();
    selector->unregister_fd(sock.fd());
    sketch::Task task(sketch::read(*selector, sock));
    const aio::SelectorKey key = selector->get_key(sock.fd());
    key.data(key, aio::Event::read);
    CHECK_FALSE(task.done());
    CHECK(selector->unregister_fd(sock.fd()).events == aio::Event::read);
}

TEST_CASE("Each new link gets a task at once, without a limit", "[stage2][fetcher]") {
    TestCrawl test;
    std::vector<std::string> paths;
    for (int i = 0; i < 200; ++i) paths.push_back("/" + std::to_string(i));
    SelectorServer server(*test.crawl.selector, {{"/", page_of_links(paths)}});
    test.crawl.address = server.address();
    REQUIRE(test.fetch_and_run());
    CHECK(test.log.achieved_concurrency() >= paths.size());
    CHECK(test.log.urls_fetched() == 201);
}

TEST_CASE("A link that was seen gets no second task", "[stage2][fetcher]") {
    TestCrawl test;
    const PlainAnswer page = page_of_links({"/", "/a", "/a#top", "/b", "http://xkcd.com/b"});
    SelectorServer server(*test.crawl.selector, {{"/", page}, {"/a", page}, {"/b", page}});
    test.crawl.address = server.address();
    REQUIRE(test.fetch_and_run());
    for (const char* path : {"/", "/a", "/b"}) CHECK(server.hits(path) == 1);
    CHECK(server.requests().size() == 3);
    CHECK(test.crawl.seen_urls == std::set<std::string>{"/", "/a", "/b"});
}

TEST_CASE("The loop stops when nothing is left to do, and no task is left",
          "[stage2][fetcher][L43]") {
    TestCrawl test;
    SelectorServer server(*test.crawl.selector, {{"/", page_of_links({"/a"})}});
    test.crawl.address = server.address();
    test.fetch();
    sketch::loop(test.crawl);
    CHECK(test.crawl.stopped);
    CHECK(test.crawl.urls_todo.empty());
    CHECK(test.crawl.tasks.empty());
    CHECK(test.crawl.selector->size() == 1);  // The server's listener.
}

TEST_CASE("A request that is too long for the system is sent await by await",
          "[stage2][fetcher][L33][bug-G28]") {
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
