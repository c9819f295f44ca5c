// crawl_ending.cpp: slow pages, silent servers, and what is left when a crawl is over.
//
// Chapter: "Coordinating Coroutines" (L63 to L65).
#include "tests/stage3/crawl_support.hpp"
#include "tests/support/catch.hpp"

using namespace aio;
using namespace std::chrono_literals;
using aio::test::answer;
using aio::test::CrawlTest;
using aio::test::redirect;

TEST_CASE("A server that never answers is a failed record once its time is over",
          "[stage3][bug-F2]") {
    CrawlTest test;
    test.options.max_tries = 2;
    test.options.session.request_timeout = 30s;
    test.server.page("/", {"/silent", "/good"});
    test.server.page("/good", {});
    test.server.delay("/silent", 24h);
    const auto result = test.crawl();
    CHECK(result.paths() == "/ /good /silent");
    CHECK(result.of("/silent").exception.find("timeout") != std::string::npos);
    CHECK(test.server.hits("/silent") == 2);
    CHECK(test.manual.clock.elapsed() == 60s);
}

TEST_CASE("Idle workers wait for one slow page, and not longer", "[stage3][L63][bug-F19]") {
    CrawlTest test;
    test.server.page("/", {"/quick", "/slow"});
    test.server.page("/quick", {});
    test.server.page("/slow", {"/late"});
    test.server.page("/late", {});
    test.server.delay("/slow", 10s);
    CHECK(test.crawl().paths() == "/ /quick /slow /late");
    CHECK(test.manual.clock.elapsed() == 10s);
}

TEST_CASE("Every kind of answer gives its connection back, so that one is enough",
          "[stage3][L62][C27][H36]") {
    CrawlTest test;
    test.options.max_tasks = 2;
    test.options.max_tries = 1;
    test.options.session.max_clients = 1;
    test.server.page("/", {"/moved", "/missing", "/image", "/garbage", "/bad", "/good"});
    test.server.add("/moved", redirect("302 Found", "/good"));
    test.server.add("/image", answer("200 OK", "image/png", "pixels"));
    test.server.add("/garbage", "nothing of the kind\r\n\r\n");
    test.server.page("/bad", {});
    test.server.page("/good", {});
    test.options.find_links = [](const Url& page, std::string_view html, LinkKinds) {
        if (page.str().ends_with("/bad")) throw std::runtime_error("no links today");
        return find_links(page, html);
    };
    CHECK(test.crawl().paths() == "/ /moved /missing /image /garbage /bad /good");
}

TEST_CASE("A link may be redirected as often as a root, its target once less",
          "[stage3][L60][C01]") {
    CrawlTest test;
    test.options.max_redirect = 2;
    test.server.page("/", {"/1"});
    test.server.add("/1", redirect("302 Found", "/2"));
    test.server.add("/2", redirect("302 Found", "/3"));
    SECTION("a link on the last target starts anew") {
        test.server.page("/3", {"/4"});
        test.server.add("/4", redirect("302 Found", "/5"));
        test.server.page("/5", {});
        CHECK(test.crawl().paths() == "/ /1 /2 /3 /4 /5");
    }
    SECTION("a third redirect is not followed") {
        test.server.add("/3", redirect("302 Found", "/4"));
        CHECK(test.crawl().paths() == "/ /1 /2 /3");
    }
}
