// ascii.hpp: letters, digits and case, as protocols mean them.
//
// Behind the chapter's `(?i)` in a regular expression and the lower-case host of urllib.parse.
// URLs, HTTP headers and HTML tags compare ASCII letters without case and leave every other byte
// alone.
//
// The one thing to know: <cctype> asks the program's locale, and is undefined for a negative
// char. Bytes from the network may be negative, so these functions stand in for it.
//
// Left out on purpose: anything about bytes above 127.
#pragma once

#include <string>
#include <string_view>

namespace aio {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

constexpr bool is_letter(char c) { return to_lower(c) >= 'a' && to_lower(c) <= 'z'; }

// The value of a hexadecimal digit, or -1.
constexpr int hex_value(char c) {
    if (is_digit(c)) return c - '0';
    const char lower = to_lower(c);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

constexpr bool equals_ignoring_case(std::string_view left, std::string_view right) {
    if (left.size() != right.size()) return false;
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (to_lower(left[i]) != to_lower(right[i])) return false;
    }
    return true;
}

inline std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = to_lower(c);
    return lower;
}

}  // namespace aio
