// url_bytes.hpp: which bytes may stand where in a URL, and how the others are written.
//
// Chapter: the part of urllib.parse below urlsplit and urljoin; listing L62 joins its links there.
// Both levels of url.hpp are built on these functions.
//
// The one thing to know: a byte that may not stand in a place is written as '%' and two hex
// digits; an escape that is there already is left alone, so encoding twice changes nothing.
//
// Left out on purpose: character sets. Bytes are taken as they come, so a page in UTF-8 gives
// the URLs a browser would ask for.
#pragma once

#include <string>
#include <string_view>

namespace aio {

// The places of a URL, each with its own set of bytes to encode (the WHATWG standard's sets).
enum class UrlPlace : unsigned char {
    path = 1,
    query = 2,
    fragment = 4,
    userinfo = 8,
    opaque = 16
};

// Appends `text` to `out`; bytes that may not stand in `place` are percent-encoded.
void append_encoded(std::string& out, std::string_view text, UrlPlace place);

// `text` with its percent escapes turned into bytes; a '%' without two hex digits stays.
std::string percent_decoded(std::string_view text);

// `text` with the hex digits of its escapes in upper case: "%7e" becomes "%7E".
std::string with_upper_case_escapes(std::string text);

// The scheme at the start of `text`, as it is written and without its colon; empty if there is
// none. "a:b" has one, "./a:b" and "p/q:r" have none.
std::string_view find_scheme(std::string_view text);

// `text` without the control bytes and blanks at its start, or at both ends.
std::string_view without_leading_blanks(std::string_view text);
std::string_view without_outer_blanks(std::string_view text);

// `text` without TAB, CR and LF, which writers use to fold long links; and whether it has any.
bool has_line_breaks(std::string_view text);
std::string without_line_breaks(std::string_view text);

}  // namespace aio
