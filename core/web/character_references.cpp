// character_references.cpp: reads "&#38;", "&#x26;" and "&amp;".
//
// Chapter: behind parse_links of listing L62; Python's html.unescape.
// The one thing to know: a reference that is none ("&", "&;", "&nosuch;") is copied as it stands.
#include "core/web/character_references.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/web/ascii.hpp"
#include "core/web/charset.hpp"

namespace aio {

namespace {

struct NamedCharacter {
    std::string_view name;
    char character;
    bool semicolon_needed;
};

constexpr std::array<NamedCharacter, 31> named_characters = {{
    {"amp", '&', false},     {"lt", '<', false},    {"gt", '>', false},    {"quot", '"', false},
    {"AMP", '&', false},     {"LT", '<', false},    {"GT", '>', false},    {"QUOT", '"', false},
    {"apos", '\'', true},    {"num", '#', true},    {"sol", '/', true},    {"bsol", '\\', true},
    {"colon", ':', true},    {"semi", ';', true},   {"quest", '?', true},  {"equals", '=', true},
    {"period", '.', true},   {"comma", ',', true},  {"excl", '!', true},   {"dollar", '$', true},
    {"percnt", '%', true},   {"lpar", '(', true},   {"rpar", ')', true},   {"ast", '*', true},
    {"plus", '+', true},     {"commat", '@', true}, {"lowbar", '_', true}, {"lsqb", '[', true},
    {"NewLine", '\n', true}, {"rsqb", ']', true},   {"Tab", '\t', true},
}};

constexpr std::uint32_t replacement_character = 0xFFFD;

// `text` begins with "&#". Appends the character and returns the length of the reference; 0 if it
// is none.
std::size_t append_number(std::string& out, std::string_view text) {
    const bool hex = text.size() > 2 && to_lower(text[2]) == 'x';
    const std::size_t start = hex ? 3 : 2;
    const std::uint32_t base = hex ? 16 : 10;
    std::uint32_t code = 0;
    std::size_t end = start;
    for (; end < text.size(); ++end) {
        const int digit = hex_value(text[end]);
        if (digit < 0 || static_cast<std::uint32_t>(digit) >= base) break;
        code = std::min<std::uint32_t>(code * base + static_cast<std::uint32_t>(digit), 0x110000);
    }
    if (end == start) return 0;
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    const bool valid = code != 0 && code <= 0x10FFFF && !surrogate;
    append_utf8(out, valid ? code : replacement_character);
    return end < text.size() && text[end] == ';' ? end + 1 : end;
}

// `text` begins with '&'. As append_number.
std::size_t append_name(std::string& out, std::string_view text) {
    constexpr std::size_t longest = 8;  // Of the names above, "NewLine", and the byte after it.
    const std::string_view near = text.substr(1, longest);
    const auto is_name = [](char c) { return is_letter(c) || is_digit(c); };
    const auto name_end = std::find_if_not(near.begin(), near.end(), is_name);
    const std::string_view name = near.substr(0, static_cast<std::size_t>(name_end - near.begin()));
    const auto found = std::find_if(named_characters.begin(), named_characters.end(),
                                    [name](const NamedCharacter& n) { return n.name == name; });
    if (found == named_characters.end()) return 0;
    const std::size_t end = 1 + name.size();
    const bool closed = end < text.size() && text[end] == ';';
    const bool is_query = end < text.size() && text[end] == '=';
    if (!closed && (found->semicolon_needed || is_query)) return 0;
    out += found->character;
    return closed ? end + 1 : end;
}

}  // namespace

std::string resolve_references(std::string_view value) {
    std::string out;
    std::size_t copied = 0;
    for (std::size_t at = value.find('&'); at != value.npos; at = value.find('&', at)) {
        out.append(value, copied, at - copied);
        const std::string_view rest = value.substr(at);
        const std::size_t length =
            rest.starts_with("&#") ? append_number(out, rest) : append_name(out, rest);
        copied = at + length;
        at = length == 0 ? at + 1 : copied;
    }
    out.append(value, copied);
    return out;
}

}  // namespace aio
