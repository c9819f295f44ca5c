// examples.cpp: what the two examples beside the crawler print, and their exit codes.
//
// Chapter: none; Tornado's whole-site spider, and the AsyncWorker of an article.
// The one thing to know: the order in which ten workers print differs from run to run, so the
// spider's lines for each URL are counted, and only the rest is compared with the golden file.
#include <regex>

#include "core/site/bundled_site.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/transcript.hpp"

namespace {

// The lines of `text` that do or do not begin with "fetching " or "fetched ".
std::string lines_of_urls(const std::string& text, bool wanted) {
    static const std::regex of_url("fetch(ing|ed) http:.*");
    std::string lines;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t end = text.find('\n', i);
        const std::string line = text.substr(i, end - i);
        if (std::regex_match(line, of_url) == wanted) lines += line + "\n";
        i = end == std::string::npos ? end : end + 1;
    }
    return lines;
}

int times_in(const std::string& text, const std::string& words) {
    int times = 0;
    for (std::size_t i = text.find(words); i != std::string::npos; i = text.find(words, i + 1)) {
        ++times;
    }
    return times;
}

}  // namespace

TEST_CASE("The spider fetches the bundled site, and its two sets are equal",
          "[stage3][spider][program]") {
    const aio_test::Transcript run = aio_test::run_program("whole_site_spider");
    CHECK(run.exit_code == 0);
    const aio::SiteCounts found = aio::counts(100);
    const std::string of_urls = lines_of_urls(run.text, true);
    CHECK(times_in(of_urls, "fetching http://xkcd.com/") == found.urls);
    CHECK(times_in(of_urls, "fetched http://xkcd.com/") == found.urls - found.missing);
    CHECK(aio_test::masked(lines_of_urls(run.text, false), {"[0-9]+\\.[0-9]+", "= [0-9]+"}) ==
          aio_test::golden("stage3_whole_site_spider.txt"));
}

TEST_CASE("The spider stays below the URL that it is given", "[stage3][spider][program]") {
    const aio::BundledSite site({.pages = 250});
    const aio_test::Transcript run =
        aio_test::run_program("whole_site_spider " + site.url() + "archive/");
    CHECK(run.exit_code == 0);
    CHECK(times_in(run.text, "fetched " + site.url() + "archive/") == 3);
    CHECK(site.requests() == 3);
}

TEST_CASE("The same pages are fetched one by one and together", "[stage3][async-worker][program]") {
    const aio_test::Transcript run = aio_test::run_program("async_worker");
    CHECK(run.exit_code == 0);
    CHECK(aio_test::masked(run.text, {"[0-9]+\\.[0-9]+"}) ==
          aio_test::golden("stage3_async_worker.txt"));
}

TEST_CASE("An example that can fetch nothing says why, and exits with 1",
          "[stage3][spider][async-worker][program]") {
    const aio::BundledSite site({.pages = 1});
    const auto no_links = aio_test::run_program("async_worker " + site.url() + "image.png");
    CHECK(no_links.exit_code == 1);
    CHECK(no_links.text ==
          "async_worker: " + site.url() + "image.png links to no page of its own host\n");
    const auto refused = aio_test::run_program("async_worker http://127.0.0.1:1/");
    CHECK(refused.exit_code == 1);
    CHECK(times_in(refused.text, "refused") == 1);
    const auto spider = aio_test::run_program("whole_site_spider http://127.0.0.1:1/");
    CHECK(spider.exit_code == 1);
    CHECK(times_in(spider.text, "refused") == 1);
    CHECK(times_in(spider.text, "are equal, with 1 and 1 URLs") == 1);
}

TEST_CASE("An example takes one http URL, or --help", "[stage3][spider][async-worker][program]") {
    for (const char* arguments : {"--fast", "http://a/ http://b/", "https://a/", "xkcd.com"}) {
        INFO(arguments);
        const auto run = aio_test::run_program(std::string("async_worker ") + arguments);
        CHECK(run.exit_code == 2);
        CHECK(times_in(run.text, "async_worker: ") == 1);
    }
    const auto help = aio_test::run_program("whole_site_spider --help");
    CHECK(help.exit_code == 0);
    CHECK(help.text.find("Usage: whole_site_spider [URL]\n") == 0);
}
