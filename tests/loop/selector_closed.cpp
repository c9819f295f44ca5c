// selector_closed.cpp: descriptors that were closed, copied, or whose number was given again.
//
// Chapter: "Async", L04. Part of the conformance suite that every backend passes.
// The one thing to know: a number is not a file. The kernel's registration belongs to the file,
// the table's to the number, and close() without unregister_fd parts the two.
#include <unistd.h>
#include "tests/loop/selector_backends.hpp"
#include "tests/support/catch.hpp"

using namespace selector_test;
using aio::Event;

TEST_CASE("A closed descriptor can be unregistered", "[loop][selector][S06][bug-C5]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        Ends ends = socket_pair();
        const int fd = ends.ours;
        selector->register_fd(fd, read_write);
        ends.ours.close();
        CHECK_NOTHROW(selector->unregister_fd(fd));
        CHECK_THROWS_AS(selector->get_key(fd), aio::KeyError);
        CHECK(selector->select(aio::Duration::zero()).empty());
    }
}

TEST_CASE("A number that was used again can be unregistered and registered",
          "[loop][selector][S06][bug-C5]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends old_ends = socket_pair();
        const Ends new_ends = socket_pair();
        selector->register_fd(old_ends.ours, read_write);
        reuse_number(old_ends.ours, new_ends.ours);
        CHECK_NOTHROW(selector->unregister_fd(old_ends.ours));
        CHECK(selector->size() == 0);

        selector->register_fd(old_ends.ours, Event::read);
        CHECK(mask_of(*selector, old_ends.ours) == 0);
        send_text(new_ends.theirs, "x");
        CHECK(mask_of(*selector, old_ends.ours) == Event::read);
    }
}

TEST_CASE("A modify reaches the new file behind an old number", "[loop][selector][bug-C6]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends old_ends = socket_pair();
        const Ends new_ends = socket_pair();
        selector->register_fd(old_ends.ours, read_write);
        reuse_number(old_ends.ours, new_ends.ours);
        CHECK_NOTHROW(selector->modify(old_ends.ours, Event::read));
        CHECK(mask_of(*selector, old_ends.ours) == 0);
        send_text(new_ends.theirs, "x");
        CHECK(mask_of(*selector, old_ends.ours) == Event::read);
    }
}

TEST_CASE("A descriptor closed too early is dropped by epoll and kqueue", "[loop][selector][S23]") {
    for (const Backend& backend : backends()) {
        if (backend.name == "poll" || backend.name == "select") continue;
        INFO(backend.name);
        const auto selector = backend.make();
        Ends ends = socket_pair();
        const int fd = ends.ours;
        selector->register_fd(fd, read_write);
        CHECK(mask_of(*selector, fd) == Event::write);
        ends.ours.close();
        CHECK(selector->select(aio::Duration::zero()).empty());
        CHECK(selector->get_key(fd).fd == fd);
    }
}

TEST_CASE("A descriptor closed too early is reported by poll and select until unregistered",
          "[loop][selector][S16][S23]") {
    for (const Backend& backend : backends()) {
        if (backend.name != "poll" && backend.name != "select") continue;
        INFO(backend.name);
        for (const aio::EventMask events : {Event::read, Event::write, read_write}) {
            CAPTURE(events);
            const auto selector = backend.make();
            Ends ends = socket_pair();
            const int fd = ends.ours;
            selector->register_fd(fd, events);
            ends.ours.close();
            CHECK(mask_of(*selector, fd) == events);
            CHECK(mask_of(*selector, fd) == events);
            selector->unregister_fd(fd);
            CHECK(selector->select(aio::Duration::zero()).empty());
        }
    }
}

TEST_CASE("A descriptor closed too early keeps no event from the others", "[loop][selector][S23]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends writable = socket_pair();
        const Ends quiet = socket_pair();
        Ends ends = socket_pair();
        selector->register_fd(writable.ours, Event::write);
        selector->register_fd(quiet.ours, Event::read);
        selector->register_fd(ends.ours, read_write);
        ends.ours.close();
        CHECK(mask_of(*selector, writable.ours) == Event::write);
        CHECK(mask_of(*selector, quiet.ours) == 0);
        send_text(quiet.theirs, "x");
        CHECK(mask_of(*selector, quiet.ours) == Event::read);
    }
}

TEST_CASE("Two descriptors of one socket are two registrations", "[loop][selector][S24]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends ends = socket_pair();
        const Fd copy(::dup(ends.ours));
        selector->register_fd(ends.ours, Event::read);
        selector->register_fd(copy, Event::read);
        send_text(ends.theirs, "x");
        CHECK(selector->select(aio::Duration::zero()).size() == 2);
        selector->unregister_fd(ends.ours);
        CHECK(mask_of(*selector, copy) == Event::read);
    }
}

TEST_CASE("An event of a copy finds no key and wakes nobody", "[loop][selector][S25][bug-C8]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        Ends ends = socket_pair();
        const int fd = ends.ours;
        int called = 0;
        selector->register_fd(fd, Event::read,
                              [&](const aio::SelectorKey&, aio::EventMask) { ++called; });
        const Fd copy(::dup(fd));
        ends.ours.close();
        // Epoll cannot be told any more, and still watches the socket through its copy.
        selector->unregister_fd(fd);
        send_text(ends.theirs, "x");
        for (const aio::ReadyKey& ready : selector->select(aio::Duration::zero())) {
            ready.key.data(ready.key, ready.mask);
        }
        CHECK(called == 0);
    }
}

TEST_CASE("After the last unregister a hang-up is not reported",
          "[loop][selector][bug-C2][bug-C22]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        Ends ends = socket_pair();
        selector->register_fd(ends.ours, Event::read);
        ends.theirs.close();
        CHECK(mask_of(*selector, ends.ours) == Event::read);
        CHECK_NOTHROW(selector->unregister_fd(ends.ours));
        CHECK(selector->select(aio::Duration::zero()).empty());
    }
}
