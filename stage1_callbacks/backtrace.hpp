// backtrace.hpp: which functions are active right now.
//
// Chapter: the end of "Programming With Callbacks", L14: Python's traceback.
// The one thing to know: this reads the native stack, the one that a debugger shows. A function
// that has returned has no frame on it, so of a chain of callbacks only the last one is there.
// Left out on purpose: files and lines (addr2line and every debugger know them), and the frames of
// the standard library between a callback and its caller.
#pragma once

#include <string>
#include <vector>

namespace sketch {

// The active functions of this program, the outermost first: "main",
// "sketch::loop". Needs a program that is linked with -rdynamic: otherwise its
// functions have no names at run time.
std::vector<std::string> backtrace();

}  // namespace sketch
