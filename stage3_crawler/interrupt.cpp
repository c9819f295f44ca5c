// interrupt.cpp: the signal handler and its pipe.
//
// Chapter: none of its listings.
// The one thing to know: the handler finds the pipe's number in a global, since that is all that a
// signal handler can reach. write and _exit are on the short list of what it may call.
#include "stage3_crawler/interrupt.hpp"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
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
    : pipe_(loop, std::move(on_interrupt)) {
    interrupts = 0;
    pipe_to_loop = pipe_.write_end();
    struct sigaction action{};
    action.sa_handler = on_sigint;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, &sigint_before);  // It fails for a wrong signal only.
}

Interrupt::~Interrupt() {
    ::sigaction(SIGINT, &sigint_before, nullptr);
    pipe_to_loop = -1;
}

}  // namespace aio
