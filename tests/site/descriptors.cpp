// descriptors.cpp: the site's server when the program has no descriptor left.
//
// The one thing to know: the limit is lowered first, so that a few copies of one descriptor take
// what is left, and put back at the end.
#include <sys/resource.h>
#include <unistd.h>

#include <vector>

#include "core/loop/sleep.hpp"
#include "tests/site/site_support.hpp"
#include "tests/support/catch.hpp"

using namespace std::chrono_literals;
using site_test::ServedSite;

namespace {

// Takes every descriptor, and gives them back one by one, or all when it goes.
class NoDescriptors {
  public:
    NoDescriptors() {
        ::getrlimit(RLIMIT_NOFILE, &before_);
        rlimit low = before_;
        low.rlim_cur = 64;
        ::setrlimit(RLIMIT_NOFILE, &low);
        for (int fd = ::dup(0); fd >= 0; fd = ::dup(0)) taken_.push_back(fd);
    }
    NoDescriptors(const NoDescriptors&) = delete;
    NoDescriptors& operator=(const NoDescriptors&) = delete;
    ~NoDescriptors() {
        while (!taken_.empty()) give_back_one();
        ::setrlimit(RLIMIT_NOFILE, &before_);
    }
    void give_back_one() {
        ::close(taken_.back());
        taken_.pop_back();
    }

  private:
    rlimit before_{};
    std::vector<int> taken_;
};

aio::Coro<void> fetch_with_one_descriptor(ServedSite& site) {
    NoDescriptors none;
    none.give_back_one();
    aio::Socket socket = co_await site.connect_and_send("GET /353/ HTTP/1.0\r\n\r\n");
    for (int turn = 0; turn < 20; ++turn) co_await aio::sleep(site.loop, 0ms);
    CHECK(site.statistics.connections() == 0);
    none.give_back_one();
    site.now += 1s;
    const std::string answer = co_await site_test::read_all(socket);
    CHECK(site_test::parse_answer(answer).status == 200);
}

}  // namespace

TEST_CASE("A program without descriptors keeps its clients waiting, not more", "[site]") {
    ServedSite site;
    site.loop.run_until_complete(fetch_with_one_descriptor(site));
    CHECK(site.errors.empty());
}
