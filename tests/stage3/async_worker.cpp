// async_worker.cpp: the callbacks of an AsyncWorker, and the silence that ends it.
//
// Chapter: none; the AsyncWorker of an article that rebuilds the chapter's loop.
#include "stage3_crawler/async_worker.hpp"

#include <map>

#include "core/web/session.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/page_server.hpp"

using namespace aio;
using namespace std::chrono_literals;
using Worker = AsyncWorker<std::string, int>;

namespace {

Coro<int> status_of(Session& session, std::string url) {
    Response response = co_await session.get(Url::parse(url));
    co_await response.read();
    co_return response.status();
}

// Owned by the test. Its loop gives up after five seconds of silence.
struct WorkerTest {
    test::ManualClock clock;
    EventLoop loop{
        std::make_unique<LimitedSelector>(5s, std::make_unique<test::ManualSelector>(clock)),
        [this] { return clock.now(); }};
    test::PageServer server{loop};
    Session session{loop, {.raise_for_status = true}};
    Worker worker;
    std::vector<std::string> reported;
    std::map<std::string, int> results;   // How often a callback has heard of each path.
    std::map<std::string, int> failures;  // The same for those with an exception.

    explicit WorkerTest(int workers)
        : worker(
              loop,
              [this](const std::string& path) { return status_of(session, server.url(path)); },
              workers) {
        loop.set_exception_handler(
            [this](const ErrorContext& error) { reported.push_back(error.message); });
        worker.add_result_callback([this](const std::string& path, const Outcome<int>& outcome) {
            ++(outcome.exception ? failures : results)[path];
        });
    }
    void put_pages(const std::vector<std::string>& paths, Duration delay = 0s) {
        for (const std::string& path : paths) {
            server.page(path, {});
            if (delay > 0s) server.delay(path, delay);
            worker.put(path);
        }
    }
};

}  // namespace

TEST_CASE("Each callback hears of each result once, failures too", "[stage3][async-worker]") {
    WorkerTest test(3);
    std::vector<std::string> heard;
    test.worker.add_result_callback(
        [&heard](const std::string& path, const Outcome<int>&) { heard.push_back(path); });
    test.put_pages({"/a", "/b", "/c", "/d", "/closed"});
    test.server.add("/closed", "");
    test.worker.put("/missing");
    test.worker.put(" no path");
    CHECK(test.worker.unfinished() == 7);
    test.worker.work();
    CHECK(test.results == std::map<std::string, int>{{"/a", 1}, {"/b", 1}, {"/c", 1}, {"/d", 1}});
    CHECK(test.failures ==
          std::map<std::string, int>{{" no path", 1}, {"/closed", 1}, {"/missing", 1}});
    CHECK(heard.size() == 7);
    CHECK(test.worker.unfinished() == 0);
    CHECK(test.reported.empty());
}

TEST_CASE("So many items are worked on at a time as there are workers", "[stage3][async-worker]") {
    for (const int workers : {1, 2, 4}) {
        CAPTURE(workers);
        WorkerTest test(workers);
        test.put_pages({"/a", "/b", "/c", "/d"}, 4s);
        test.worker.work();
        // With one worker that is longer than the limit, but no wait was.
        CHECK(test.clock.elapsed() == 16s / workers);
        CHECK(test.server.peak() == static_cast<std::size_t>(workers));
        CHECK(test.results.size() == 4);
    }
}

TEST_CASE("Five seconds without an event end the work and its workers", "[stage3][async-worker]") {
    WorkerTest test(1);
    test.put_pages({"/good"}, 4s);
    test.put_pages({"/silent"}, 24h);
    test.put_pages({"/never"});
    std::string sentence;
    try {
        test.worker.work();
    } catch (const SelectTimeout& error) {
        sentence = error.what();
    }
    CHECK(sentence == "nothing has happened for 5 seconds; 2 results are missing");
    CHECK(test.clock.elapsed() == 9s);
    CHECK(test.worker.unfinished() == 2);
    CHECK(test.results == std::map<std::string, int>{{"/good", 1}});
    CHECK(test.failures.empty());
    CHECK(test.server.hits("/never") == 0);
    CHECK(test.reported.empty());
}

TEST_CASE("A callback may put more items, and the work goes on until they are done",
          "[stage3][async-worker]") {
    WorkerTest test(2);
    test.worker.add_result_callback([&test](const std::string& path, const Outcome<int>&) {
        if (path.size() < 5) test.worker.put(path + "x");
    });
    test.put_pages({"/"});
    test.worker.work();
    CHECK(test.results.size() + test.failures.size() == 5);
    test.worker.put("/y");
    test.worker.work();
    CHECK(test.failures.count("/yxxx") == 1);
}

TEST_CASE("A callback may add another, which hears of that result too", "[stage3][async-worker]") {
    WorkerTest test(1);
    int heard = 0;
    test.worker.add_result_callback([&test, &heard](const std::string&, const Outcome<int>&) {
        if (heard > 0) return;
        test.worker.add_result_callback(
            [&heard](const std::string&, const Outcome<int>&) { ++heard; });
    });
    test.put_pages({"/a", "/b"});
    test.worker.work();
    CHECK(heard == 2);
}

TEST_CASE("A callback that throws is reported, and the others are called",
          "[stage3][async-worker]") {
    WorkerTest test(1);
    std::vector<std::string> heard;
    test.worker.add_result_callback(
        [](const std::string&, const Outcome<int>&) { throw std::runtime_error("not today"); });
    test.worker.add_result_callback(
        [&heard](const std::string& path, const Outcome<int>&) { heard.push_back(path); });
    test.put_pages({"/a", "/b"});
    test.worker.work();
    CHECK(heard == std::vector<std::string>{"/a", "/b"});
    CHECK(test.reported == std::vector<std::string>(2, "Exception in a result callback"));
}

TEST_CASE("Without an item the work is done at once", "[stage3][async-worker]") {
    WorkerTest test(10);
    test.worker.work();
    CHECK(test.clock.elapsed() == 0s);
}
