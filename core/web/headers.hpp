// headers.hpp: the header fields of a request or an answer.
//
// Chapter: none of its listings has them; its sketches send two by hand and read none. It is the
// `headers` of aiohttp's response, which the real crawler looks into.
//
// The one thing to know: this is a list, not a map. Names are compared without regard to case,
// a name may occur many times, and the order on the wire is kept.
//
// Left out on purpose: a hash table. An answer has some twenty fields, and walking them is as fast.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aio {

// One field: the name as it was written, and the value without white space at its ends.
struct Header {
    std::string name;
    std::string value;
    bool operator==(const Header&) const = default;
};

// A value: owned by the request or answer it belongs to, copied like a vector. Values are bytes;
// those above 127 come through unchanged.
class Headers {
  public:
    using const_iterator = std::vector<Header>::const_iterator;

    Headers() = default;
    // As add() for each: `Headers{{"Accept", "text/html"}, {"Cookie", "a=b"}}`.
    Headers(std::initializer_list<Header> fields);

    // Appends a field, the value trimmed of spaces and tabs. Fields of that name stay.
    void add(std::string_view name, std::string_view value);
    // Takes out every field of that name; returns how many there were.
    std::size_t remove(std::string_view name);
    // Appends `more` to the last field's value, after a space: a folded line. There must be one.
    void extend_last(std::string_view more);

    // The first value of that name; nothing if there is none.
    std::optional<std::string> get(std::string_view name) const;
    // All values of that name, in order.
    std::vector<std::string> get_all(std::string_view name) const;
    bool contains(std::string_view name) const;
    // The elements of the comma-separated lists in all fields of that name, in order.
    std::vector<std::string> get_list(std::string_view name) const;
    // Whether `token` is an element of get_list(name), without regard to case:
    // `contains_token("Connection", "close")` is false for `closed`, true for `Keep-Alive, CLOSE`.
    bool contains_token(std::string_view name, std::string_view token) const;

    std::size_t size() const { return fields_.size(); }
    bool empty() const { return fields_.empty(); }
    const_iterator begin() const { return fields_.begin(); }
    const_iterator end() const { return fields_.end(); }
    bool operator==(const Headers&) const = default;

  private:
    const Header* find(std::string_view name) const;

    std::vector<Header> fields_;
};

}  // namespace aio
