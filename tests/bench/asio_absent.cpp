// asio_absent.cpp: what there is of Asio where it is not installed.
//
// Chapter: none.
// The one thing to know: nobody calls the other two functions then.
#include <cstdlib>

#include "tests/bench/asio_side.hpp"

namespace bench::asio_side {

std::optional<std::string> version() { return std::nullopt; }
void await_children(std::size_t) { std::abort(); }
void yield(std::size_t, std::size_t) { std::abort(); }

}  // namespace bench::asio_side
