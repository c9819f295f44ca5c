// event_loop_lost_descriptors.cpp: descriptors that were closed behind the loop's back.
//
// The one thing to know: that is a mistake of the descriptor's owner, who must call forget() first.
// It stays an error of the waits for that descriptor, and never ends the program.
#include <unistd.h>

#include "core/loop/fd_wait.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/loop/selector_backends.hpp"
#include "tests/support/catch.hpp"

using aio::Event;
using aio::FdWait;
using loop_test::TestLoop;
using selector_test::socket_pair;

namespace {

// Throws what the system says of a second wait for `fd`.
void wait_to_write(TestLoop& test, int fd) { const FdWait wait(test.loop, fd, Event::write); }

}  // namespace

TEST_CASE("A wait for a closed descriptor can be destroyed and cancelled",
          "[loop][descriptors][bug-C5]") {
    TestLoop test;
    auto ends = socket_pair();
    {
        FdWait reader(test.loop, ends.ours, Event::read);
        const FdWait writer(test.loop, ends.ours, Event::write);
        ends.ours.close();
        CHECK(reader.cancel());
    }
    CHECK(test.loop.fds().size() == 0);
    CHECK(test.loop.selector().size() == 1);  // The loop's own.
}

TEST_CASE("When the system refuses a second direction, the first waiter is woken",
          "[loop][descriptors][bug-C5]") {
    TestLoop test;
    auto ends = socket_pair();
    const int fd = ends.ours;
    const FdWait reader(test.loop, fd, Event::read);
    ends.ours.close();
    CHECK_THROWS_AS(wait_to_write(test, fd), std::system_error);
    // It was registered with nobody any more; its next system call tells it why.
    CHECK(reader.done());
    CHECK(test.loop.fds().size() == 0);
}

TEST_CASE("An event for a copy of a closed descriptor ends no run", "[loop][descriptors][bug-C8]") {
    TestLoop test;
    auto ends = socket_pair();
    selector_test::fill(ends.ours);
    const selector_test::Fd copy(::dup(ends.ours));
    FdWait writer(test.loop, ends.ours, Event::write);
    {
        FdWait reader(test.loop, ends.ours, Event::read);
        selector_test::send_text(ends.theirs, "x");
        test.turn();
        CHECK(reader.done());
    }
    ends.ours.close();
    test.turn();  // There is still something to read, and nobody waits for it.
    CHECK(test.reports.empty());
    CHECK(test.loop.fds().size() == 0);
}
