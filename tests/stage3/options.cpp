// options.cpp: the command line, right and wrong.
//
// Chapter: the options of its crawler's command-line program.
#include "stage3_crawler/options.hpp"

#include "tests/support/catch.hpp"

using namespace aio;
using namespace std::chrono_literals;

namespace {

// The sentence that a wrong command line gets.
std::string complaint(const std::vector<std::string>& arguments) {
    try {
        parse_options(arguments);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("Without arguments stage 3 has the defaults of its help", "[stage3][options]") {
    const Options options = parse_options({});
    CHECK(options.roots.empty());
    CHECK(options.crawler.max_tasks == 10);
    CHECK(options.crawler.max_redirect == 10);
    CHECK(options.crawler.max_tries == 4);
    CHECK(options.crawler.strict);
    CHECK(!options.use_select);
    CHECK(options.verbosity == 1);
    CHECK(options.report.empty());
    CHECK(options.crawler.session.connect_timeout == 20s);
    CHECK(options.crawler.session.request_timeout == 300s);
    CHECK(options.crawler.session.limits.max_header_bytes == 256 * 1024);
    CHECK(options.crawler.session.limits.max_body_bytes == 64 * 1024 * 1024);
    CHECK(options.crawler.url_limits.max_length == 2048);
    CHECK(options.crawler.url_limits.max_depth == 20);
    CHECK(options.crawler.link_kinds == LinkKinds::anchors);
    CHECK(!options.crawler.politeness.ignore_robots);
    CHECK(options.crawler.politeness.delay == 0s);
}

TEST_CASE("Both spellings of a name and of a value are taken", "[stage3][options]") {
    CHECK(parse_options({"--max_tasks", "7"}).crawler.max_tasks == 7);
    CHECK(parse_options({"--max-tasks", "7"}).crawler.max_tasks == 7);
    CHECK(parse_options({"--max_tasks=7"}).crawler.max_tasks == 7);
    CHECK(parse_options({"--max-tries=2"}).crawler.max_tries == 2);
    CHECK(parse_options({"--max-redirect", "0"}).crawler.max_redirect == 0);
    CHECK(!parse_options({"--lenient"}).crawler.strict);
    CHECK(parse_options({"--select"}).use_select);
    CHECK(parse_options({"-vv"}).verbosity == 3);
    CHECK(parse_options({"-q"}).verbosity == 0);
    CHECK(parse_options({"--exclude", "a=b-c"}).crawler.exclude.has_value());
}

TEST_CASE("The limits of a crawl are options, in seconds, bytes and numbers", "[stage3][options]") {
    const Options options = parse_options({"--connect-timeout", "1.5", "--request_timeout=0.25",
                                           "--max-header", "10K", "--max_body", "2m", "--max-url",
                                           "100", "--max_depth", "3", "--delay", "0.5"});
    CHECK(options.crawler.session.connect_timeout == 1500ms);
    CHECK(options.crawler.session.request_timeout == 250ms);
    CHECK(options.crawler.session.limits.max_header_bytes == 10 * 1024);
    CHECK(options.crawler.session.limits.max_body_bytes == 2 * 1024 * 1024);
    CHECK(options.crawler.url_limits.max_length == 100);
    CHECK(options.crawler.url_limits.max_depth == 3);
    CHECK(options.crawler.politeness.delay == 500ms);
    CHECK(parse_options({"--max_body", "500"}).crawler.session.limits.max_body_bytes == 500);
}

TEST_CASE("Robots, kinds of links and the file of records are options", "[stage3][options]") {
    CHECK(parse_options({"--ignore-robots"}).crawler.politeness.ignore_robots);
    CHECK(parse_options({"--links", "pages"}).crawler.link_kinds == LinkKinds::anchors);
    CHECK(parse_options({"--links=all"}).crawler.link_kinds == LinkKinds::with_link);
    CHECK(parse_options({"--links=any-href"}).crawler.link_kinds == LinkKinds::any_href);
    CHECK(parse_options({"--report", "a.jsonl"}).report == "a.jsonl");
}

TEST_CASE("A root without a scheme is an http URL", "[stage3][options][C14]") {
    const Options options = parse_options({"example.com:8080/x", "HTTP://A.example"});
    REQUIRE(options.roots.size() == 2);
    CHECK(options.roots[0].str() == "http://example.com:8080/x");
    CHECK(options.roots[1].str() == "http://a.example/");
}

TEST_CASE("A wrong argument gets a sentence that names it", "[stage3][options]") {
    CHECK(complaint({"--max_tasks", "none"}) ==
          "--max_tasks takes a whole number from 1 to 100000, not \"none\".");
    CHECK(complaint({"--max_tasks", "0"}).find("from 1 to 100000, not \"0\"") != std::string::npos);
    CHECK(complaint({"--max_tasks", "100001"}).find("from 1 to 100000") != std::string::npos);
    CHECK(complaint({"--max_tries", "99999999999"}).find("--max_tries") == 0);
    CHECK(complaint({"--pages", "10000001"}).find("from 1 to 10000000") != std::string::npos);
    CHECK(complaint({"--max_tasks"}) == "--max_tasks takes a value.");
    CHECK(complaint({"--quick"}) == "There is no option \"--quick\". Try --help.");
    CHECK(complaint({"-x"}) == "There is no option \"-x\". Try --help.");
    CHECK(complaint({"--strict=yes"}) == "--strict takes no value.");
    CHECK(complaint({"--exclude", "("}).find("regular expression") != std::string::npos);
    CHECK(complaint({"http://["}).find("http://[") != std::string::npos);
    CHECK(complaint({"ftp://a/"}).find("ftp://a/") != std::string::npos);
}

TEST_CASE("A limit that is none gets a sentence that names it", "[stage3][options]") {
    CHECK(complaint({"--delay", "-1"}) == "--delay takes seconds, such as 2 or 0.5, not \"-1\".");
    CHECK(complaint({"--request-timeout", "1s"}).find("--request_timeout takes seconds") == 0);
    CHECK(complaint({"--connect-timeout="}).find("--connect_timeout takes seconds") == 0);
    CHECK(complaint({"--max_body", "8G"}) ==
          "--max_body takes a number of bytes, such as 500, 64K or 8M, not \"8G\".");
    for (const char* wrong :
         {"", "0", "K", "-1", "1.5M", "8 M", "99999999999999999999", "9999999M"}) {
        INFO(wrong);
        CHECK(complaint({"--max_header", wrong}).find("--max_header takes a number") == 0);
    }
    CHECK(complaint({"--max_url", "0"}).find("--max_url takes a whole number from 1") == 0);
    CHECK(complaint({"--max_url", "8193"}).find("to 8192") != std::string::npos);
    CHECK(complaint({"--max_depth", "0"}).find("--max_depth takes a whole number from 1") == 0);
    CHECK(complaint({"--links", "some"}) == "--links takes pages, all or any-href, not \"some\".");
}

TEST_CASE("The help names every option that is taken", "[stage3][options]") {
    CHECK(option_names().size() >= 22);
    for (const std::string& name : option_names()) {
        INFO(name);
        CHECK(usage().find(name + " ") != std::string::npos);
    }
}
