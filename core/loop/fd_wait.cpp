// fd_wait.cpp: a future that the selector resolves.
//
// Chapter: L31 and L33.
// The one thing to know: after a wait has ended well, the loop keeps the registration, since the
// next wait is mostly for the same. Only a wait that is taken back is unregistered at once.
#include "core/loop/fd_wait.hpp"

#include <fmt/format.h>

namespace aio {

FdWait::FdWait(EventLoop& loop, int fd, EventMask event)
    : Future<void>(loop), fd_(fd), event_(event) {
    loop.fds().add(fd, event, *this);
}

FdWait::~FdWait() {
    if (!done()) loop().fds().remove(fd_, event_);
}

bool FdWait::cancel() {
    if (!done()) loop().fds().remove(fd_, event_);
    return Future<void>::cancel();
}

std::string FdWait::describe() const {
    return fmt::format("{} fd {}", event_ == Event::read ? "readable" : "writable", fd_);
}

void FdWait::run() { set_result(); }

}  // namespace aio
