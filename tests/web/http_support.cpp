// http_support.cpp: the loop over the ways to cut, and the comparison.
#include "tests/web/http_support.hpp"

#include <fmt/format.h>

#include "tests/support/catch.hpp"

namespace http_test {

namespace {

std::string name_of(const aio::ClientError& error) {
    if (dynamic_cast<const aio::ProtocolError*>(&error) != nullptr) return "ProtocolError";
    if (dynamic_cast<const aio::LimitError*>(&error) != nullptr) return "LimitError";
    if (dynamic_cast<const aio::IncompleteBodyError*>(&error) != nullptr) {
        return "IncompleteBodyError";
    }
    if (dynamic_cast<const aio::ServerDisconnected*>(&error) != nullptr) {
        return "ServerDisconnected";
    }
    return "ClientError";
}

std::string describe(const Outcome& outcome) {
    return fmt::format("error [{}] head_done {} done {} keep_alive {} consumed {} headers {} {}",
                       outcome.error, outcome.head_done, outcome.done, outcome.keep_alive,
                       outcome.consumed, outcome.head.headers.size(),
                       aio::quote_bytes(outcome.body));
}

bool is_cut_here(std::size_t place, std::size_t size) {
    return size <= 4096 || place < 300 || place + 300 > size || place % 997 == 0;
}

}  // namespace

bool Outcome::failed(std::string_view type, std::string_view words) const {
    return error.starts_with(std::string(type) + ": ") && error.find(words) != std::string::npos;
}

Outcome feed_pieces(const Answer& answer, const std::vector<std::string_view>& pieces) {
    aio::ResponseParser parser(answer.method, answer.limits);
    Outcome outcome;
    try {
        for (const std::string_view piece : pieces) outcome.consumed += parser.feed(piece);
        if (answer.closed) parser.eof();
    } catch (const aio::ClientError& error) {
        return {name_of(error) + ": " + error.what(), parser.head_done()};
    }
    outcome.head_done = parser.head_done();
    outcome.done = parser.done();
    outcome.keep_alive = parser.keep_alive();
    if (parser.head_done()) outcome.head = parser.head();
    outcome.body = parser.take_body();
    return outcome;
}

Outcome parse(const Answer& answer) {
    const std::string_view all = answer.bytes;
    const Outcome whole = feed_pieces(answer, {all});
    int differences = 0;
    const auto compare = [&](const std::string& how, const Outcome& other) {
        if (other == whole || ++differences > 3) return;
        INFO("fed " << how << ": " << aio::quote_bytes(all, 200));
        CHECK(describe(other) == describe(whole));
    };
    std::vector<std::string_view> bytes;
    for (std::size_t place = 0; place < all.size(); ++place) {
        bytes.push_back(all.substr(place, 1));
        if (!is_cut_here(place, all.size())) continue;
        compare(fmt::format("in two, cut at {}", place),
                feed_pieces(answer, {all.substr(0, place), all.substr(place)}));
    }
    compare("a byte at a time", feed_pieces(answer, bytes));
    CHECK(differences == 0);
    return whole;
}

std::string ok(std::string_view header_lines, std::string_view body) {
    return fmt::format("HTTP/1.1 200 OK\r\n{}\r\n{}", header_lines, body);
}

}  // namespace http_test
