// log.hpp: what the crawler says while it works.
//
// Chapter: the LOGGER of its crawler's program, and its options -v and -q.
// The one thing to know: the crawler only hands sentences over. The program prints them, on
// stderr, if they are loud enough; a test collects them.
#pragma once

#include <functional>
#include <string>

namespace aio {

enum class LogLevel { error = 0, warning = 1, info = 2, debug = 3 };

using Log = std::function<void(LogLevel level, const std::string& sentence)>;

}  // namespace aio
