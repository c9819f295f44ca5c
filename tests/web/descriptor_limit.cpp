// descriptor_limit.cpp: the soft limit of descriptors is raised to the hard one.
#include "core/web/descriptor_limit.hpp"

#include <sys/resource.h>

#include "tests/support/catch.hpp"

TEST_CASE("The limit of open descriptors is raised as far as it goes", "[web]") {
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
    const rlimit low{64, before.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &low) == 0);
    aio::raise_descriptor_limit();
    rlimit after{};
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &after) == 0);
    ::setrlimit(RLIMIT_NOFILE, &before);
    CHECK(after.rlim_cur > low.rlim_cur);
    CHECK(after.rlim_max == before.rlim_max);
}
