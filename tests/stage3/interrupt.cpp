// interrupt.cpp: the first and the second Ctrl-C.
//
// Chapter: the KeyboardInterrupt that its crawler's program catches.
#include "stage3_crawler/interrupt.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "tests/support/catch.hpp"

using namespace aio;

TEST_CASE("The first Ctrl-C calls the function, in the loop and once", "[stage3][interrupt]") {
    EventLoop loop;
    int calls = 0;
    const Interrupt interrupt(loop, [&] {
        ++calls;
        loop.stop();
    });
    ::raise(SIGINT);
    CHECK(calls == 0);
    loop.run_forever();
    CHECK(calls == 1);
}

TEST_CASE("A second Ctrl-C leaves at once, though the loop does not run", "[stage3][interrupt]") {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        EventLoop loop;
        const Interrupt interrupt(loop, [] {});
        ::raise(SIGINT);
        ::raise(SIGINT);
        ::_exit(1);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 130);
}

TEST_CASE("After the crawl Ctrl-C does what it did before", "[stage3][interrupt]") {
    struct sigaction action{};
    {
        EventLoop loop;
        const Interrupt interrupt(loop, [] {});
        ::sigaction(SIGINT, nullptr, &action);
        CHECK(action.sa_handler != SIG_DFL);
    }
    struct sigaction after{};
    ::sigaction(SIGINT, nullptr, &after);
    CHECK(after.sa_handler != action.sa_handler);
}
