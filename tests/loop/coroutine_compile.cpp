// coroutine_compile.cpp: mistakes that the compiler finds.
//
// The one thing to know: this test gives a small program to the compiler that built it, and reads
// what it complains of. So it takes a second or two.
#include <cstdio>
#include <memory>
#include <string>

#include "tests/support/catch.hpp"

namespace {

// What the compiler says of `program`, which it reads from its standard input.
std::string complaints_about(const std::string& program) {
    const std::string command = "cd " AIO_SOURCE_DIR " && " AIO_CXX
                                " -std=c++20 -I. -Werror -fsyntax-only -x c++ - 2>&1 <<'END'\n" +
                                program + "END\n";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(command.c_str(), "r"),
                                                               &::pclose);
    REQUIRE(pipe != nullptr);
    std::string text;
    for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get())) {
        text.push_back(static_cast<char>(c));
    }
    return text;
}

const char* const program = R"(#include "core/loop/joinable_queue.hpp"
aio::Coro<int> seven() { co_return 7; }
aio::Coro<void> await_coro() { const int value = co_await seven(); static_cast<void>(value); }
aio::Coro<void> await_number() { co_await 7; }
aio::Coro<void> await_name(aio::Coro<int>& coro) { co_await coro; }
aio::Coro<void> forget() { seven(); co_return; }
aio::Coro<void> forget_put(aio::JoinableQueue<int>& queue) { queue.put(1); co_return; }
)";

}  // namespace

TEST_CASE("Awaiting a number or a named coroutine, and forgetting one, do not compile",
          "[loop][coroutine][T04][T14][T20][Q26]") {
    const std::string text = complaints_about(program);
    INFO(text);
    const auto says = [&text](const char* what) { return text.find(what) != std::string::npos; };
    CHECK_FALSE(says("<stdin>:3:"));
    CHECK(says("<stdin>:4:"));
    CHECK(says("<stdin>:5:"));
    CHECK(says("co_await takes a Future, a Task, or a temporary Coro: std::move(coro)"));
    CHECK(says("<stdin>:6:"));
    CHECK(says("<stdin>:7:"));
    CHECK(says("nodiscard"));
}
