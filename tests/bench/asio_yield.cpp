// asio_yield.cpp: tasks that go to the end of Asio's ready list.
//
// Chapter: none.
// The one thing to know: Asio's spelling of a yield is to post the rest of the coroutine. The alarm
// never rings; without it Asio would see that there is nothing to wait for, and never look.
#include <asio.hpp>

#include "tests/bench/asio_side.hpp"

namespace bench::asio_side {

namespace {

asio::awaitable<void> yielder(std::size_t times) {
    for (std::size_t i = 0; i < times; ++i) co_await asio::post(asio::use_awaitable);
}

}  // namespace

void yield(std::size_t tasks, std::size_t times) {
    asio::io_context context(1);
    asio::steady_timer alarm(context, std::chrono::hours(1));
    alarm.async_wait([](asio::error_code) {});
    std::size_t left = tasks;
    for (std::size_t i = 0; i < tasks; ++i) {
        asio::co_spawn(context, yielder(times), [&](std::exception_ptr) {
            if (--left == 0) context.stop();
        });
    }
    context.run();
}

}  // namespace bench::asio_side
