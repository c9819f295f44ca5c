// selector_readiness.cpp: which descriptors are reported as ready, and for what.
//
// Chapter: "Async", L05. Part of the conformance suite that every backend passes.
// The one thing to know: errors and hang-ups are not events of their own. They wake whoever is
// registered, and the next system call on the descriptor says what happened.
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "tests/loop/selector_backends.hpp"
#include "tests/support/catch.hpp"

using namespace selector_test;
using aio::Event;

TEST_CASE("Without a timeout select returns what is ready already", "[loop][selector][S10]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends ends = socket_pair();
        selector->register_fd(ends.ours, Event::write);
        const auto ready = selector->select();
        REQUIRE(ready.size() == 1);
        CHECK(ready[0].mask == Event::write);
    }
}

TEST_CASE("A timeout of zero or less looks and does not wait", "[loop][selector][S10][bug-C15]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends ends = socket_pair();
        selector->register_fd(ends.ours, Event::read);
        for (const aio::Duration timeout :
             {aio::Duration::zero(), aio::Duration(-1), aio::Duration(std::chrono::hours(-1))}) {
            CHECK(selector->select(timeout).empty());
        }
        send_text(ends.theirs, "x");
        CHECK(selector->select(aio::Duration::zero()).size() == 1);
        CHECK(selector->select(std::chrono::hours(-1)).size() == 1);
    }
}

TEST_CASE("Unread data is reported again at the next select", "[loop][selector][S13]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends ends = socket_pair();
        selector->register_fd(ends.ours, Event::read);
        send_text(ends.theirs, "xy");
        CHECK(mask_of(*selector, ends.ours) == Event::read);
        std::array<char, 1> byte{};
        REQUIRE(::read(ends.ours, byte.data(), 1) == 1);
        CHECK(mask_of(*selector, ends.ours) == Event::read);
        REQUIRE(::read(ends.ours, byte.data(), 1) == 1);
        CHECK(mask_of(*selector, ends.ours) == 0);
    }
}

TEST_CASE("A descriptor ready for both comes once with both bits", "[loop][selector][S14]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends first = socket_pair();
        const Ends second = socket_pair();
        for (const Ends* ends : {&first, &second}) {
            selector->register_fd(ends->ours, read_write);
            send_text(ends->theirs, "x");
        }
        const auto ready = selector->select(aio::Duration::zero());
        REQUIRE(ready.size() == 2);
        CHECK(ready[0].mask == read_write);
        CHECK(ready[1].mask == read_write);
        CHECK(ready[0].key.fd != ready[1].key.fd);
    }
}

TEST_CASE("Only what was registered is reported", "[loop][selector][S15]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Ends ends = socket_pair();
        send_text(ends.theirs, "x");
        selector->register_fd(ends.ours, Event::read);
        CHECK(mask_of(*selector, ends.ours) == Event::read);
        selector->unregister_fd(ends.ours);
        selector->register_fd(ends.ours, Event::write);
        CHECK(mask_of(*selector, ends.ours) == Event::write);
    }
}

TEST_CASE("Events that nobody waits for are skipped", "[loop][selector][S15][S25]") {
    FakeSelector selector;
    selector.register_fd(3, Event::read);
    selector.events = {{3, read_write}, {4, Event::read}};
    const auto ready = selector.select();
    REQUIRE(ready.size() == 1);
    CHECK(ready[0].key.fd == 3);
    CHECK(ready[0].mask == Event::read);

    selector.modify(3, Event::write);
    selector.events = {{3, Event::read}};
    CHECK(selector.select().empty());
}

TEST_CASE("A refused connect wakes whoever is registered", "[loop][selector][S16][bug-C18]") {
    for (const Backend& backend : backends()) {
        for (const aio::EventMask events : {Event::read, Event::write, read_write}) {
            INFO(backend.name);
            CAPTURE(events);
            const auto selector = backend.make();
            const Fd client = refused_socket();
            selector->register_fd(client, events);
            const auto ready = selector->select(patience);
            REQUIRE(ready.size() == 1);
            CHECK(ready[0].mask == events);
        }
    }
}

TEST_CASE("A refused connect is told by the socket error on every backend",
          "[loop][selector][bug-C18]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        const Fd client = refused_socket();
        selector->register_fd(client, Event::write);
        REQUIRE(selector->select(patience).size() == 1);
        int error = 0;
        socklen_t size = sizeof error;
        REQUIRE(::getsockopt(client, SOL_SOCKET, SO_ERROR, &error, &size) == 0);
        CHECK(error == ECONNREFUSED);
    }
}

TEST_CASE("A peer that closes wakes a blocked writer", "[loop][selector][S16]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        Ends ends = pipe_ends();
        fill(ends.theirs);
        selector->register_fd(ends.theirs, Event::write);
        CHECK(mask_of(*selector, ends.theirs) == 0);
        ends.ours.close();
        CHECK(mask_of(*selector, ends.theirs) == Event::write);
    }
}

TEST_CASE("An error or a hang-up wakes even the wrong side", "[loop][selector][S16]") {
    for (const Backend& backend : backends()) {
        // The others have no word for a hang-up, or refuse the wrong end of a pipe.
        if (backend.name != "epoll" && backend.name != "poll") continue;
        INFO(backend.name);
        const auto selector = backend.make();
        Ends broken = pipe_ends();
        selector->register_fd(broken.theirs, Event::read);
        broken.ours.close();
        CHECK(mask_of(*selector, broken.theirs) == Event::read);

        Ends ended = pipe_ends();
        selector->register_fd(ended.ours, Event::write);
        ended.theirs.close();
        CHECK(mask_of(*selector, ended.ours) == Event::write);
    }
}

TEST_CASE("After the peer closed there is the data and then an end", "[loop][selector][S17]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        Ends ends = socket_pair();
        selector->register_fd(ends.ours, Event::read);
        send_text(ends.theirs, "x");
        ends.theirs.close();
        std::array<char, 8> buffer{};
        CHECK(mask_of(*selector, ends.ours) == Event::read);
        CHECK(::recv(ends.ours, buffer.data(), buffer.size(), 0) == 1);
        CHECK(mask_of(*selector, ends.ours) == Event::read);
        CHECK(::recv(ends.ours, buffer.data(), buffer.size(), 0) == 0);
    }
}

TEST_CASE("A pipe whose writer is gone wakes its reader once and for all",
          "[loop][selector][bug-C1]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        Ends ends = pipe_ends();
        selector->register_fd(ends.ours, Event::read);
        ends.theirs.close();
        const auto ready = selector->select(patience);
        REQUIRE(ready.size() == 1);
        CHECK(ready[0].mask == Event::read);
        std::array<char, 1> byte{};
        CHECK(::read(ends.ours, byte.data(), 1) == 0);
        selector->unregister_fd(ends.ours);
        CHECK(selector->select(aio::Duration::zero()).empty());
    }
}

TEST_CASE("A half-closed stream ends once when the peer closes too",
          "[loop][selector][bug-C4][bug-C22]") {
    for (const Backend& backend : backends()) {
        INFO(backend.name);
        const auto selector = backend.make();
        Ends ends = socket_pair();
        selector->register_fd(ends.ours, Event::read);
        REQUIRE(::shutdown(ends.ours, SHUT_WR) == 0);
        CHECK(mask_of(*selector, ends.ours) == 0);
        ends.theirs.close();
        CHECK(mask_of(*selector, ends.ours) == Event::read);
        std::array<char, 1> byte{};
        CHECK(::recv(ends.ours, byte.data(), 1, 0) == 0);
        CHECK_NOTHROW(selector->unregister_fd(ends.ours));
        ends.ours.close();
        CHECK(selector->size() == 0);
        CHECK(selector->select(aio::Duration::zero()).empty());
    }
}
