// seconds.hpp: "2.5" as a length of time.
//
// Chapter: none; float(), as argparse calls it for the options of a Python program.
// The one thing to know: the standard's own conversion takes exponents, signs, "nan" and "inf",
// and one of the compilers has it for whole numbers only. Here a number is digits, and a fraction.
#pragma once

#include <optional>
#include <string_view>

#include "core/loop/clock.hpp"

namespace aio {

// The seconds that `text` names: "2", "2.5", "0.05"; cut to longest_wait and to nanoseconds.
// Nothing for any other text.
std::optional<Duration> parse_seconds(std::string_view text);

}  // namespace aio
