// crawl_support.cpp: see crawl_support.hpp.
#include "tests/stage2/crawl_support.hpp"

#include <algorithm>

#include "tests/support/selector_server.hpp"

namespace stage2_test {

TestCrawl::TestCrawl(const std::string& root, aio::Address address)
    : log([this](const std::string& line) { lines.push_back(line); }),
      crawl{aio::Url::parse("http://xkcd.com" + root), address, log} {}

bool TestCrawl::fetch_and_run() {
    fetch();
    return run();
}

void TestCrawl::fetch() {
    crawl.tasks.emplace_back(std::make_shared<sketch::Fetcher>(crawl, crawl.root.target)->fetch());
}

bool TestCrawl::run() {
    while (!crawl.stopped) {
        const auto events = crawl.selector->select(std::chrono::seconds(10));
        if (events.empty()) return false;
        for (const auto& [key, mask] : events) key.data(key, mask);
        crawl.tasks.remove_if([](const sketch::Task<>& task) { return task.done(); });
    }
    return true;
}

int TestCrawl::count(const std::string& line) const {
    return static_cast<int>(std::count(lines.begin(), lines.end(), line));
}

aio::Address closed_port() {
    const auto selector = aio::default_selector();
    return aio_test::SelectorServer(*selector, {}).address();
}

}  // namespace stage2_test
