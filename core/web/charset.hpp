// charset.hpp: from the bytes of a page to text.
//
// Chapter: its last Fetcher decodes a body with the charset of its Content-Type (L62).
// The one thing to know: text is UTF-8 in a std::string. Nothing here fails: a page with a wrong
// label or broken bytes is still a page with links in it, and those are ASCII.
// Left out on purpose: the other charsets of the web. They contain ASCII as it is, most of them, so
// the links on such a page are found without converting it; only its words would look wrong.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace aio {

// `bytes` in UTF-8, by the label of their charset; the case of the label is ignored, and so are
// quotes around it. Converted: windows-1252 and what browsers read as the same, which is
// iso-8859-1 (latin-1, latin1, l1) and us-ascii (ascii). Everything else, UTF-8, unknown labels and
// nonsense included, is returned unchanged, wrong bytes too. Never throws.
std::string decode_text(std::string_view bytes, std::string_view charset);

// Appends the character with this number, at most 0x10FFFF.
void append_utf8(std::string& text, std::uint32_t code_point);

}  // namespace aio
