// traceback.cpp: the latest exception on its way, and how one is printed.
//
// Chapter: L14, L38.
// The one thing to know: one list for each thread is enough, because an exception travels while
// one Handle runs. When it ends there, in a future, the list goes into that future.
#include "core/loop/traceback.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

namespace aio {

namespace {

thread_local Traceback latest{nullptr};

std::string_view name_of_file(const CallSite& site) {
    const std::string_view path = site.file;
    return path.substr(path.rfind('/') + 1);
}

// "std::runtime_error" for the exception that is being handled.
std::string type_of_current_exception() {
    const std::type_info* type = abi::__cxa_current_exception_type();
    if (type == nullptr) return "an exception of another language";
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> name(
        abi::__cxa_demangle(type->name(), nullptr, nullptr, &status), std::free);
    return status == 0 ? name.get() : type->name();
}

std::string text_of_exception(const std::exception_ptr& exception) {
    try {
        std::rethrow_exception(exception);
    } catch (const std::exception& error) {
        return fmt::format("{}: {}", type_of_current_exception(), error.what());
    } catch (...) {
        return type_of_current_exception();
    }
}

}  // namespace

Traceback traceback_of(std::exception_ptr exception) {
    if (exception == latest.exception) return latest;
    return {std::move(exception)};
}

std::string text_of(const Traceback& traceback) {
    std::string text;
    const auto& left = traceback.coroutines;
    if (!left.empty()) text = "Traceback (most recent call last):\n";
    if (traceback.left_out > 0) text += fmt::format("  ({} more)\n", traceback.left_out);
    for (auto site = left.rbegin(); site != left.rend(); ++site) {
        const bool threw = traceback.thrown_in_first && site + 1 == left.rend();
        text += fmt::format("  File \"{}\", {} {}, in {}\n", name_of_file(*site),
                            threw ? "after line" : "line", site->line, site->function);
    }
    return text + text_of_exception(traceback.exception);
}

std::exception_ptr leave_coroutine(const CallSite& coroutine) {
    const std::exception_ptr exception = std::current_exception();
    if (exception != latest.exception) latest = {exception, {}, 0, true};
    if (latest.coroutines.size() < Traceback::longest) {
        latest.coroutines.push_back(coroutine);
    } else {
        ++latest.left_out;
    }
    return exception;
}

void rethrow(const Traceback& traceback) {
    latest = traceback;
    std::rethrow_exception(traceback.exception);
}

void forget_latest_traceback() { latest = {nullptr}; }

}  // namespace aio
