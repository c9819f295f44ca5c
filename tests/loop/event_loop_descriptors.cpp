// event_loop_descriptors.cpp: waiting for descriptors (FdTable and FdWait).
//
// The one thing to know: a wait is for once, where asyncio's add_reader stays. After a wait that
// ended well the registration stays with the selector, until an event comes that nobody waits for.
#include <unistd.h>

#include <functional>

#include "core/loop/fd_wait.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/loop/selector_backends.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;
using aio::FdWait;
using aio::KeyError;
using selector_test::Backend;
using selector_test::backends;
using selector_test::read_write;
using selector_test::send_text;
using selector_test::socket_pair;

namespace {

// A plain Handle that calls a function, straight from the poll.
struct Watcher final : aio::Handle {
    explicit Watcher(std::function<void()> f) : function(std::move(f)) {}
    void run() override { function(); }
    std::function<void()> function;
};

Coro<void> read_byte(EventLoop& loop, int fd) {
    co_await aio::readable(loop, fd);
    char byte = 0;
    const ssize_t count = ::read(fd, &byte, 1);
    REQUIRE(count == 1);
}

Coro<void> wait_again(EventLoop& loop, int fd, int times) {
    for (int i = 0; i < times; ++i) co_await aio::readable(loop, fd);
}

}  // namespace

TEST_CASE("Waiting again while there is still something to read ends at once",
          "[loop][descriptors][L31][L33][loop-L40]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        TestLoop test(backend.make());
        auto ends = socket_pair();
        send_text(ends.theirs, "x");
        test.loop.run_until_complete(wait_again(test.loop, ends.ours, 3));
        CHECK(test.clock.sleeps.empty());
        test.loop.forget(ends.ours);
    }
}

TEST_CASE("After a wait that ended well the registration is kept for the next one",
          "[loop][descriptors][loop-L40][loop-L42]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        TestLoop test(backend.make());
        auto ends = socket_pair();
        for (int i = 0; i < 2; ++i) {
            send_text(ends.theirs, "x");
            test.loop.run_until_complete(read_byte(test.loop, ends.ours));
            CHECK(test.loop.fds().size() == 1);
        }
        test.loop.forget(ends.ours);
        CHECK(test.loop.fds().size() == 0);
        CHECK_THROWS_AS(test.loop.selector().get_key(ends.ours), KeyError);
        test.loop.forget(ends.ours);  // Harmless when repeated.
    }
}

TEST_CASE("A second wait for one direction is refused, and the first stays",
          "[loop][descriptors][loop-L41]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        TestLoop test(backend.make());
        auto ends = socket_pair();
        FdWait first(test.loop, ends.ours, Event::read);
        CHECK_THROWS_AS(FdWait(test.loop, ends.ours, Event::read), KeyError);

        send_text(ends.theirs, "x");
        test.turn();
        CHECK(first.done());
        test.loop.forget(ends.ours);
    }
}

TEST_CASE("A reader and a writer of one descriptor are one registration",
          "[loop][descriptors][loop-L41][loop-L42]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        TestLoop test(backend.make());
        auto ends = socket_pair();
        selector_test::fill(ends.ours);
        FdWait reader(test.loop, ends.ours, Event::read);
        FdWait writer(test.loop, ends.ours, Event::write);
        CHECK(test.loop.selector().get_key(ends.ours).events == read_write);
        CHECK(test.loop.fds().size() == 1);

        writer.cancel();
        CHECK(test.loop.selector().get_key(ends.ours).events == Event::read);
        send_text(ends.theirs, "x");
        test.turn();
        CHECK(reader.done());
        test.loop.forget(ends.ours);
    }
}

TEST_CASE("Taking a wait back says whether there was one, and leaves the other direction",
          "[loop][descriptors][loop-L42]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        TestLoop test(backend.make());
        auto ends = socket_pair();
        auto& fds = test.loop.fds();
        CHECK_FALSE(fds.remove(ends.ours, Event::read));

        Watcher watcher([] {});
        fds.add(ends.ours, Event::write, watcher);
        CHECK_FALSE(fds.remove(ends.ours, Event::read));
        CHECK(fds.size() == 1);
        CHECK(fds.remove(ends.ours, Event::write));
        CHECK_FALSE(fds.remove(ends.ours, Event::write));
        CHECK(fds.size() == 0);
        CHECK_THROWS_AS(test.loop.selector().get_key(ends.ours), KeyError);
    }
}

TEST_CASE("A wait taken back by an earlier one of the same poll does not run",
          "[loop][descriptors][loop-L43]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        TestLoop test(backend.make());
        auto one = socket_pair();
        auto two = socket_pair();
        auto& fds = test.loop.fds();
        int ran = 0;
        Watcher first([&] {
            ++ran;
            fds.remove(one.ours, Event::write);
            fds.remove(two.ours, Event::write);
            fds.remove(two.ours, Event::read);
        });
        Watcher second(first.function);
        Watcher third(first.function);
        send_text(one.theirs, "x");
        send_text(two.theirs, "x");
        fds.add(one.ours, Event::read, first);
        fds.add(one.ours, Event::write, second);
        fds.add(two.ours, Event::read, third);
        const bool both_at_once = selector_test::mask_of(test.loop.selector(), two.ours) != 0;
        REQUIRE(both_at_once);

        test.turn();
        // Of two descriptors either may come first; but one of them only.
        CHECK(ran == 1);
        test.loop.forget(one.ours);
        test.loop.forget(two.ours);
    }
}

TEST_CASE("A wait cancelled by an earlier one of the same poll stays cancelled",
          "[loop][descriptors][F20][loop-L43]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        TestLoop test(backend.make());
        auto ends = socket_pair();
        send_text(ends.theirs, "x");
        FdWait writer(test.loop, ends.ours, Event::write);
        Watcher reader([&writer] { writer.cancel(); });
        test.loop.fds().add(ends.ours, Event::read, reader);
        test.turn();
        CHECK(writer.cancelled());
        CHECK(test.reports.empty());
        test.loop.forget(ends.ours);
    }
}

TEST_CASE("An exception of one watcher does not keep the events from the others",
          "[loop][descriptors][loop-L44]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        TestLoop test(backend.make());
        auto ends = socket_pair();
        send_text(ends.theirs, "x");
        bool written = false;
        Watcher reader([] { throw std::runtime_error("reader"); });
        Watcher writer([&written] { written = true; });
        test.loop.fds().add(ends.ours, Event::read, reader);
        test.loop.fds().add(ends.ours, Event::write, writer);

        test.turn();
        CHECK(written);
        REQUIRE(test.reports.size() == 1);
        CHECK(text_of(test.reports[0].exception) == "reader");
        CHECK(test.loop.selector().get_key(ends.ours).events == read_write);
        test.loop.forget(ends.ours);
    }
}

TEST_CASE("A number that is used again gets its events, once the old one was forgotten",
          "[loop][descriptors][loop-L46][bug-C5]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        TestLoop test(backend.make());
        auto old_ends = socket_pair();
        auto new_ends = socket_pair();
        send_text(old_ends.theirs, "x");
        test.loop.run_until_complete(wait_again(test.loop, old_ends.ours, 1));

        test.loop.forget(old_ends.ours);
        selector_test::reuse_number(old_ends.ours, new_ends.ours);
        FdWait wait(test.loop, old_ends.ours, Event::read);
        test.turn();
        CHECK_FALSE(wait.done());
        send_text(new_ends.theirs, "x");
        test.turn();
        CHECK(wait.done());
        test.loop.forget(old_ends.ours);
    }
}

TEST_CASE("A wait that is destroyed or cancelled leaves no registration",
          "[loop][descriptors][loop-L47][T19]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        TestLoop test(backend.make());
        auto ends = socket_pair();
        {
            const FdWait wait(test.loop, ends.ours, Event::read);
        }
        CHECK(test.loop.fds().size() == 0);

        FdWait wait(test.loop, ends.ours, Event::read);
        CHECK(wait.cancel());
        CHECK(test.loop.fds().size() == 0);
        CHECK_THROWS_AS(test.loop.selector().get_key(ends.ours), KeyError);
    }
}

TEST_CASE("A hang-up that nobody waits for is looked at once and burns no processor",
          "[loop][descriptors][bug-C2]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        TestLoop test(backend.make());
        auto ends = socket_pair();
        send_text(ends.theirs, "x");
        test.loop.run_until_complete(read_byte(test.loop, ends.ours));
        REQUIRE(test.loop.fds().size() == 1);

        ends.theirs.close();
        test.turn();
        CHECK(test.loop.fds().size() == 0);
        const int before = test.clock.turns;
        test.loop.call_later(std::chrono::hours(1), [&] { test.loop.stop(); });
        test.loop.run_forever();
        CHECK(test.clock.turns == before + 1);
    }
}
