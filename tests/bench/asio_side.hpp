// asio_side.hpp: the same work on the coroutines of Asio, where it is installed.
//
// Chapter: none.
// The one thing to know: CMake looks for Asio's headers and compiles asio_await.cpp and
// asio_yield.cpp with them, or asio_absent.cpp without; version() tells which it was.
// Left out on purpose: everything that is compared with the floor only.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace bench::asio_side {

// Such as "Asio 1.22"; nothing if it is not there, and then nothing else may be called.
std::optional<std::string> version();
// One task awaits a child that returns at once, `count` times.
void await_children(std::size_t count);
// Each of `tasks` goes to the end of the ready list and comes back, `times` times.
void yield(std::size_t tasks, std::size_t times);

}  // namespace bench::asio_side
