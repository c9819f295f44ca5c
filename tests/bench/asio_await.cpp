// asio_await.cpp: a child that returns at once, on Asio's awaitable.
//
// Chapter: none.
// The one thing to know: Asio keeps a few freed frames per thread and uses them again, so this
// measure does not ask the allocator each time.
#include <fmt/core.h>

#include <asio.hpp>

#include "tests/bench/asio_side.hpp"

namespace bench::asio_side {

namespace {

[[gnu::noinline]] asio::awaitable<int> child() { co_return 1; }

asio::awaitable<void> parent(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) co_await child();
}

}  // namespace

std::optional<std::string> version() {
    return fmt::format("Asio {}.{}", ASIO_VERSION / 100000, ASIO_VERSION / 100 % 1000);
}

void await_children(std::size_t count) {
    asio::io_context context(1);
    asio::co_spawn(context, parent(count), asio::detached);
    context.run();
}

}  // namespace bench::asio_side
