// plain_echo.hpp: connections, and an echo over them without any library.
//
// Chapter: "Async" (L04, L05), without its selector.
// The one thing to know: this is what core/ is measured against. Each descriptor is registered
// with epoll once, and one loop looks up what to do for each event.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace bench {

constexpr std::size_t message_size = 64;

// A connected pair of TCP sockets on 127.0.0.1: the client's and the server's. Non-blocking, and
// a small message is sent at once. The caller owns both.
using Pair = std::pair<int, int>;
std::vector<Pair> connect_pairs(std::size_t count);

// Each client sends a message, waits for all of it to come back, and does so `times` times. Takes
// over the sockets and closes them.
void plain_echo(const std::vector<Pair>& pairs, std::size_t times);

}  // namespace bench
