// descriptor_limit.cpp: getrlimit and setrlimit (see descriptor_limit.hpp).
//
// The one thing to know: macOS calls its hard limit "infinity" and then refuses more than
// OPEN_MAX.
#include "core/web/descriptor_limit.hpp"

#include <limits.h>
#include <sys/resource.h>

#include <algorithm>

namespace aio {

void raise_descriptor_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) < 0) return;
    const rlim_t before = limit.rlim_cur;
    limit.rlim_cur = limit.rlim_max;
#ifdef __APPLE__
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, OPEN_MAX);
#endif
    if (limit.rlim_cur > before) ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace aio
