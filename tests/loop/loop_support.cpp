// loop_support.cpp: what the tests of the loop share (see loop_support.hpp).
//
// The one thing to know: a child process that is to die gets the default handlers of signals back,
// so that neither the test framework nor a core file comes in between.
#include "tests/loop/loop_support.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <memory>

#include "tests/support/catch.hpp"

namespace loop_test {

namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

std::string whole_text(std::FILE* file) {
    std::string text;
    std::rewind(file);
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) {
        text.push_back(static_cast<char>(c));
    }
    return text;
}

[[noreturn]] void run_child(void (*function)(), int errors) {
    const rlimit no_core{};
    ::setrlimit(RLIMIT_CORE, &no_core);
    std::signal(SIGABRT, SIG_DFL);
    ::alarm(20);  // One that hangs instead ends as well.
    ::dup2(errors, STDERR_FILENO);
    function();
    ::_exit(0);
}

}  // namespace

std::string text_of(const std::exception_ptr& exception) {
    if (!exception) return "";
    try {
        std::rethrow_exception(exception);
    } catch (const std::exception& error) {
        return error.what();
    } catch (const aio::CancelledError&) {
        return "CancelledError";
    }
}

TestLoop::TestLoop(std::unique_ptr<aio::Selector> selector) : manual(std::move(selector)) {
    loop.set_exception_handler(
        [this](const aio::ErrorContext& context) { reports.push_back(context); });
}

void TestLoop::turn() {
    loop.stop();
    loop.run_forever();
}

int TestLoop::reported(const std::string& text) const {
    return static_cast<int>(
        std::count_if(reports.begin(), reports.end(), [&text](const aio::ErrorContext& context) {
            return context.message.find(text) != std::string::npos;
        }));
}

bool ScriptedSelector::do_select(std::optional<aio::Duration> timeout) {
    for (const auto& [fd, mask] : script_(timeout)) add_ready(fd, mask);
    return true;
}

std::string stderr_of(void (*function)()) {
    const File file(std::tmpfile(), &std::fclose);
    REQUIRE(file != nullptr);
    const int before = ::dup(STDERR_FILENO);
    ::dup2(::fileno(file.get()), STDERR_FILENO);
    function();
    ::dup2(before, STDERR_FILENO);
    ::close(before);
    return whole_text(file.get());
}

Death death_of(void (*function)()) {
    const File file(std::tmpfile(), &std::fclose);
    REQUIRE(file != nullptr);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) run_child(function, ::fileno(file.get()));
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return {WIFSIGNALED(status) ? WTERMSIG(status) : 0, whole_text(file.get())};
}

}  // namespace loop_test
