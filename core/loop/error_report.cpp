// error_report.cpp: the default exception handler.
//
// Chapter: L53; asyncio's default_exception_handler.
// The one thing to know: a handler that throws must not end the loop, nor lose the report.
#include "core/loop/error_report.hpp"

#include <cstdio>

namespace aio {

void print_error(const ErrorContext& context) {
    std::string text = context.message + "\n";
    if (context.exception) text += text_of(context.traceback) + "\n";
    std::fputs(text.c_str(), stderr);  // It throws nothing if stderr cannot be written.
}

void report_error(ExceptionHandler handler, const ErrorContext& context) {
    if (!handler) return print_error(context);
    try {
        handler(context);
    } catch (...) {
        print_error({"The exception handler threw:", std::current_exception()});
        print_error(context);
    }
}

void run_handle(Handle& handle, const ExceptionHandler& handler, LoopObserver* observer) {
    if (observer != nullptr) observer->before_run(handle);
    try {
        handle.run();
    } catch (const SystemExit&) {
        throw;
    } catch (...) {
        report_error(handler, {"Exception in callback", std::current_exception()});
    }
    forget_latest_traceback();
}

}  // namespace aio
