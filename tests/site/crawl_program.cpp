// crawl_program.cpp: the command line, the target and the printed words of stages 1 and 2.
#include "core/site/crawl_log.hpp"
#include "core/site/crawl_options.hpp"
#include "core/site/crawl_target.hpp"
#include "core/web/request_errors.hpp"
#include "tests/support/catch.hpp"

namespace {

std::string crawl_complaint(const std::vector<std::string>& arguments) {
    try {
        aio::choose_target(aio::parse_crawl_options(arguments).url);
    } catch (const aio::UsageError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("The programs of stages 1 and 2 take a URL and two options", "[site][crawl]") {
    const aio::CrawlOptions none = aio::parse_crawl_options({});
    CHECK_FALSE(none.url.has_value());
    CHECK_FALSE(none.break_parser);
    CHECK_FALSE(none.help);
    const aio::CrawlOptions all = aio::parse_crawl_options({"--break-parser", "u", "--help"});
    CHECK(all.url == "u");
    CHECK(all.break_parser);
    CHECK(all.help);
}

TEST_CASE("What cannot be crawled is a wrong argument, named in a sentence", "[site][crawl]") {
    CHECK(crawl_complaint({"--url"}) == "There is no option \"--url\"; --help lists them.");
    CHECK(crawl_complaint({"a", "b"}) == "One URL at a time: \"b\" is one too many.");
    for (const char* url :
         {"https://xkcd.com/", "mailto:nobody@example.com", "xkcd.com", "http://", ""}) {
        CAPTURE(url);
        CHECK_FALSE(crawl_complaint({url}).empty());
    }
}

TEST_CASE("Without a URL the target is the bundled site as xkcd.com", "[site][crawl]") {
    const aio::CrawlTarget target = aio::choose_target(std::nullopt);
    CHECK(target.root.str() == "http://xkcd.com/");
    REQUIRE(target.bundled != nullptr);
    CHECK(target.address == aio::Address::ipv4_loopback(target.bundled->port()));
}

TEST_CASE("A URL is the target, and its host is looked up once", "[site][crawl]") {
    const aio::CrawlTarget target = aio::choose_target("http://127.0.0.1:8080/docs/?x=1#top");
    CHECK(target.root.str() == "http://127.0.0.1:8080/docs/?x=1");
    CHECK(target.address.str() == "127.0.0.1:8080");
    CHECK(target.bundled == nullptr);
    const aio::Url ipv6 = aio::Url::parse("http://[::1]:81/");
    CHECK(aio::look_up_address(ipv6).str() == "[::1]:81");
    const aio::Url local = aio::Url::parse("http://localhost:82/");
    CHECK(aio::look_up_address(local).port() == 82);
}

TEST_CASE("A log prints what happens, and last the line of the chapter", "[site][crawl]") {
    std::vector<std::string> lines;
    aio::CrawlLog log([&lines](const std::string& line) { lines.push_back(line); });
    log.print("connected!");
    log.concurrency(3);
    log.concurrency(2);
    log.fetched("/");
    log.failed(aio::Url::parse("http://xkcd.com/x"), "no answer");
    log.print_summary();
    REQUIRE(lines.size() == 5);
    CHECK(lines[0] == "connected!");
    CHECK(lines[1] == "/");
    CHECK(lines[2] == "http://xkcd.com/x failed: no answer");
    CHECK(lines[3] == "1 URLs failed");
    CHECK(lines[4].starts_with("1 URLs fetched in "));
    CHECK(lines[4].ends_with(" seconds, achieved concurrency = 3"));
}
