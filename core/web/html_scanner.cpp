// html_scanner.cpp: the scan itself, a function for each kind of markup.
//
// Chapter: behind parse_links of listing L62.
// The one thing to know: all movement goes through advance, find, skip_class and take_until, which
// move forward only. What is looked at and not passed is counted apart, in looked_ahead_.
#include "core/web/html_scanner.hpp"

#include <algorithm>
#include <array>

#include "core/web/ascii.hpp"

namespace aio {

namespace {

// Classes of characters that end or separate something inside a tag.
constexpr unsigned space = 1;
constexpr unsigned gap = 2;             // Between attributes: space and '/'.
constexpr unsigned ends_name = 4;       // After a tag's name: space, '/' and '>'.
constexpr unsigned ends_attribute = 8;  // After an attribute's name: the same and '='.
constexpr unsigned ends_value = 16;     // After a value without quotes: space and '>'.

constexpr std::array<unsigned char, 256> make_classes() {
    std::array<unsigned char, 256> classes{};
    for (const char c : std::string_view(" \t\n\r\f")) {
        classes[static_cast<unsigned char>(c)] =
            space | gap | ends_name | ends_attribute | ends_value;
    }
    classes['/'] = gap | ends_name | ends_attribute;
    classes['>'] = ends_name | ends_attribute | ends_value;
    classes['='] = ends_attribute;
    return classes;
}

constexpr auto classes = make_classes();

bool is_in(char c, unsigned char_class) {
    return (classes[static_cast<unsigned char>(c)] & char_class) != 0;
}

// Elements whose content is text up to their own end tag, whatever it looks like.
constexpr std::array<std::string_view, 8> raw_text_elements = {
    "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"};

bool is_raw_text(std::string_view name) {
    if (name.size() < 3) return false;
    return std::any_of(raw_text_elements.begin(), raw_text_elements.end(),
                       [name](std::string_view raw) { return equals_ignoring_case(name, raw); });
}

}  // namespace

bool HtmlScanner::find(char wanted) {
    position_ = std::min(html_.find(wanted, position_), html_.size());
    return !at_end();
}

void HtmlScanner::skip_past(char wanted) {
    if (find(wanted)) advance(1);
}

void HtmlScanner::skip_class(unsigned char_class) {
    std::size_t end = position_;
    while (end < html_.size() && is_in(html_[end], char_class)) ++end;
    position_ = end;
    ++looked_ahead_;
}

std::string_view HtmlScanner::take_until(unsigned char_class) {
    const std::size_t start = position_;
    std::size_t end = start;
    while (end < html_.size() && !is_in(html_[end], char_class)) ++end;
    position_ = end;
    ++looked_ahead_;
    return html_.substr(start, end - start);
}

bool HtmlScanner::next(StartTag& tag) {
    while (find('<')) {
        advance(1);
        if (at_end()) return false;
        if (!is_letter(html_[position_])) {
            skip_markup();
            continue;
        }
        if (!read_tag(tag)) return false;
        if (is_raw_text(tag.name)) skip_raw_text(tag.name);
        if (equals_ignoring_case(tag.name, "plaintext")) advance(html_.size() - position_);
        if (tag.href || tag.src) return true;
    }
    return false;
}

// At the name. False if the page ends inside the tag.
bool HtmlScanner::read_tag(StartTag& tag) {
    tag = StartTag{take_until(ends_name), std::nullopt, std::nullopt};
    while (true) {
        skip_class(gap);
        if (at_end()) return false;
        if (html_[position_] == '>') break;
        read_attribute(tag);
    }
    advance(1);
    return true;
}

void HtmlScanner::read_attribute(StartTag& tag) {
    const std::size_t start = position_;
    if (html_[position_] == '=') advance(1);  // A '=' at its start belongs to the name.
    take_until(ends_attribute);
    const std::string_view name = html_.substr(start, position_ - start);
    skip_class(space);
    std::string_view value;
    if (!at_end() && html_[position_] == '=') value = read_value();
    if (!tag.href && equals_ignoring_case(name, "href")) tag.href = value;
    if (!tag.src && equals_ignoring_case(name, "src")) tag.src = value;
}

// At the '='.
std::string_view HtmlScanner::read_value() {
    advance(1);
    skip_class(space);
    if (at_end()) return {};
    const char quote = html_[position_];
    if (quote != '"' && quote != '\'') return take_until(ends_value);
    advance(1);
    const std::size_t start = position_;
    find(quote);
    const std::size_t length = position_ - start;
    if (!at_end()) advance(1);
    return html_.substr(start, length);
}

// Behind a '<' that opens no start tag.
void HtmlScanner::skip_markup() {
    const char kind = html_[position_];
    if (kind == '!') {
        skip_comment();
    } else if (kind == '?') {
        skip_past('>');
    } else if (kind == '/') {
        advance(1);
        if (at_end()) return;
        StartTag ignored;
        if (is_letter(html_[position_])) {
            read_tag(ignored);  // Quotes count in an end tag too.
        } else {
            skip_past('>');
        }
    }
}

// At the '!' of a comment, or of a declaration such as <!doctype html>.
void HtmlScanner::skip_comment() {
    const std::string_view rest = html_.substr(position_);
    if (!rest.starts_with("!--")) return skip_past('>');
    advance(3);
    if (html_.substr(position_).starts_with(">")) return skip_past('>');
    if (html_.substr(position_).starts_with("->")) return skip_past('>');
    const std::size_t start = position_;
    while (find('>')) {
        const std::string_view text = html_.substr(start, position_ - start);
        advance(1);
        if (text.ends_with("--") || text.ends_with("--!")) return;
    }
}

// Stops at the end tag, which next() reads.
void HtmlScanner::skip_raw_text(std::string_view name) {
    while (find('<') && !at_end_tag(name)) advance(1);
}

bool HtmlScanner::at_end_tag(std::string_view name) {
    const std::string_view tag = html_.substr(position_, name.size() + 3);
    looked_ahead_ += tag.size();
    return tag.size() == name.size() + 3 && tag[1] == '/' &&
           equals_ignoring_case(tag.substr(2, name.size()), name) && is_in(tag.back(), ends_name);
}

}  // namespace aio
