// url_bytes.cpp: one table of 256 bytes, and the loops that use it.
//
// Chapter: the part of urllib.parse below urlsplit and urljoin.
// The one thing to know: every set contains the control bytes, DEL and what is not ASCII, so
// nothing that passed through append_encoded can break a request line.
#include "core/web/url_bytes.hpp"

#include <array>

#include "core/web/ascii.hpp"

namespace aio {

namespace {

using ByteTable = std::array<unsigned char, 256>;

constexpr unsigned bit(UrlPlace place) { return static_cast<unsigned>(place); }

constexpr void forbid(ByteTable& table, std::string_view bytes, unsigned places) {
    for (const char c : bytes) {
        unsigned char& entry = table[static_cast<unsigned char>(c)];
        entry = static_cast<unsigned char>(entry | places);
    }
}

// For each byte the places where it has to be encoded.
constexpr ByteTable make_table() {
    constexpr unsigned path = bit(UrlPlace::path);
    constexpr unsigned query = bit(UrlPlace::query);
    constexpr unsigned fragment = bit(UrlPlace::fragment);
    constexpr unsigned userinfo = bit(UrlPlace::userinfo);
    ByteTable table{};
    for (std::size_t byte = 0; byte < table.size(); ++byte) {
        if (byte < 0x20 || byte > 0x7E) table[byte] = 0xFF;
    }
    forbid(table, " \"<>", path | query | fragment | userinfo);
    forbid(table, "#", path | query | userinfo);
    forbid(table, "?^{}", path | userinfo);
    forbid(table, "`", path | fragment | userinfo);
    forbid(table, "'", query);
    forbid(table, "/:;=@[\\]|", userinfo);
    return table;
}

constexpr ByteTable places_to_encode = make_table();

constexpr std::string_view hex_digits = "0123456789ABCDEF";

bool is_escape(std::string_view text, std::size_t at) {
    return text[at] == '%' && at + 2 < text.size() && hex_value(text[at + 1]) >= 0 &&
           hex_value(text[at + 2]) >= 0;
}

char to_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

bool is_line_break(char c) { return c == '\t' || c == '\r' || c == '\n'; }

bool is_control_or_space(char c) { return static_cast<unsigned char>(c) <= 0x20; }

}  // namespace

void append_encoded(std::string& out, std::string_view text, UrlPlace place) {
    std::size_t copied = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((places_to_encode[byte] & bit(place)) == 0) continue;
        out.append(text, copied, i - copied);
        out += '%';
        out += hex_digits[byte >> 4];
        out += hex_digits[byte & 15];
        copied = i + 1;
    }
    out.append(text, copied);
}

std::string percent_decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (is_escape(text, i)) {
            out += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

std::string with_upper_case_escapes(std::string text) {
    for (std::size_t at = text.find('%'); at != text.npos; at = text.find('%', at + 1)) {
        if (!is_escape(text, at)) continue;
        text[at + 1] = to_upper(text[at + 1]);
        text[at + 2] = to_upper(text[at + 2]);
    }
    return text;
}

std::string_view find_scheme(std::string_view text) {
    if (text.empty() || !is_letter(text[0])) return {};
    for (std::size_t i = 1; i < text.size(); ++i) {
        const char c = text[i];
        if (c == ':') return text.substr(0, i);
        if (!is_letter(c) && !is_digit(c) && c != '+' && c != '-' && c != '.') return {};
    }
    return {};
}

std::string_view without_leading_blanks(std::string_view text) {
    while (!text.empty() && is_control_or_space(text.front())) text.remove_prefix(1);
    return text;
}

std::string_view without_outer_blanks(std::string_view text) {
    text = without_leading_blanks(text);
    while (!text.empty() && is_control_or_space(text.back())) text.remove_suffix(1);
    return text;
}

bool has_line_breaks(std::string_view text) {
    for (const char c : text) {
        if (is_line_break(c)) return true;
    }
    return false;
}

std::string without_line_breaks(std::string_view text) {
    std::string out(text);
    std::erase_if(out, is_line_break);
    return out;
}

}  // namespace aio
