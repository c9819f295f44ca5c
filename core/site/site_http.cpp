// site_http.cpp: reads requests and writes answers (see site_http.hpp).
//
// Chapter: none of its listings; it is the other end of the wire.
// The one thing to know: strict where a client would notice only here that it writes nonsense,
// since the bundled site is what clients are tried out on.
#include "core/site/site_http.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "core/web/ascii.hpp"
#include "core/web/client_error.hpp"
#include "core/web/header_text.hpp"
#include "core/web/response_head.hpp"

namespace aio {

namespace {

// Thrown inside this file only.
struct Refusal {
    int status;
    std::string complaint;
};

std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

// Up to the next space, which is taken too.
std::string_view take_word(std::string_view& line) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    return word;
}

// "/353/" as it is, and also of "http://xkcd.com/353/", which clients send to proxies.
std::string path_of(std::string_view target) {
    constexpr std::string_view scheme = "http://";
    if (equals_ignoring_case(target.substr(0, scheme.size()), scheme)) {
        target.remove_prefix(scheme.size());
        target.remove_prefix(std::min(target.find('/'), target.size()));
        if (target.empty()) return "/";
    }
    const bool clean =
        std::all_of(target.begin(), target.end(), [](char c) { return c > ' ' && c < '\x7f'; });
    if (!target.starts_with('/') || !clean) {
        throw Refusal{400,
                      "The target of a request is a path that begins with a slash, and "
                      "everything but plain ASCII in it is percent-encoded."};
    }
    return std::string(target);
}

struct RequestLine {
    std::string_view method;
    std::string_view target;
    int minor;  // Of HTTP/1.
};

RequestLine parse_request_line(std::string_view line) {
    const std::string_view method = take_word(line);
    const std::string_view target = take_word(line);
    const bool has_version = line.size() == 8 && line.starts_with("HTTP/") && is_digit(line[5]) &&
                             line[6] == '.' && is_digit(line[7]);
    if (!is_token(method) || target.empty() || !has_version) {
        throw Refusal{400, "A request begins with a line like GET /353/ HTTP/1.1"};
    }
    if (line[5] != '1') throw Refusal{505, "This server speaks HTTP/1.0 and HTTP/1.1."};
    return {method, target, line[7] - '0'};
}

Headers parse_headers(std::string_view lines) {
    Headers headers;
    try {
        while (!lines.empty()) {
            const std::string_view line = take_line(lines);
            if (!line.empty()) parse_header_line(line, headers);
        }
    } catch (const ProtocolError& error) {
        throw Refusal{400, std::string("In this request, ") + error.what() + "."};
    }
    return headers;
}

// What a request must, and what it must not have.
void check(const RequestLine& line, const Headers& headers) {
    const std::size_t hosts = headers.get_all("Host").size();
    if (hosts > 1 || (hosts == 0 && line.minor > 0)) {
        throw Refusal{400, "A request of HTTP/1.1 has exactly one Host header."};
    }
    if (line.method != "GET" && line.method != "HEAD") {
        throw Refusal{405, "This site answers GET and HEAD only."};
    }
    if (headers.contains("Transfer-Encoding") ||
        headers.get("Content-Length").value_or("0") != "0") {
        throw Refusal{400, "This site reads no request bodies."};
    }
}

SiteRequest parse_request(std::string_view head) {
    const RequestLine line = parse_request_line(take_line(head));
    const Headers headers = parse_headers(head);
    check(line, headers);
    SiteRequest request;
    request.target = path_of(line.target);
    request.head_only = line.method == "HEAD";
    request.reads_chunks = line.minor > 0;
    request.keep_alive = line.minor > 0 || headers.contains_token("Connection", "keep-alive");
    if (headers.contains_token("Connection", "close")) request.keep_alive = false;
    return request;
}

// Called while the head is incomplete: a client that speaks another protocol, TLS for example,
// would wait for ever, as we would for the end of its head.
void refuse_nonsense(std::string_view bytes) {
    const bool has_line = bytes.find('\n') != bytes.npos;
    if (has_line || !is_token(bytes.substr(0, 1))) parse_request_line(take_line(bytes));
}

// Behind the empty line that ends the head, searched from `start`; npos if it is not there yet.
std::size_t find_head_end(std::string_view bytes, std::size_t start) {
    const std::size_t with_cr = bytes.find("\n\r\n", start);
    const std::size_t without = bytes.find("\n\n", start);
    if (with_cr == bytes.npos && without == bytes.npos) return bytes.npos;
    return with_cr < without ? with_cr + 3 : without + 2;
}

std::string_view reason(int status) {
    switch (status) {
        case 200:
            return "OK";
        case 301:
            return "Moved Permanently";
        case 302:
            return "Found";
        case 404:
            return "Not Found";
        case 405:
            return "Method Not Allowed";
        case 431:
            return "Request Header Fields Too Large";
        case 505:
            return "HTTP Version Not Supported";
        default:
            return "Bad Request";
    }
}

std::string in_chunks(std::string_view body) {
    constexpr std::size_t chunk_bytes = 100;  // Small, so that a short page has several.
    std::string chunks;
    for (; !body.empty(); body.remove_prefix(std::min(chunk_bytes, body.size()))) {
        const std::string_view chunk = body.substr(0, chunk_bytes);
        chunks += fmt::format("{:x}\r\n{}\r\n", chunk.size(), chunk);
    }
    return chunks + "0\r\n\r\n";
}

}  // namespace

std::optional<SiteRequest> RequestReader::next() {
    // Old clients end a request with one line end too many.
    const std::size_t start = std::min(buffer_.find_first_not_of("\r\n"), buffer_.size());
    if (start > 0) searched_ = 0;
    buffer_.erase(0, start);
    const std::size_t end = find_head_end(buffer_, searched_);
    try {
        if (std::min(end, buffer_.size()) > max_head_bytes) {
            throw Refusal{431, fmt::format("The head of a request is at most {} bytes long.",
                                           max_head_bytes)};
        }
        if (end == std::string::npos) {
            if (!buffer_.empty()) refuse_nonsense(buffer_);
            searched_ = buffer_.size() < 2 ? 0 : buffer_.size() - 2;
            return std::nullopt;
        }
        searched_ = 0;
        SiteRequest request = parse_request(std::string_view(buffer_).substr(0, end));
        buffer_.erase(0, end);
        return request;
    } catch (const Refusal& refusal) {
        SiteRequest request;
        request.refusal = refusal.status;
        request.complaint = refusal.complaint;
        return request;
    }
}

SitePage refusal_page(const SiteRequest& request) {
    return {request.refusal, "text/plain; charset=utf-8", "", request.complaint + "\n"};
}

std::string answer_bytes(const SitePage& page, const SiteRequest& request) {
    const bool chunked = page.chunked && request.reads_chunks;
    std::string bytes = fmt::format("HTTP/1.1 {} {}\r\nContent-Type: {}\r\n", page.status,
                                    reason(page.status), page.type);
    if (!page.location.empty()) bytes += fmt::format("Location: {}\r\n", page.location);
    if (page.status == 405) bytes += "Allow: GET, HEAD\r\n";
    if (chunked) {
        bytes += "Transfer-Encoding: chunked\r\n";
    } else {
        bytes += fmt::format("Content-Length: {}\r\n", page.body.size());
    }
    bytes += fmt::format("Connection: {}\r\n\r\n", request.keep_alive ? "keep-alive" : "close");
    if (request.head_only) return bytes;
    return bytes + (chunked ? in_chunks(page.body) : page.body);
}

}  // namespace aio
