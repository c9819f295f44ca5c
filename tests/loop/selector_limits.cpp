// selector_limits.cpp: more descriptors than a set of select has room for, and none left at all.
//
// Chapter: "Async", L04. Part of the conformance suite that every backend passes.
// The one thing to know: these tests change the limit on open descriptors of this process, and
// put it back.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <unistd.h>

#include <cerrno>
#include <set>
#include <stdexcept>
#include <system_error>

#include "core/loop/select_selector.hpp"
#include "tests/loop/selector_backends.hpp"
#include "tests/support/catch.hpp"

using namespace selector_test;
using aio::Event;

namespace {

// The soft limit on descriptors while it lives; the destructor restores it. Owned by the test.
class FileLimit {
  public:
    explicit FileLimit(rlim_t files) {
        REQUIRE(::getrlimit(RLIMIT_NOFILE, &before_) == 0);
        rlimit wanted = before_;
        wanted.rlim_cur = files;
        set_ = files <= before_.rlim_max && ::setrlimit(RLIMIT_NOFILE, &wanted) == 0;
    }
    FileLimit(const FileLimit&) = delete;
    FileLimit& operator=(const FileLimit&) = delete;
    ~FileLimit() { ::setrlimit(RLIMIT_NOFILE, &before_); }

    bool is_set() const { return set_; }

  private:
    rlimit before_{};
    bool set_ = false;
};

std::vector<Fd> copies(int fd, int count) {
    std::vector<Fd> result;
    for (int i = 0; i < count; ++i) {
        result.emplace_back(::dup(fd));
        REQUIRE(result.back() >= 0);
    }
    return result;
}

// Calls `make` while no descriptor can be opened. Nothing is checked meanwhile: the sanitizer's
// own checks of virtual functions open one.
std::unique_ptr<aio::Selector> make_without_descriptors(std::unique_ptr<aio::Selector> (*make)()) {
    Fd lowest(::open("/dev/null", O_RDONLY));
    const FileLimit limit(static_cast<rlim_t>(static_cast<int>(lowest)));
    lowest.close();
    return make();
}

}  // namespace

TEST_CASE("One select reports more descriptors than the sets of select hold",
          "[loop][selector][S21]") {
    const int count = FD_SETSIZE + 76;
    const FileLimit limit(static_cast<rlim_t>(count) + 100);
    if (!limit.is_set()) {
        WARN("skipped: the system does not allow so many open descriptors");
        return;
    }
    const Ends ends = socket_pair();
    const std::vector<Fd> many = copies(ends.ours, count);
    send_text(ends.theirs, "x");
    for (const Backend& backend : backends()) {
        if (backend.name == "select") continue;
        INFO(backend.name);
        const auto selector = backend.make();
        for (const Fd& fd : many) selector->register_fd(fd, read_write);
        std::set<int> found;
        for (const aio::ReadyKey& ready : selector->select(aio::Duration::zero())) {
            if (ready.mask == read_write) found.insert(ready.key.fd);
        }
        CHECK(found.size() == many.size());
    }
}

TEST_CASE("The select backend refuses a number that does not fit its sets",
          "[loop][selector][S21]") {
    aio::SelectSelector selector;
    std::string message;
    try {
        selector.register_fd(FD_SETSIZE, read_write);
    } catch (const std::invalid_argument& refused) {
        message = refused.what();
    }
    CHECK(message.find(std::to_string(FD_SETSIZE) + " is too large") != std::string::npos);
    CHECK(selector.size() == 0);
    CHECK(selector.select(aio::Duration::zero()).empty());
    CHECK_NOTHROW(selector.register_fd(FD_SETSIZE - 1, Event::read));
    CHECK_NOTHROW(selector.unregister_fd(FD_SETSIZE - 1));
}

TEST_CASE("The default selector is the best that the system has", "[loop][selector][S22]") {
#if defined(__linux__)
    CHECK(aio::default_selector()->name() == "epoll");
#else
    CHECK(aio::default_selector()->name() == "kqueue");
#endif
}

TEST_CASE("A selector that the kernel refuses to make is skipped", "[loop][selector][S22]") {
    const auto selector = make_without_descriptors(aio::default_selector);
    CHECK(selector->name() == "poll");
    const Ends ends = socket_pair();
    selector->register_fd(ends.ours, Event::write);
    CHECK(mask_of(*selector, ends.ours) == Event::write);
}

TEST_CASE("A selector that cannot be made says so with the name of the call",
          "[loop][selector][S22]") {
    for (const Backend& backend : backends()) {
        if (backend.name == "poll" || backend.name == "select") continue;
        INFO(backend.name);
        std::string message;
        int error = 0;
        try {
            make_without_descriptors(backend.make);
        } catch (const std::system_error& refused) {
            message = refused.what();
            error = refused.code().value();
        }
        CHECK(message.find(backend.name) == 0);
        CHECK(error == EMFILE);
    }
}
