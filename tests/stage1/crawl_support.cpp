// crawl_support.cpp: see crawl_support.hpp.
#include "tests/stage1/crawl_support.hpp"

#include <algorithm>

#include "tests/support/selector_server.hpp"

namespace stage1_test {

TestCrawl::TestCrawl(const std::string& root, aio::Address address)
    : log([this](const std::string& line) { lines.push_back(line); }),
      crawl{aio::Url::parse("http://xkcd.com" + root), address, log} {}

bool TestCrawl::fetch_and_run() {
    fetch();
    return run();
}

void TestCrawl::fetch() { std::make_shared<sketch::Fetcher>(crawl, crawl.root.target)->fetch(); }

bool TestCrawl::run() {
    while (!crawl.stopped) {
        if (!turn()) return false;
    }
    return true;
}

bool TestCrawl::turn() {
    const auto events = crawl.selector->select(std::chrono::seconds(10));
    for (const auto& [key, mask] : events) key.data(key, mask);
    return !events.empty();
}

int TestCrawl::count(const std::string& line) const {
    return static_cast<int>(std::count(lines.begin(), lines.end(), line));
}

aio::Address closed_port() {
    const auto selector = aio::default_selector();
    return aio_test::SelectorServer(*selector, {}).address();
}

}  // namespace stage1_test
