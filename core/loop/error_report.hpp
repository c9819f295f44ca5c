// error_report.hpp: where errors go that nobody can catch.
//
// Chapter: L53 ("Task was destroyed but it is pending!"); asyncio's exception handler.
// The one thing to know: a callback that throws, a task that is destroyed while pending, an
// exception that nobody asked for: each is told to the loop's exception handler, and the loop
// goes on. Without a handler it is printed on stderr.
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <utility>

#include "core/loop/handle.hpp"
#include "core/loop/observer.hpp"
#include "core/loop/traceback.hpp"

namespace aio {

// Thrown to leave the program: the only exception that run_forever lets through. As in Python it
// is not an ordinary one: `catch (const std::exception&)` does not see it.
struct SystemExit {
    int code = 0;
};

// A sentence; and if there is an exception, that, and the coroutines that it has left.
struct ErrorContext {
    ErrorContext(std::string what, Traceback of)
        : message(std::move(what)), exception(of.exception), traceback(std::move(of)) {}
    ErrorContext(std::string what, std::exception_ptr of)
        : ErrorContext(std::move(what), traceback_of(std::move(of))) {}

    std::string message;
    std::exception_ptr exception;
    Traceback traceback;
};
using ExceptionHandler = std::function<void(const ErrorContext&)>;

// Prints the sentence and the traceback on stderr.
void print_error(const ErrorContext& context);

// Tells `handler`, or prints. What the handler itself throws is printed and goes no further. Taken
// by value, since a handler may replace itself while it runs.
void report_error(ExceptionHandler handler, const ErrorContext& context);

// Runs `handle`, and tells `observer` first; what it throws is reported. Lets SystemExit through.
void run_handle(Handle& handle, const ExceptionHandler& handler, LoopObserver* observer = nullptr);

}  // namespace aio
