// client_error.cpp: makes bytes from the network fit to be shown.
//
// Chapter: none of its listings; its errors are printed by Python, whose repr() does the same.
// The one thing to know: the result is plain printable ASCII whatever came in, so that an error
// message can't move the cursor of a terminal or break a line of a log.
#include "core/web/client_error.hpp"

#include <fmt/format.h>

namespace aio {

std::string quote_bytes(std::string_view bytes, std::size_t max_bytes) {
    std::string text = "\"";
    for (const char c : bytes.substr(0, max_bytes)) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\r') {
            text += "\\r";
        } else if (c == '\n') {
            text += "\\n";
        } else if (c == '"' || c == '\\') {
            text += '\\';
            text += c;
        } else if (byte < 0x20 || byte > 0x7e) {
            text += fmt::format("\\x{:02x}", byte);
        } else {
            text += c;
        }
    }
    text += '"';
    if (bytes.size() > max_bytes) text += "...";
    return text;
}

}  // namespace aio
