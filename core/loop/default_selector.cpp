// default_selector.cpp: which backend this system has.
//
// Chapter: "Async", L04: Python's DefaultSelector.
// The one thing to know: this is the only place that decides. CMake compiles the backend that is
// named here, and poll and select everywhere.
#include <system_error>

#if defined(__linux__)
#include "core/loop/epoll_selector.hpp"
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__) || \
    defined(__DragonFly__)
#include "core/loop/kqueue_selector.hpp"
#endif
#include "core/loop/poll_selector.hpp"

namespace aio {

std::unique_ptr<Selector> default_selector() {
    try {
#if defined(__linux__)
        return std::make_unique<EpollSelector>();
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__) || \
    defined(__DragonFly__)
        return std::make_unique<KqueueSelector>();
#endif
    } catch (const std::system_error&) {
        // The kernel refuses to make one (a sandbox, or no descriptors left): poll needs none.
    }
    return std::make_unique<PollSelector>();
}

}  // namespace aio
