// code_text.hpp: C++ text as far as the checks need to understand it.
//
// The checks look for brackets and a few words. Comments and literals would mislead them, so they
// are blanked first, and every position and line number stays what it was.
//
// The one thing to know: this is no parser. It relies on the layout that clang-format gives: the
// brace of a body has a space before it, the brace of an initialiser has not.
//
// Left out on purpose: expanding macros. A block that differs between #if and #else, braces and
// all, is counted wrongly.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace aio::docs {

// `text` with comments and the insides of string and character literals replaced by spaces.
std::string code_only(std::string_view text);

// `code` with its preprocessor lines replaced by spaces, and the lines that continue them.
std::string without_directives(std::string_view code);

// The position of the bracket that closes the one at `open`, or the text's size if none does.
std::size_t closing_bracket(std::string_view code, std::size_t open);

// The position of the nearest bracket that is open at `position`, or npos at the outermost level.
std::size_t enclosing_bracket(std::string_view code, std::size_t position);

// The start of the statement or of the declaration that `position` lies in: just behind the last
// ';', '{' or '}' before it.
std::size_t statement_start(std::string_view code, std::size_t position);

// True if the brace at `open` belongs to an initialiser: it stands right behind a name or a
// bracket, or behind '=', ',', '(' or a return.
bool opens_initialiser(std::string_view code, std::size_t open);

// The word that ends before `position`, spaces and line ends left out; empty if there is none.
std::string word_before(std::string_view code, std::size_t position);

// True if the word stands at `position` and is no part of a longer one.
bool word_at(std::string_view code, std::size_t position, std::string_view word);

}  // namespace aio::docs
