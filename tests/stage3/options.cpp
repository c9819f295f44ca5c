// options.cpp: the command line, right and wrong.
//
// Chapter: the options of its crawler's command-line program.
#include "stage3_crawler/options.hpp"

#include "tests/support/catch.hpp"

using namespace aio;

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

TEST_CASE("The help names every option that is taken", "[stage3][options]") {
    CHECK(option_names().size() >= 12);
    for (const std::string& name : option_names()) {
        INFO(name);
        CHECK(usage().find(name + " ") != std::string::npos);
    }
}
