// 01_cancel_and_throw.cpp: an exception from outside, at the await.
//
// Chapter: "Coordinating Coroutines" (L54, L55, L56).
// The one thing to know: a suspended coroutine can be resumed in two ways: with a value, or with
// an exception, which appears at its await as if the future had thrown it. Cancelling a task is
// no more than that.
//
// What you see: the coroutine that catches the exception, the task that is cancelled and notes it,
// and what the sketch gets wrong: if it is cancelled from outside, the exception comes out there.
#include <fmt/core.h>

#include <stdexcept>

#include "stage3_crawler/sketch/task.hpp"

namespace {

sketch::Coro wait_for(sketch::Future& future) {
    try {
        const int value = co_await future;
        co_return value;
    } catch (const std::exception& error) {
        fmt::print("the coroutine caught: {}\n", error.what());
        throw;
    }
}

// [throw-into-coroutine]
void throw_into_a_coroutine() {
    sketch::Future never;
    sketch::Coro coro = wait_for(never);
    coro.send();  // To its await, as usual.
    try {
        coro.throw_in(std::runtime_error("error"));
    } catch (const std::runtime_error& error) {
        fmt::print("and it came out of throw_in: {}\n", error.what());
    }
}
// [/throw-into-coroutine]

sketch::Coro cancel_myself(sketch::Future& future) {
    co_await future;
    throw sketch::CancelledError();
}

// [cancel-task]
void cancel_tasks() {
    sketch::Future future;
    const sketch::Task inside(cancel_myself(future));
    future.set_result(0);
    fmt::print("CancelledError inside step: cancelled = {}\n", inside.cancelled);

    sketch::Future never;
    sketch::Task outside(wait_for(never));
    try {
        outside.cancel();
    } catch (const sketch::CancelledError&) {
        fmt::print("cancel() from outside: CancelledError came out of cancel() itself\n");
    }
    fmt::print("and cancelled = {}\n", outside.cancelled);
}
// [/cancel-task]

}  // namespace

int main() {
    throw_into_a_coroutine();
    cancel_tasks();
    return 0;
}
