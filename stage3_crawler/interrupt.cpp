// interrupt.cpp: the signal handler and its pipe.
//
// Chapter: none of its listings.
// The one thing to know: the handler finds the pipe's number in a global, since that is all that a
// signal handler can reach. write and _exit are on the short list of what it may call.
#include "stage3_crawler/interrupt.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace aio {

namespace {

volatile sig_atomic_t pipe_to_loop = -1;
volatile sig_atomic_t interrupts = 0;
struct sigaction sigint_before{};

extern "C" void on_sigint(int) {
    const int saved_errno = errno;
    interrupts = interrupts + 1;
    if (interrupts > 1) ::_exit(130);
    // Nothing can be done about an error here; a second Ctrl-C still works.
    [[maybe_unused]] const ssize_t written = ::write(pipe_to_loop, "", 1);
    errno = saved_errno;
}

}  // namespace

Interrupt::Interrupt(EventLoop& loop, std::function<void()> on_interrupt)
    : loop_(loop), on_interrupt_(std::move(on_interrupt)) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) < 0) throw std::system_error(errno, std::generic_category(), "pipe");
    read_end_ = ends[0];
    write_end_ = ends[1];
    for (const int fd : ends) {
        ::fcntl(fd, F_SETFD, FD_CLOEXEC);
        ::fcntl(fd, F_SETFL, O_NONBLOCK);
    }
    loop.fds().add(read_end_, Event::read, *this);
    interrupts = 0;
    pipe_to_loop = write_end_;
    struct sigaction action{};
    action.sa_handler = on_sigint;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, &sigint_before);  // It fails for a wrong signal only.
}

Interrupt::~Interrupt() {
    ::sigaction(SIGINT, &sigint_before, nullptr);
    pipe_to_loop = -1;
    loop_.get().forget(read_end_);
    ::close(read_end_);
    ::close(write_end_);
}

void Interrupt::run() { on_interrupt_(); }

}  // namespace aio
