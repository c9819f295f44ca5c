// live_line.cpp: a timer that sets itself again.
//
// Chapter: none of its listings.
// The one thing to know: "\x1b[K" clears from the cursor to the end of the line; every terminal of
// the last decades knows it.
#include "stage3_crawler/live_line.hpp"

#include <fmt/format.h>

#include <utility>

namespace aio {

namespace {

constexpr Duration redraw_interval = std::chrono::milliseconds(100);
constexpr const char* clear_to_end = "\x1b[K";

}  // namespace

std::string live_text(const Progress& progress) {
    const std::chrono::duration<double> seconds = progress.elapsed;
    const double rate =
        seconds.count() > 0 ? static_cast<double>(progress.done) / seconds.count() : 0;
    return fmt::format("done {}, queued {}, in flight {}, failed {}, {:.1f} pages/s", progress.done,
                       progress.queued, progress.in_flight, progress.failed, rate);
}

void LiveLine::start(std::function<Progress()> progress) {
    progress_ = std::move(progress);
    loop_.get().call_at(loop_.get().after(redraw_interval), *this);
}

void LiveLine::stop() {
    unschedule();
    clear();
}

void LiveLine::clear() {
    if (drawn_) write_(fmt::format("\r{}", clear_to_end));
    drawn_ = false;
}

void LiveLine::run() {
    write_(fmt::format("\r{}{}", live_text(progress_()), clear_to_end));
    drawn_ = true;
    loop_.get().call_at(loop_.get().after(redraw_interval), *this);
}

}  // namespace aio
