// loop_users.cpp: the check at the end of a loop's life.
//
// Chapter: none.
// The one thing to know: this is a mistake in the program, not an event to handle, so it aborts.
#include "core/loop/loop_users.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>

#include "core/loop/traceback.hpp"

namespace aio {

LoopUsers::~LoopUsers() {
    forget_latest_traceback();  // An exception may hold what was made with this loop.
    if (count == 0) return;
    fmt::print(stderr, "EventLoop destroyed while {} objects made with it are alive.\n", count);
    std::abort();
}

}  // namespace aio
