// signal_pipe.cpp: the pipe between a signal handler and the loop.
//
// Chapter: none.
// The one thing to know: the pipe is emptied before the function is called, so a signal that comes
// meanwhile is told in another turn, and several that came before are told once.
#include "stage3_crawler/signal_pipe.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace aio {

SignalPipe::SignalPipe(EventLoop& loop, std::function<void()> on_signal)
    : loop_(loop), on_signal_(std::move(on_signal)) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) < 0) throw std::system_error(errno, std::generic_category(), "pipe");
    read_end_ = ends[0];
    write_end_ = ends[1];
    for (const int fd : ends) {
        ::fcntl(fd, F_SETFD, FD_CLOEXEC);
        ::fcntl(fd, F_SETFL, O_NONBLOCK);
    }
    loop.fds().add(read_end_, Event::read, *this);
}

SignalPipe::~SignalPipe() {
    loop_.get().forget(read_end_);
    ::close(read_end_);
    ::close(write_end_);
}

void SignalPipe::run() {
    std::array<char, 64> bytes;
    while (::read(read_end_, bytes.data(), bytes.size()) > 0) {
    }
    loop_.get().fds().add(read_end_, Event::read, *this);
    on_signal_();
}

}  // namespace aio
