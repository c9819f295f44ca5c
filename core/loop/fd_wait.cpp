// fd_wait.cpp: a future that the selector resolves.
//
// Chapter: L31 and L33.
// The one thing to know: after a wait has ended well, the loop keeps the registration, since the
// next wait is mostly for the same. Only a wait that is taken back is unregistered at once.
#include "core/loop/fd_wait.hpp"

namespace aio {

FdWait::FdWait(EventLoop& loop, int fd, EventMask event)
    : Future<void>(loop), fd_(fd), event_(event) {
    if (event == Event::read) {
        loop.add_reader(fd, *this);
    } else {
        loop.add_writer(fd, *this);
    }
}

FdWait::~FdWait() {
    if (!done()) take_back();
}

bool FdWait::cancel() {
    if (!done()) take_back();
    return Future<void>::cancel();
}

void FdWait::run() {
    set_result();
}

void FdWait::take_back() {
    if (event_ == Event::read) {
        loop().remove_reader(fd_);
    } else {
        loop().remove_writer(fd_);
    }
}

}  // namespace aio
