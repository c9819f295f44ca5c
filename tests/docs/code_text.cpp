// code_text.cpp: blanks what is not code, and matches brackets (see code_text.hpp).
//
// The one thing to know: blanked characters become spaces and line ends stay, so a position in the
// result is the same position in the file.
#include "tests/docs/code_text.hpp"

#include <algorithm>
#include <cctype>

namespace aio::docs {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

void blank(std::string& code, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < std::min(to, code.size()); ++i) {
        if (code[i] != '\n') {
            code[i] = ' ';
        }
    }
}

// True if the quote at `position` separates digits, as in 1'000'000.
bool separates_digits(std::string_view code, std::size_t position) {
    std::size_t start = position;
    while (start > 0 && (is_word(code[start - 1]) || code[start - 1] == '\'')) {
        --start;
    }
    return start < position && std::isdigit(static_cast<unsigned char>(code[start])) != 0;
}

// The position behind the literal that starts with the quote at `open`.
std::size_t end_of_literal(std::string_view text, std::size_t open) {
    for (std::size_t i = open + 1; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == text[open] || text[i] == '\n') {
            return i + 1;
        }
    }
    return text.size();
}

// The position behind the raw string whose quote is at `open`.
std::size_t end_of_raw_string(std::string_view text, std::size_t open) {
    const std::size_t parenthesis = std::min(text.find('(', open), text.size());
    const std::string delimiter(text.substr(open + 1, parenthesis - open - 1));
    const std::string end = ")" + delimiter + "\"";
    const std::size_t found = text.find(end, parenthesis);
    return found == std::string_view::npos ? text.size() : found + end.size();
}

// The position behind the comment that starts at `open`; its line end does not belong to it.
std::size_t end_of_comment(std::string_view text, std::size_t open) {
    if (text[open + 1] == '/') {
        return std::min(text.find('\n', open), text.size());
    }
    const std::size_t found = text.find("*/", open + 2);
    return found == std::string_view::npos ? text.size() : found + 2;
}

}  // namespace

std::string code_only(std::string_view text) {
    std::string code(text);
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::size_t end = i;
        if (text.substr(i, 2) == "//" || text.substr(i, 2) == "/*") {
            end = end_of_comment(text, i);
            blank(code, i, end);
        } else if (text[i] == '"' && i > 0 && text[i - 1] == 'R') {
            end = end_of_raw_string(text, i);
            blank(code, i + 1, end - 1);
        } else if (text[i] == '"' || (text[i] == '\'' && !separates_digits(text, i))) {
            end = end_of_literal(text, i);
            blank(code, i + 1, end - 1);
        }
        i = std::max(i + 1, end) - 1;
    }
    return code;
}

std::string without_directives(std::string_view code) {
    std::string text(code);
    std::size_t start = 0;
    while (start < text.size()) {
        std::size_t end = std::min(text.find('\n', start), text.size());
        if (text[std::min(text.find_first_not_of(" \t", start), end)] == '#') {
            while (end < text.size() && text[end - 1] == '\\') {
                end = std::min(text.find('\n', end + 1), text.size());
            }
            blank(text, start, end);
        }
        start = end + 1;
    }
    return text;
}

std::size_t closing_bracket(std::string_view code, std::size_t open) {
    std::size_t depth = 0;
    for (std::size_t i = open; i < code.size(); ++i) {
        if (code[i] == '(' || code[i] == '{' || code[i] == '[') {
            ++depth;
        } else if (code[i] == ')' || code[i] == '}' || code[i] == ']') {
            --depth;
        }
        if (depth == 0) {
            return i;
        }
    }
    return code.size();
}

std::size_t enclosing_bracket(std::string_view code, std::size_t position) {
    std::size_t depth = 0;
    for (std::size_t i = position; i-- > 0;) {
        if (code[i] == ')' || code[i] == '}' || code[i] == ']') {
            ++depth;
        } else if (code[i] == '(' || code[i] == '{' || code[i] == '[') {
            if (depth == 0) {
                return i;
            }
            --depth;
        }
    }
    return std::string_view::npos;
}

std::size_t statement_start(std::string_view code, std::size_t position) {
    const std::size_t end = code.substr(0, position).find_last_of(";{}");
    return end == std::string_view::npos ? 0 : end + 1;
}

bool opens_initialiser(std::string_view code, std::size_t open) {
    const std::size_t before = code.substr(0, open).find_last_not_of(" \n");
    if (before == std::string_view::npos || code[before] == ')') {
        return false;
    }
    const std::string word = word_before(code, open);
    return before + 1 == open || code[before] == '=' || code[before] == ',' ||
           code[before] == '(' || word == "return" || word == "co_return" || word == "co_yield";
}

std::string word_before(std::string_view code, std::size_t position) {
    const std::size_t last = code.substr(0, position).find_last_not_of(" \n");
    std::size_t start = last + 1;
    while (start > 0 && is_word(code[start - 1])) {
        --start;
    }
    return std::string(code.substr(start, last + 1 - start));
}

bool word_at(std::string_view code, std::size_t position, std::string_view word) {
    const std::size_t end = position + word.size();
    return code.substr(position, word.size()) == word &&
           (position == 0 || !is_word(code[position - 1])) &&
           (end == code.size() || !is_word(code[end]));
}

}  // namespace aio::docs
