// character_references.hpp: "&amp;" in the value of an attribute.
//
// Chapter: its program takes an href as it is written; listing L62 then asks for the wrong page
// where the page says "?a=1&amp;b=2". Python's counterpart is html.unescape.
//
// The one thing to know: in an attribute, "&copy=1" is a query and no copyright sign. A name
// counts only with its semicolon; the old names amp, lt, gt and quot also count without it, if
// neither a letter, a digit nor '=' follows. Numbers need no semicolon. This is what browsers do.
//
// Left out on purpose: most of HTML's 2231 names. The ones here are the ASCII punctuation that
// can stand in a URL; others stay as they are.
#pragma once

#include <string>
#include <string_view>

namespace aio {

// `value` with its character references replaced, numbers as UTF-8.
std::string resolve_references(std::string_view value);

}  // namespace aio
