// exception.hpp: an exception that knows where it came from.
//
// Chapter: the tracebacks of L14 and L38; Python's Exception and its __traceback__.
//
// The one thing to know: as in Python, the list grows while the exception is on its way. Each
// coroutine that it leaves puts itself in front, with the line at which it waited. So coroutines
// that wait for one another are all named, although only one at a time is on the native stack.
//
// Left out on purpose: the same for other exceptions, such as those of the system and of core/.
#pragma once

#include <fmt/core.h>

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "core/loop/call_site.hpp"

namespace sketch {

using aio::CallSite;

// [exception]
// A fault of this program. Owned by the runtime while it is on its way.
class Exception : public std::exception {
  public:
    explicit Exception(std::string what, CallSite site = CallSite::current())
        : what_(std::move(what)), thrown_at_(site) {}
    const char* what() const noexcept override { return what_.c_str(); }

    // It is thrown there, not where it was made.
    void set_place(const CallSite& site) { thrown_at_ = site; }
    // It leaves this coroutine.
    void add_outer(const CallSite& coroutine) {
        coroutines_.insert(coroutines_.begin(), coroutine);
    }
    // The coroutines that it left, the outermost first, and last the place of the throw.
    std::vector<CallSite> traceback() const {
        std::vector<CallSite> sites = coroutines_;
        const bool in_coroutine =
            !sites.empty() && std::string(sites.back().function) == thrown_at_.function;
        if (in_coroutine) sites.pop_back();  // The line of the throw is the better one.
        sites.push_back(thrown_at_);
        return sites;
    }

  private:
    std::string what_;
    CallSite thrown_at_;
    std::vector<CallSite> coroutines_;
};
// [/exception]

// Adds `coroutine` to the traceback of the exception that is being handled, if it has one.
inline void add_traceback(const CallSite& coroutine) {
    try {
        throw;
    } catch (Exception& exception) {
        exception.add_outer(coroutine);
    } catch (...) {
        // It has none; whoever calls this goes on with it as it is.
    }
}

// Prints as Python does: the outermost first, the exception last.
inline void print_traceback(const Exception& exception, const std::string& kind = "Exception") {
    fmt::print("Traceback (most recent call last):\n");
    for (const CallSite& site : exception.traceback()) {
        const std::string file = site.file;
        fmt::print("  File \"{}\", line {}, in {}\n", file.substr(file.rfind('/') + 1), site.line,
                   site.function);
    }
    fmt::print("{}: {}\n", kind, exception.what());
}

}  // namespace sketch
