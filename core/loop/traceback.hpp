// traceback.hpp: which coroutines an exception has left.
//
// Chapter: the tracebacks of L14 and L38; Python's traceback module.
// The one thing to know: the native stack has forgotten who awaits whom by the time when an
// exception is thrown. So each coroutine that it leaves is noted, with the line of its await, and a
// future that fails keeps the list together with the exception. Whoever awaits that future
// continues the list. It costs nothing until something is thrown.
//
// An exception that is kept, and thrown again after an await, begins a new list.
//
// Left out on purpose: the line of the throw itself, which C++ does not tell. The innermost
// coroutine is given with the line of its latest await, as "after line 41".
#pragma once

#include <exception>
#include <string>
#include <vector>

#include "core/loop/call_site.hpp"

namespace aio {

// An exception, and the coroutines that it has left, the innermost first: a hundred of them at
// most, since each future that fails keeps a copy. A value.
struct Traceback {
    static constexpr std::size_t longest = 100;

    std::exception_ptr exception;
    std::vector<CallSite> coroutines = {};
    std::size_t left_out = 0;  // How many more it has left, further out.
    // The first of them threw it by itself; else it came out of a future that that one awaits.
    bool thrown_in_first = false;
};

// What is known of `exception`: only itself, unless it is the latest that left a coroutine, or came
// out of a future, in this thread. In a catch block: traceback_of(std::current_exception()).
Traceback traceback_of(std::exception_ptr exception);

// The same in Python's order, the outermost coroutine first and the exception last:
//
//     Traceback (most recent call last):
//       File "crawler.cpp", line 57, in crawl
//       File "crawler.cpp", after line 101, in fetch
//     std::runtime_error: parse error
//
// Without coroutines, only the last line.
std::string text_of(const Traceback& traceback);

// For promises: the exception that is being handled leaves this coroutine. Returns it.
std::exception_ptr leave_coroutine(const CallSite& coroutine);
// For futures: throws the exception, and continues its list with whoever it leaves next.
[[noreturn]] void rethrow(const Traceback& traceback);
// For the loop: a Handle has run, and what was on its way in it has arrived or was caught.
void forget_latest_traceback();

}  // namespace aio
