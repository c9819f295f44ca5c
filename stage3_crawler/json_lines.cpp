// json_lines.cpp: escaping, and a file that is written line by line.
//
// Chapter: none of its listings; RFC 8259.
// The one thing to know: URLs and headers come from servers. Whatever bytes they hold, a line is
// valid UTF-8, valid JSON, and one line.
#include "stage3_crawler/json_lines.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <iterator>
#include <system_error>

namespace aio {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

// How many bytes the character at the start of `text` takes; 0 if it is no UTF-8.
std::size_t character_length(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (length == 1) return 1;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
    std::uint32_t code_point = first & (0xFFU >> (length + 1));
    for (const char c : text.substr(1, length - 1)) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0) != 0x80) return 0;
        code_point = code_point << 6 | (byte & 0x3FU);
    }
    const bool too_long =
        (length == 3 && code_point < 0x800) || (length == 4 && code_point < 0x10000);
    const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
    return too_long || surrogate || code_point > 0x10FFFF ? 0 : length;
}

std::string json_number(std::optional<int> number) {
    return number ? std::to_string(*number) : "null";
}

// null where there is no text.
std::string json_or_null(std::string_view text) {
    return text.empty() ? "null" : json_string(text);
}

}  // namespace

std::string json_string(std::string_view text) {
    std::string json = "\"";
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        const char c = text.front();
        if (length == 0) {
            json += replacement;
        } else if (c == '"' || c == '\\') {
            json += '\\';
            json += c;
        } else if (c == '\n') {
            json += "\\n";
        } else if (length == 1 && (c < 0x20 || c == 0x7F)) {
            fmt::format_to(std::back_inserter(json), "\\u{:04x}", static_cast<unsigned>(c));
        } else {
            json += text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return json + '"';
}

std::string json_line(const FetchStatistic& s) {
    std::string line =
        fmt::format("{{\"url\":{},\"status\":{},\"next_url\":{}", json_string(s.url.str()),
                    json_number(s.status), json_or_null(s.next_url.value_or("")));
    auto out = std::back_inserter(line);
    fmt::format_to(out, ",\"content_type\":{},\"encoding\":{},\"size\":{}",
                   json_or_null(s.content_type), json_or_null(s.encoding), s.size);
    fmt::format_to(out, ",\"num_urls\":{},\"num_new_urls\":{}", s.num_urls, s.num_new_urls);
    fmt::format_to(out, ",\"exception\":{},\"left_out\":{}}}\n", json_or_null(s.exception),
                   json_or_null(s.left_out));
    return line;
}

RecordFile::RecordFile(const std::string& name, Complain complain)
    : name_(name), complain_(std::move(complain)), file_(std::fopen(name.c_str(), "w")) {
    if (!file_) throw std::system_error(errno, std::generic_category(), name);
}

void RecordFile::write(const FetchStatistic& statistic) {
    if (!file_) return;
    const std::string line = json_line(statistic);
    const bool written = std::fwrite(line.data(), 1, line.size(), file_.get()) == line.size() &&
                         std::fflush(file_.get()) == 0;
    if (written) return;
    const std::error_code error(errno, std::generic_category());
    file_.reset();
    complain_(fmt::format("cannot write to {} any more: {}", name_, error.message()));
}

}  // namespace aio
