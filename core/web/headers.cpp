// headers.cpp: a vector of fields, searched from its beginning.
//
// Chapter: none of its listings; aiohttp's `response.headers`.
// The one thing to know: every look-up goes through equals_ignoring_case, so that `content-length`
// and `Content-Length` are one name everywhere.
#include "core/web/headers.hpp"

#include <algorithm>

#include "core/web/ascii.hpp"
#include "core/web/header_text.hpp"

namespace aio {

Headers::Headers(std::initializer_list<Header> fields) {
    for (const Header& field : fields) add(field.name, field.value);
}

void Headers::add(std::string_view name, std::string_view value) {
    fields_.push_back({std::string(name), std::string(trim_blanks(value))});
}

std::size_t Headers::remove(std::string_view name) {
    return std::erase_if(
        fields_, [&](const Header& field) { return equals_ignoring_case(field.name, name); });
}

void Headers::extend_last(std::string_view more) {
    more = trim_blanks(more);
    if (more.empty()) return;
    std::string& value = fields_.back().value;
    if (!value.empty()) value += ' ';
    value += more;
}

const Header* Headers::find(std::string_view name) const {
    for (const Header& field : fields_) {
        if (equals_ignoring_case(field.name, name)) return &field;
    }
    return nullptr;
}

std::optional<std::string> Headers::get(std::string_view name) const {
    const Header* field = find(name);
    if (field == nullptr) return std::nullopt;
    return field->value;
}

std::vector<std::string> Headers::get_all(std::string_view name) const {
    std::vector<std::string> values;
    for (const Header& field : fields_) {
        if (equals_ignoring_case(field.name, name)) values.push_back(field.value);
    }
    return values;
}

bool Headers::contains(std::string_view name) const { return find(name) != nullptr; }

std::vector<std::string> Headers::get_list(std::string_view name) const {
    std::vector<std::string> elements;
    for (const Header& field : fields_) {
        if (!equals_ignoring_case(field.name, name)) continue;
        for (const std::string_view element : split_list(field.value)) {
            elements.emplace_back(element);
        }
    }
    return elements;
}

bool Headers::contains_token(std::string_view name, std::string_view token) const {
    const std::vector<std::string> elements = get_list(name);
    return std::any_of(elements.begin(), elements.end(), [&](const std::string& element) {
        return equals_ignoring_case(element, token);
    });
}

}  // namespace aio
