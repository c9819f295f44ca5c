// system_calls.hpp: how often this program has asked the operating system.
//
// Chapter: "Async": what a wait costs.
// The one thing to know: the linker leads each call of these functions, from core/ too, through
// one that counts (`--wrap`, see CMakeLists.txt). Nothing in core/ knows of it.
#pragma once

namespace bench {

struct SystemCalls {
    long send = 0;
    long recv = 0;
    long recv_in_vain = 0;  // Of these: nothing was there (EAGAIN).
    long epoll_wait = 0;
    long epoll_ctl = 0;
};

// Since the program started.
extern SystemCalls system_calls;

}  // namespace bench
