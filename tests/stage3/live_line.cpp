// live_line.cpp: the text of the line, and when it is drawn.
//
// Chapter: none of its listings.
#include "stage3_crawler/live_line.hpp"

#include "core/loop/sleep.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/manual_clock.hpp"

using namespace aio;
using namespace std::chrono_literals;
using aio::test::ManualLoop;

namespace {

Coro<void> pause_for(EventLoop& loop, Duration time) { co_await sleep(loop, time); }

}  // namespace

TEST_CASE("The live line says done, queued, in flight, failed and pages per second",
          "[stage3][live]") {
    CHECK(live_text({.done = 30, .queued = 4, .in_flight = 10, .failed = 2, .elapsed = 1500ms}) ==
          "done 30, queued 4, in flight 10, failed 2, 20.0 pages/s");
    CHECK(live_text({}) == "done 0, queued 0, in flight 0, failed 0, 0.0 pages/s");
}

TEST_CASE("The live line is drawn ten times a second and gone in the end", "[stage3][live]") {
    ManualLoop manual;
    std::vector<std::string> written;
    LiveLine live(manual.loop, [&](const std::string& bytes) { written.push_back(bytes); });
    live.start([] { return Progress{.done = 7}; });
    manual.loop.run_until_complete(pause_for(manual.loop, 1050ms));
    CHECK(written.size() == 10);
    CHECK(written.back() == "\rdone 7, queued 0, in flight 0, failed 0, 0.0 pages/s\x1b[K");
    live.stop();
    CHECK(written.size() == 11);
    CHECK(written.back() == "\r\x1b[K");
    manual.loop.run_until_complete(pause_for(manual.loop, 1s));
    CHECK(written.size() == 11);
}

TEST_CASE("The live line is cleared for what else is written, and only if it is there",
          "[stage3][live]") {
    ManualLoop manual;
    std::string written;
    LiveLine live(manual.loop, [&](const std::string& bytes) { written += bytes; });
    live.clear();
    CHECK(written.empty());
    live.start([] { return Progress{}; });
    manual.loop.run_until_complete(pause_for(manual.loop, 150ms));
    written.clear();
    live.clear();
    live.clear();
    CHECK(written == "\r\x1b[K");
    manual.loop.run_until_complete(pause_for(manual.loop, 100ms));
    CHECK(written.find("done 0") != std::string::npos);
}
