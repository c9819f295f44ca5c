// selector_table.cpp: what may be registered, and what the table says afterwards.
//
// Chapter: "Async", L04. Part of the conformance suite that every backend passes.
// The one thing to know: whatever is refused leaves no trace, in the table or in the kernel.
#include <fcntl.h>

#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <system_error>
#include <type_traits>

#include "core/loop/kqueue_selector.hpp"
#include "tests/loop/selector_backends.hpp"
#include "tests/support/catch.hpp"
#if defined(__linux__)
#include "core/loop/epoll_selector.hpp"
#endif

using namespace selector_test;
using aio::Event;

TEST_CASE("Select hands back the key and its data untouched", "[loop][selector][S01]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends ends = socket_pair();
        int called = 0;
        const aio::SelectorKey& key = selector->register_fd(
            ends.ours, Event::write, [&](const aio::SelectorKey&, aio::EventMask) { ++called; });
        CHECK(key.fd == ends.ours);
        CHECK(key.events == Event::write);

        const auto ready = selector->select(aio::Duration::zero());
        REQUIRE(ready.size() == 1);
        CHECK(ready[0].key.fd == ends.ours);
        CHECK(ready[0].key.events == Event::write);
        CHECK(ready[0].mask == Event::write);
        ready[0].key.data(ready[0].key, ready[0].mask);
        CHECK(called == 1);
    }
}

TEST_CASE("The factory of each backend makes what it is called", "[loop][selector]") {
    for (const Backend& backend : backends()) CHECK(backend.make()->name() == backend.name);
}

TEST_CASE("A second registration is refused and changes nothing", "[loop][selector][S02]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends ends = socket_pair();
        selector->register_fd(ends.ours, Event::read);
        CHECK_THROWS_AS(selector->register_fd(ends.ours, Event::write), aio::KeyError);
        CHECK(selector->get_key(ends.ours).events == Event::read);
        CHECK(mask_of(*selector, ends.ours) == 0);
        send_text(ends.theirs, "x");
        CHECK(mask_of(*selector, ends.ours) == Event::read);
    }
}

TEST_CASE("A bad event mask is refused and registers nothing", "[loop][selector][S03][S08]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends ends = socket_pair();
        selector->register_fd(ends.theirs, Event::write);
        for (const aio::EventMask bad : {0U, 4U, 4U | Event::read}) {
            CAPTURE(bad);
            CHECK_THROWS_AS(selector->register_fd(ends.ours, bad), std::invalid_argument);
            CHECK_THROWS_AS(selector->get_key(ends.ours), aio::KeyError);
            CHECK_THROWS_AS(selector->modify(ends.theirs, bad), std::invalid_argument);
            CHECK(selector->get_key(ends.theirs).events == Event::write);
        }
        CHECK(mask_of(*selector, ends.theirs) == Event::write);
    }
}

TEST_CASE("A negative descriptor is an argument error", "[loop][selector][S04]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        CHECK_THROWS_AS(selector->register_fd(-1, Event::read), std::invalid_argument);
        CHECK(selector->size() == 0);
    }
}

TEST_CASE("An unknown descriptor is an error to every function", "[loop][selector][S05][S07]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends ends = socket_pair();
        CHECK_THROWS_AS(selector->get_key(ends.ours), aio::KeyError);
        CHECK_THROWS_AS(selector->modify(ends.ours, Event::read), aio::KeyError);
        CHECK_THROWS_AS(selector->unregister_fd(ends.ours), aio::KeyError);

        selector->register_fd(ends.ours, read_write);
        const aio::SelectorKey removed = selector->unregister_fd(ends.ours);
        CHECK(removed.fd == ends.ours);
        CHECK(removed.events == read_write);
        CHECK_THROWS_AS(selector->unregister_fd(ends.ours), aio::KeyError);
    }
}

TEST_CASE("Modify replaces the mask and the data", "[loop][selector][S07]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends ends = socket_pair();
        send_text(ends.theirs, "x");
        int called = 0;
        selector->register_fd(ends.ours, Event::write);
        const aio::SelectorKey& key = selector->modify(
            ends.ours, Event::read, [&](const aio::SelectorKey&, aio::EventMask) { ++called; });
        CHECK(key.events == Event::read);
        CHECK(&key == &selector->get_key(ends.ours));
        key.data(key, key.events);
        CHECK(called == 1);
        CHECK(mask_of(*selector, ends.ours) == Event::read);

        selector->modify(ends.ours, read_write);
        CHECK(mask_of(*selector, ends.ours) == read_write);
        selector->modify(ends.ours, Event::write);
        CHECK(mask_of(*selector, ends.ours) == Event::write);
    }
}

TEST_CASE("A change of the data alone is no system call", "[loop][selector][S07]") {
    FakeSelector selector;
    int called = 0;
    selector.register_fd(3, Event::read);
    REQUIRE(selector.changes == 1);
    selector.modify(3, Event::read, [&](const aio::SelectorKey&, aio::EventMask) { ++called; });
    CHECK(selector.changes == 1);
    selector.get_key(3).data(selector.get_key(3), Event::read);
    CHECK(called == 1);
    selector.modify(3, Event::write);
    CHECK(selector.changes == 2);
}

TEST_CASE("A modify that the system refuses leaves nothing registered", "[loop][selector][S08]") {
    FakeSelector selector;
    selector.register_fd(3, Event::read);
    selector.refuses = true;
    CHECK_THROWS_AS(selector.modify(3, Event::write), std::system_error);
    CHECK_THROWS_AS(selector.get_key(3), aio::KeyError);
    CHECK(selector.size() == 0);
}

TEST_CASE("The kernel refuses to modify a closed descriptor", "[loop][selector][S08]") {
    for (const Backend& backend : backends()) {
        if (backend.name == "poll" || backend.name == "select") continue;  // No kernel to ask.
        INFO(backend.name);
        const auto selector = backend.make();
        Ends ends = socket_pair();
        const int fd = ends.ours;
        selector->register_fd(fd, Event::read);
        ends.ours.close();
        CHECK_THROWS_AS(selector->modify(fd, read_write), std::system_error);
        CHECK(selector->size() == 0);
    }
}

TEST_CASE("A closed descriptor is refused by epoll and kqueue only", "[loop][selector][S09]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        Ends ends = socket_pair();
        const int fd = ends.ours;
        ends.ours.close();
        if (backend.name == "poll" || backend.name == "select") {
            CHECK_NOTHROW(selector->register_fd(fd, Event::read));
            continue;
        }
        int error = 0;
        try {
            selector->register_fd(fd, read_write);
        } catch (const std::system_error& refused) {
            error = refused.code().value();
        }
        CHECK(error == EBADF);
        CHECK(selector->size() == 0);
    }
}

TEST_CASE("A regular file is refused by epoll and always ready elsewhere",
          "[loop][selector][S09]") {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
    REQUIRE(file != nullptr);
    const int fd = ::fileno(file.get());
    for (const Backend& backend : backends()) {
        if (backend.name == "kqueue") continue;  // At its end a file is not ready there.
        INFO(backend.name);
        const auto selector = backend.make();
        int error = 0;
        try {
            selector->register_fd(fd, Event::read);
        } catch (const std::system_error& refused) {
            error = refused.code().value();
        }
        CHECK(error == (backend.name == "epoll" ? EPERM : 0));
        CHECK(selector->size() == (backend.name == "epoll" ? 0 : 1));
        CHECK(mask_of(*selector, fd) == (backend.name == "epoll" ? 0 : Event::read));
    }
}

TEST_CASE("The number of registrations is live and begins at zero", "[loop][selector][S20]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends ends = socket_pair();
        CHECK(selector->size() == 0);
        selector->register_fd(ends.ours, Event::read);
        selector->register_fd(ends.theirs, Event::read);
        CHECK(selector->size() == 2);
        selector->modify(ends.ours, Event::write);
        CHECK(selector->size() == 2);
        selector->unregister_fd(ends.ours);
        CHECK(selector->size() == 1);
    }
}

namespace {

template <class Kind> void check_own_descriptor() {
    int fd = -1;
    {
        const Kind selector;
        fd = selector.fileno();
        INFO(selector.name());
        REQUIRE(fd >= 0);
        CHECK((::fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0);
    }
    CHECK(::fcntl(fd, F_GETFD) == -1);
    CHECK(errno == EBADF);
}

}  // namespace

TEST_CASE("A selector closes its own descriptor and keeps it from children",
          "[loop][selector][S19][S26]") {
    static_assert(!std::is_copy_constructible_v<aio::Selector>);
    check_own_descriptor<aio::KqueueSelector>();
#if defined(__linux__)
    check_own_descriptor<aio::EpollSelector>();
#endif
}
