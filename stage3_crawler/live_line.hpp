// live_line.hpp: one line on a terminal that tells how far the crawl is.
//
// Chapter: none of its listings.
// The one thing to know: the line is drawn by a timer of the loop, ten times a second at most, and
// never by the crawler. It is drawn over itself: back to its start, the text, clear to its end.
// Left out on purpose: the width of the terminal. The line is short.
#pragma once

#include <functional>
#include <string>

#include "core/loop/event_loop.hpp"
#include "core/loop/loop_use.hpp"
#include "stage3_crawler/progress.hpp"

namespace aio {

// "done 120, queued 45, in flight 10, failed 1, 240.0 pages/s"
std::string live_text(const Progress& progress);

// [live-line]
// Owned by the program. Draws between start() and stop(), or its end.
class LiveLine final : private TimerHandle {
  public:
    using Write = std::function<void(const std::string& bytes)>;
    LiveLine(EventLoop& loop, Write write) : loop_(loop), write_(std::move(write)) {}
    ~LiveLine() override { stop(); }

    void start(std::function<Progress()> progress);
    // Takes the line away for good.
    void stop();
    // Takes the line away until it is drawn next: before something else is written.
    void clear();

  private:
    void run() override;

    LoopUse loop_;
    Write write_;
    std::function<Progress()> progress_;
    bool drawn_ = false;
};
// [/live-line]

}  // namespace aio
