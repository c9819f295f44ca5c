// header_text.cpp: plain loops over the bytes of a value.
//
// Chapter: Python's strip() and split(",").
// The one thing to know: nothing is copied; the results are views.
#include "core/web/header_text.hpp"

#include <algorithm>

#include "core/web/ascii.hpp"

namespace aio {

namespace {

bool is_token_byte(char c) {
    constexpr std::string_view others = "!#$%&'*+-.^_`|~";
    return is_letter(c) || is_digit(c) || others.find(c) != std::string_view::npos;
}

}  // namespace

std::string_view trim_blanks(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

bool is_token(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_token_byte);
}

std::vector<std::string_view> split_list(std::string_view text) {
    std::vector<std::string_view> elements;
    while (true) {
        const std::size_t comma = text.find(',');
        elements.push_back(trim_blanks(text.substr(0, comma)));
        if (comma == std::string_view::npos) return elements;
        text.remove_prefix(comma + 1);
    }
}

}  // namespace aio
