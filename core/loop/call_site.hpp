// call_site.hpp: a place in the source.
//
// Chapter: the line numbers of a traceback (L14, L38), and "last instruction" (L23, L36).
// The one thing to know: as a default argument, CallSite::current() is the place of the call. In
// a promise's await_transform that is the line of the co_await.
// Left out on purpose: std::source_location, which with g++ 12 names the compiler's helper
// function inside a coroutine, and is missing in clang before 16 with libstdc++ 12.
#pragma once

namespace aio {

struct CallSite {
    const char* function = "";
    const char* file = "";
    int line = 0;

    static CallSite current(const char* function = __builtin_FUNCTION(),
                            const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
        return {function, file, line};
    }
};

}  // namespace aio
