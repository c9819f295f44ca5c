// seconds.cpp: digits before and after a point.
//
// Chapter: none of its listings.
// The one thing to know: the sum is cut to longest_wait at each digit, so it cannot overflow.
#include "core/web/seconds.hpp"

#include <algorithm>

#include "core/web/ascii.hpp"

namespace aio {

std::optional<Duration> parse_seconds(std::string_view text) {
    std::chrono::nanoseconds whole{0};
    std::chrono::nanoseconds fraction{0};
    std::chrono::nanoseconds digit = std::chrono::seconds(1);  // What the next one is worth.
    bool any = false;
    bool behind_point = false;
    for (const char c : text) {
        if (c == '.' && !behind_point) {
            behind_point = true;
        } else if (!is_digit(c)) {
            return std::nullopt;
        } else if (behind_point) {
            digit /= 10;
            fraction += digit * (c - '0');
        } else {
            whole = whole * 10 + std::chrono::seconds(c - '0');
            whole = std::min<std::chrono::nanoseconds>(whole, longest_wait);
        }
        any = any || is_digit(c);
    }
    if (!any) return std::nullopt;
    return std::min(std::chrono::duration_cast<Duration>(whole + fraction), longest_wait);
}

}  // namespace aio
