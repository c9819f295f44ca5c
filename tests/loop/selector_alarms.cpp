// selector_alarms.cpp: SIGALRM and its handler.
//
// The one thing to know: a handler may touch almost nothing. This one counts, and calls only
// sigaction and write, which POSIX allows there.
#include "tests/loop/selector_alarms.hpp"

#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>

#include "tests/support/catch.hpp"

namespace selector_test {

namespace {

volatile sig_atomic_t alarms_seen = 0;
volatile sig_atomic_t last_alarm = 0;
volatile sig_atomic_t wake_up = -1;
struct sigaction before{};

extern "C" void on_alarm(int) {
    const int saved = errno;
    const sig_atomic_t number = alarms_seen + 1;
    alarms_seen = number;
    if (number == last_alarm) {
        struct sigaction ignore{};
        ignore.sa_handler = SIG_IGN;
        ::sigaction(SIGALRM, &ignore, nullptr);
        if (wake_up >= 0 && ::write(wake_up, "!", 1) != 1) ::abort();
    }
    errno = saved;
}

void set_timer(std::chrono::microseconds interval) {
    itimerval timer{};
    timer.it_interval.tv_usec = static_cast<suseconds_t>(interval.count());
    timer.it_value = timer.it_interval;
    REQUIRE(::setitimer(ITIMER_REAL, &timer, nullptr) == 0);
}

}  // namespace

Alarms::Alarms(std::chrono::microseconds interval, int limit, int wake_fd) {
    alarms_seen = 0;
    last_alarm = limit;
    wake_up = wake_fd;
    struct sigaction action{};
    action.sa_handler = on_alarm;
    REQUIRE(::sigaction(SIGALRM, &action, &before) == 0);
    set_timer(interval);
}

Alarms::~Alarms() {
    const itimerval never{};
    ::setitimer(ITIMER_REAL, &never, nullptr);
    ::sigaction(SIGALRM, &before, nullptr);
}

int Alarms::count() const { return alarms_seen; }

}  // namespace selector_test
