// future.cpp: the states of a future, whatever its type.
//
// Chapter: L29, and footnote 12: a future that is resolved already must not make anybody wait.
// The one thing to know: a future leaves `pending` once, in resolve(), and there its callbacks
// go to the ready list in one step, in the order in which they were added.
#include "core/loop/future.hpp"

#include <utility>

namespace aio {

FutureBase::~FutureBase() {
    if (waiting_tasks > 0) loop_.abandon_waiters_of(*this);
    if (state_ == State::failed && !retrieved_) {
        loop().call_exception_handler({"Future exception was never retrieved", *failure_});
    }
}

std::exception_ptr FutureBase::exception() {
    if (!done()) throw InvalidStateError("the future is not done yet");
    retrieved_ = true;
    if (cancelled()) throw CancelledError();
    return failure_ ? failure_->exception : nullptr;
}

void FutureBase::add_done_callback(Handle& handle) {
    if (done()) return loop().call_soon(handle);
    callbacks_.push_back(handle);
}

void FutureBase::set_exception(std::exception_ptr exception) {
    require_pending();
    if (!exception) throw std::invalid_argument("set_exception needs an exception");
    failure_ = std::make_unique<const Traceback>(traceback_of(std::move(exception)));
    resolve(State::failed);
}

bool FutureBase::cancel() {
    retrieved_ = true;  // Whoever cancels a failed future does not want to hear of it.
    if (done()) return false;
    resolve(State::cancelled);
    return true;
}

void FutureBase::require_pending() const {
    if (done()) throw InvalidStateError("the future is done already");
}

// [future-resolve]
void FutureBase::resolve(State state) {
    state_ = state;
    if (LoopObserver* observer = loop().observer()) observer->future_done(*this);
    loop().call_soon(callbacks_);
}
// [/future-resolve]

}  // namespace aio
