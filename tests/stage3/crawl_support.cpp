// crawl_support.cpp: runs the crawler and keeps what it found.
#include "tests/stage3/crawl_support.hpp"

#include "tests/support/catch.hpp"

namespace aio::test {

namespace {

std::string path_of(const FetchStatistic& statistic) { return statistic.url.target; }

}  // namespace

const FetchStatistic& CrawlResult::of(const std::string& path) const {
    const FetchStatistic* found = nullptr;
    for (const FetchStatistic& statistic : done) {
        if (path_of(statistic) != path) continue;
        INFO("a second record of " << path);
        REQUIRE(found == nullptr);
        found = &statistic;
    }
    INFO("the record of " << path);
    REQUIRE(found != nullptr);
    return *found;
}

std::string CrawlResult::paths() const {
    std::string text;
    for (const FetchStatistic& statistic : done) {
        text += (text.empty() ? "" : " ") + path_of(statistic);
    }
    return text;
}

bool CrawlResult::logged(const std::string& words) const {
    for (const std::string& sentence : log) {
        if (sentence.find(words) != std::string::npos) return true;
    }
    return false;
}

CrawlResult CrawlTest::crawl(const std::vector<std::string>& roots) {
    std::vector<Url> urls;
    for (const std::string& root : roots) {
        urls.push_back(Url::parse(root.starts_with('/') ? server.url(root) : root));
    }
    CrawlResult result;
    options.log = [&result](LogLevel, const std::string& sentence) {
        result.log.push_back(sentence);
    };
    Crawler crawler(loop, urls, options);
    loop.run_until_complete(crawler.crawl());
    result.done = crawler.done();
    result.todo = crawler.todo();
    return result;
}

}  // namespace aio::test
