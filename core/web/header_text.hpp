// header_text.hpp: the small change of header lines: blanks, tokens, lists.
//
// Chapter: Python's strip() and split(","), which its client used on header lines.
// The one thing to know: white space in a header is the space and the tab, nothing else, and a
// list may be spread over several fields; these functions see one value at a time.
// Left out on purpose: quoted strings in lists. No list that decides anything here has them.
#pragma once

#include <string_view>
#include <vector>

namespace aio {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Without the spaces and tabs at both ends. A view of the same bytes.
std::string_view trim_blanks(std::string_view text);

// Whether `text` may be a method or the name of a header: RFC 9110's token, at least one byte.
bool is_token(std::string_view text);

// The elements of a comma-separated list, trimmed, the empty ones included. Views of `text`.
std::vector<std::string_view> split_list(std::string_view text);

}  // namespace aio
