// charset.cpp: the one table that is needed.
//
// Chapter: `body.decode(encoding)` of its last Fetcher.
// The one thing to know: byte b of iso-8859-1 is the code point b. windows-1252 differs only from
// 0x80 to 0x9f, where it has quotation marks and dashes; pages that say iso-8859-1 mean those.
#include "core/web/charset.hpp"

#include <algorithm>
#include <array>

#include "core/web/ascii.hpp"
#include "core/web/header_text.hpp"

namespace aio {

namespace {

// Code points of the bytes 0x80 to 0x9f; five of them are not assigned and stand for themselves.
constexpr std::array<unsigned, 32> windows_1252 = {
    0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008d, 0x017d, 0x008f, 0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178};

bool is_windows_1252(std::string_view charset) {
    constexpr std::array<std::string_view, 11> labels = {
        "windows-1252", "cp1252", "iso-8859-1", "iso8859-1", "iso_8859-1", "iso88591",
        "latin-1",      "latin1", "l1",         "us-ascii",  "ascii"};
    return std::any_of(labels.begin(), labels.end(), [&](std::string_view label) {
        return equals_ignoring_case(label, charset);
    });
}

}  // namespace

void append_utf8(std::string& text, std::uint32_t code_point) {
    const auto add = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (code_point < 0x80) {
        add(code_point);
    } else if (code_point < 0x800) {
        add(0xC0 | code_point >> 6);
        add(0x80 | (code_point & 0x3F));
    } else if (code_point < 0x10000) {
        add(0xE0 | code_point >> 12);
        add(0x80 | (code_point >> 6 & 0x3F));
        add(0x80 | (code_point & 0x3F));
    } else {
        add(0xF0 | code_point >> 18);
        add(0x80 | (code_point >> 12 & 0x3F));
        add(0x80 | (code_point >> 6 & 0x3F));
        add(0x80 | (code_point & 0x3F));
    }
}

std::string decode_text(std::string_view bytes, std::string_view charset) {
    charset = trim_blanks(charset);
    if (charset.size() >= 2 && charset.front() == '"' && charset.back() == '"') {
        charset = charset.substr(1, charset.size() - 2);
    }
    if (!is_windows_1252(charset)) return std::string(bytes);
    std::string text;
    text.reserve(bytes.size());
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        append_utf8(text, byte >= 0x80 && byte < 0xa0 ? windows_1252[byte - 0x80U] : byte);
    }
    return text;
}

}  // namespace aio
