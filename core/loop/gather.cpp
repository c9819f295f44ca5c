// gather.cpp: how a gather ends.
//
// Chapter: none; asyncio.gather.
// The one thing to know: all is decided in child_ended(), which is called once for each child. The
// first exception ends the gather at once, unless it is being cancelled: then it waits for all.
#include "core/loop/gather.hpp"

#include <fmt/format.h>

namespace aio {

void GatherChild::begin(GatherBase& gather) {
    gather_ = &gather;
    watch(future());
}

void GatherChild::ended(bool gone) {
    std::exception_ptr error;
    bool was_cancelled = false;
    try {
        if (gone) throw CancelledError();
        take();
    } catch (const CancelledError&) {
        error = std::current_exception();
        was_cancelled = true;
    } catch (...) {
        error = std::current_exception();
    }
    gather_->child_ended(error, was_cancelled);
}

GatherBase::~GatherBase() {
    for (const auto& child : children_) {
        FutureBase* future = child->watched();
        child->stop();  // All of them first: a frame that is destroyed may end another child.
        if (future != nullptr && future->done() && !future->cancelled()) future->exception();
    }
}

void GatherBase::begin() {
    for (const auto& child : children_) {
        if (&child->future().loop() == &self_.loop()) continue;
        throw std::invalid_argument("a gather takes futures of its own loop only");
    }
    running_ = children_.size();
    for (const auto& child : children_) child->begin(*this);
    if (children_.empty()) deliver();
}

// [gather-child-ended]
void GatherBase::child_ended(const std::exception_ptr& error, bool was_cancelled) {
    --running_;
    if (self_.done()) return;  // An earlier exception has ended it; nobody asks for this one.
    const bool as_asked = cancelling_ && was_cancelled;
    if (error && !as_asked && !error_) error_ = error;
    if (running_ > 0 && (cancelling_ || !error_)) return;
    if (error_) {
        self_.set_exception(error_);
    } else if (cancelling_) {
        self_.FutureBase::cancel();
    } else {
        deliver();
    }
}
// [/gather-child-ended]

std::string GatherBase::describe_children() const {
    return fmt::format("gather, {} of {} still run", running_, children_.size());
}

bool GatherBase::cancel_children() {
    if (self_.done()) return self_.FutureBase::cancel();
    bool any = false;
    for (const auto& child : children_) {
        if (child->watched() != nullptr && child->watched()->cancel()) any = true;
    }
    cancelling_ = cancelling_ || any;
    return any;
}

}  // namespace aio
