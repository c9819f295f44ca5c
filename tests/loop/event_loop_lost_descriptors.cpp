// event_loop_lost_descriptors.cpp: descriptors that were closed behind the loop's back.
//
// The one thing to know: that is a mistake of the descriptor's owner, who must call forget() first.
// It stays an error of the waits for that descriptor, and never ends the program. Backends differ
// in when they say so: epoll and kqueue refuse the next change, poll and select report the
// descriptor at the next look.
#include <unistd.h>

#include "core/loop/fd_wait.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/loop/selector_backends.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;
using aio::FdWait;
using aio::KeyError;
using selector_test::Backend;
using selector_test::backends;
using selector_test::socket_pair;

namespace {

// Poll and select keep their lists in the program, so a change of them reaches no system.
bool refuses_closed(const Backend& backend) {
    return backend.name == "epoll" || backend.name == "kqueue";
}

// Throws what the system says of a second wait for `fd`.
void wait_to_write(TestLoop& test, int fd) { const FdWait wait(test.loop, fd, Event::write); }

}  // namespace

TEST_CASE("A wait for a closed descriptor can be destroyed and cancelled",
          "[loop][descriptors][bug-C5]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        TestLoop test(backend.make());
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
}

TEST_CASE("When the system refuses a second direction, the first waiter is woken",
          "[loop][descriptors][bug-C5]") {
    for (const Backend& backend : backends()) {
        if (!refuses_closed(backend)) continue;
        INFO(backend.name);
        TestLoop test(backend.make());
        auto ends = socket_pair();
        const int fd = ends.ours;
        const FdWait reader(test.loop, fd, Event::read);
        ends.ours.close();
        CHECK_THROWS_AS(wait_to_write(test, fd), std::system_error);
        // It was registered with nobody any more; its next system call tells it why.
        CHECK(reader.done());
        CHECK(test.loop.fds().size() == 0);
    }
}

TEST_CASE("Where the system refuses nothing, the next look wakes all who wait for what was closed",
          "[loop][descriptors][bug-C5]") {
    for (const Backend& backend : backends()) {
        if (refuses_closed(backend)) continue;
        INFO(backend.name);
        TestLoop test(backend.make());
        auto other = socket_pair();
        auto ends = socket_pair();
        const int fd = ends.ours;
        const FdWait other_writer(test.loop, other.ours, Event::write);
        const FdWait reader(test.loop, fd, Event::read);
        ends.ours.close();
        const FdWait writer(test.loop, fd, Event::write);
        test.turn();
        CHECK(reader.done());
        CHECK(writer.done());
        CHECK(other_writer.done());
        test.turn();  // Now nobody waits for it, and the loop lets it go.
        CHECK_THROWS_AS(test.loop.selector().get_key(fd), KeyError);
        CHECK(test.reports.empty());
        test.loop.forget(other.ours);
    }
}

TEST_CASE("An event for a copy of a closed descriptor ends no run", "[loop][descriptors][bug-C8]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        TestLoop test(backend.make());
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
        test.turn();  // Poll and select report the number until nobody waits for anything.
        CHECK(test.reports.empty());
        // Kqueue drops a number that was closed, and tells nobody.
        const bool told = backend.name != "kqueue";
        CHECK(writer.done() == told);
        CHECK(test.loop.fds().size() == (told ? 0 : 1));
    }
}
