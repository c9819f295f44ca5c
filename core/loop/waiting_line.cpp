// waiting_line.cpp: joining, leaving, waking.
//
// Chapter: none by name; asyncio.Queue._wakeup_next.
// The one thing to know: a place stays in the line until its coroutine runs, so waking looks for
// the first place that is not done. Usually that is the first or the second.
#include "core/loop/waiting_line.hpp"

#include <iterator>

namespace aio {

// One place in the line: a future, owned by the frame of the coroutine that waits.
class WaitingLine::Place final : public Future<void> {
  public:
    Place(EventLoop& loop, WaitingLine& line) : Future<void>(loop), line_(&line) {
        line.places_.push_back(this);
        position_ = std::prev(line.places_.end());
    }
    ~Place() override {
        if (line_ == nullptr) return;
        line_->places_.erase(position_);
        if (done() && !cancelled() && !served_) line_->wake_next();
    }
    std::string describe() const override { return line_ ? line_->name_ : "a queue that is gone"; }
    // The wait ended well: the wake-up was for this place. Throws CancelledError if the line is
    // gone since, and with it what was waited for.
    void served() {
        if (line_ == nullptr) throw CancelledError();
        served_ = true;
    }

  private:
    friend class WaitingLine;
    WaitingLine* line_;
    std::list<Place*>::iterator position_;
    bool served_ = false;
};

Coro<void> WaitingLine::wait(EventLoop& loop) {
    Place place(loop, *this);
    co_await place;
    place.served();
}

WaitingLine::~WaitingLine() {
    for (Place* place : places_) {
        place->line_ = nullptr;
        place->cancel();
    }
}

void WaitingLine::wake_next() {
    for (Place* place : places_) {
        if (!place->done()) return place->set_result();
    }
}

void WaitingLine::wake_all() {
    for (Place* place : places_) {
        if (place->done()) continue;
        place->served_ = true;  // All have theirs: one that is cancelled has none to pass on.
        place->set_result();
    }
}

}  // namespace aio
