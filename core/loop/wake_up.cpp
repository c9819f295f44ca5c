// wake_up.cpp: the self-pipe.
//
// Chapter: none; asyncio's _make_self_pipe and _write_to_self.
// The one thing to know: a pipe that is full (EAGAIN) is no error. The loop has not looked yet,
// so it will wake up all the same, and takes everything that was left.
#include "core/loop/wake_up.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace aio {

WakeUp::WakeUp() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) < 0) throw std::system_error(errno, std::generic_category(), "pipe");
    read_end_ = ends[0];
    write_end_ = ends[1];
    for (const int fd : ends) {
        ::fcntl(fd, F_SETFD, FD_CLOEXEC);
        ::fcntl(fd, F_SETFL, O_NONBLOCK);
    }
}

WakeUp::~WakeUp() {
    ::close(read_end_);
    ::close(write_end_);
}

void WakeUp::leave(std::function<void()> function) {
    const std::lock_guard lock(mutex_);
    functions_.push_back(std::move(function));
    // Written under the lock: the loop cannot take the function, be ended by it and go before the
    // byte is written. (A thread must not begin a call when the loop may have gone already.)
    while (::write(write_end_, "", 1) < 0 && errno == EINTR) {
    }
}

std::vector<std::function<void()>> WakeUp::take() {
    std::array<char, 4096> bytes;
    ssize_t count = 0;
    do {
        count = ::read(read_end_, bytes.data(), bytes.size());
    } while (count > 0 || (count < 0 && errno == EINTR));
    const std::lock_guard lock(mutex_);
    return std::exchange(functions_, {});
}

}  // namespace aio
