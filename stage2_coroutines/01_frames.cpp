// 01_frames.cpp: where a function keeps its local variables, and where a coroutine does.
//
// Chapter: "How Generators Work", L16 to L18.
// What you see: addresses. The locals of foo and bar lie close together, on the thread's stack,
// and are gone when the functions have returned. The local of a coroutine lies inside its frame,
// elsewhere in memory, and still has its value when it is looked at again.
//
// The one thing to know: Python keeps all frames on the heap, C++ only those of coroutines. Such a
// frame is an object that lives until somebody destroys it, whoever called and whoever returned.
//
// Left out on purpose: values that go in and out (02_generator.cpp).
#include <fmt/format.h>

#include <coroutine>
#include <exception>

namespace {

// [foo-calls-bar]
void bar() {
    const int local = 2;
    fmt::print("  bar's local is at {}\n", fmt::ptr(&local));
}

void foo() {
    const int local = 1;
    fmt::print("  foo's local is at {}\n", fmt::ptr(&local));
    bar();  // A call: bar's frame goes on top of this one, and is taken off when bar returns.
}
// [/foo-calls-bar]

// What the coroutine below returns: the means to resume its frame, and to destroy it. Whoever has
// it must call destroy(), once.
struct Frame {
    struct promise_type {
        Frame get_return_object() {
            return {std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend() const noexcept { return {}; }
        std::suspend_always final_suspend() const noexcept { return {}; }
        void return_void() const {}
        void unhandled_exception() const { std::terminate(); }
    };
    std::coroutine_handle<promise_type> handle;
};

// [frame-outlives-call]
Frame remember(int number) {
    const int local = number;
    fmt::print("  remember({})'s local is at {}\n", number, fmt::ptr(&local));
    co_await std::suspend_always();  // Gives way to whoever has resumed it.
    fmt::print("  remember({})'s local is still {}\n", number, local);
}
// [/frame-outlives-call]

}  // namespace

int main() {
    fmt::print("Two functions, on the stack:\n");
    foo();

    fmt::print("Two calls of a coroutine, each with a frame on the heap:\n");
    const Frame one = remember(1);
    const Frame two = remember(2);
    fmt::print("  their frames are at {} and {}\n", fmt::ptr(one.handle.address()),
               fmt::ptr(two.handle.address()));
    one.handle.resume();
    two.handle.resume();

    fmt::print("The stack is used by others in the meantime:\n");
    foo();

    fmt::print("And now they go on, in the order in which we like:\n");
    two.handle.resume();
    one.handle.resume();
    one.handle.destroy();
    two.handle.destroy();
    return 0;
}
