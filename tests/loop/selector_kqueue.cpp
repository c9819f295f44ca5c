// selector_kqueue.cpp: how one event of kqueue is read, and what its backend makes of two.
//
// Chapter: "Async", L04. The rest of the backend is tested with its siblings.
// The one thing to know: the first tests call a pure function with events made up here, so that
// they hold for every kernel.
#include <cerrno>
#include <cstdint>

#include "core/loop/kqueue_selector.hpp"
#include "tests/loop/selector_backends.hpp"
#include "tests/support/catch.hpp"

using namespace selector_test;
using aio::Event;
using aio::from_kevent;
using aio::KqueueEvent;

namespace {

struct kevent make_event(int filter, int flags) {
    struct kevent event{};
    event.ident = 7;
    event.filter = static_cast<decltype(event.filter)>(filter);
    event.flags = static_cast<decltype(event.flags)>(flags);
    return event;
}

}  // namespace

TEST_CASE("A filter that fires wakes its own side", "[loop][selector][kqueue]") {
    const KqueueEvent reading = from_kevent(make_event(EVFILT_READ, 0));
    CHECK(reading.fd == 7);
    CHECK(reading.mask == Event::read);
    CHECK(reading.error == 0);
    const KqueueEvent writing = from_kevent(make_event(EVFILT_WRITE, 0));
    CHECK(writing.fd == 7);
    CHECK(writing.mask == Event::write);
    CHECK(writing.error == 0);
}

TEST_CASE("The end of file of the write filter wakes the writer only",
          "[loop][selector][bug-C20]") {
    const KqueueEvent event = from_kevent(make_event(EVFILT_WRITE, EV_EOF));
    CHECK(event.mask == Event::write);
    CHECK(event.error == 0);
}

TEST_CASE("The end of file with data pending is an ordinary read", "[loop][selector][S17]") {
    struct kevent pending = make_event(EVFILT_READ, EV_EOF);
    pending.data = 12;
    const KqueueEvent event = from_kevent(pending);
    CHECK(event.mask == Event::read);
    CHECK(event.error == 0);
}

TEST_CASE("A refused connect is a writable event with the reason", "[loop][selector][bug-C18]") {
    struct kevent refused = make_event(EVFILT_WRITE, EV_EOF);
    refused.fflags = ECONNREFUSED;
    const KqueueEvent event = from_kevent(refused);
    CHECK(event.mask == Event::write);
    CHECK(event.error == ECONNREFUSED);
}

TEST_CASE("Flags of a filter without an end of file are no error", "[loop][selector][bug-C18]") {
    struct kevent event = make_event(EVFILT_READ, 0);
    event.fflags = 1;
    event.data = ENOENT;
    CHECK(from_kevent(event).error == 0);
}

TEST_CASE("An error event wakes both sides with its errno", "[loop][selector][S16][bug-C18]") {
    struct kevent failed = make_event(EVFILT_WRITE, EV_ERROR);
    failed.data = EBADF;
    const KqueueEvent event = from_kevent(failed);
    CHECK(event.fd == 7);
    CHECK(event.mask == read_write);
    CHECK(event.error == EBADF);
}

TEST_CASE("A receipt for a change wakes nobody", "[loop][selector][kqueue]") {
    const KqueueEvent event = from_kevent(make_event(EVFILT_READ, EV_ERROR));
    CHECK(event.mask == 0);
    CHECK(event.error == 0);
}

TEST_CASE("A filter that is not there can be deleted", "[loop][selector][bug-C22]") {
    aio::KqueueSelector selector;
    const Ends ends = socket_pair();
    struct kevent change = make_event(EVFILT_READ, EV_DELETE);
    change.ident = static_cast<decltype(change.ident)>(static_cast<int>(ends.ours));

    // As the kernel may do at an end of file: it drops the filter behind the selector's back.
    selector.register_fd(ends.ours, Event::read);
    REQUIRE(::kevent(selector.fileno(), &change, 1, nullptr, 0, nullptr) == 0);
    REQUIRE(::kevent(selector.fileno(), &change, 1, nullptr, 0, nullptr) == -1);
    REQUIRE(errno == ENOENT);
    CHECK_NOTHROW(selector.unregister_fd(ends.ours));
    CHECK(selector.size() == 0);

    selector.register_fd(ends.ours, Event::read);
    REQUIRE(::kevent(selector.fileno(), &change, 1, nullptr, 0, nullptr) == 0);
    CHECK_NOTHROW(selector.modify(ends.ours, Event::write));
    CHECK(mask_of(selector, ends.ours) == Event::write);
}

TEST_CASE("Two filters of many descriptors are merged one by one", "[loop][selector][S14]") {
    aio::KqueueSelector selector;
    const Ends both = socket_pair();
    const Ends writer = socket_pair();
    send_text(both.theirs, "x");
    selector.register_fd(writer.ours, read_write);
    selector.register_fd(both.ours, read_write);
    const auto ready = selector.select(aio::Duration::zero());
    REQUIRE(ready.size() == 2);
    CHECK(mask_of(selector, both.ours) == read_write);
    CHECK(mask_of(selector, writer.ours) == Event::write);
}
