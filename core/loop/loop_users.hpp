// loop_users.hpp: the count of what was made with a loop and is alive.
//
// Chapter: none; Python's garbage collector keeps a loop as long as somebody holds it.
// The one thing to know: nothing may outlive its loop. If something does, the program ends here
// with a sentence, and not later with a dangling reference.
#pragma once

#include <cstddef>

namespace aio {

// Owned by the loop, as the member that is destroyed last.
struct LoopUsers {
    std::size_t count = 0;

    LoopUsers() = default;
    LoopUsers(const LoopUsers&) = delete;
    LoopUsers& operator=(const LoopUsers&) = delete;
    ~LoopUsers();
};

}  // namespace aio
