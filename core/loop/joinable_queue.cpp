// joinable_queue.cpp: the line in which getters, putters and joiners wait.
//
// Chapter: "Coordinating Coroutines" (L63).
// The one thing to know: a place that was woken stays in the line until its coroutine runs, so
// waking looks for the first place that is not done. Usually that is the first or the second.
#include "core/loop/joinable_queue.hpp"

namespace aio {

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
        if (!place->done()) place->set_result();
    }
}

}  // namespace aio
