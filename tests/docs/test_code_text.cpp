// test_code_text.cpp: what the checks take for code.
//
// The one thing to know: blanking keeps every position, so the expected texts are as long as the
// given ones.
#include "tests/docs/code_text.hpp"
#include "tests/support/catch.hpp"

using namespace aio::docs;

TEST_CASE("Comments are blanked, and line ends stay", "[docs]") {
    CHECK(code_only("a; // b\nc /* d\ne */ f") == "a;     \nc     \n     f");
}

TEST_CASE("The insides of literals are blanked, escaped quotes included", "[docs]") {
    CHECK(code_only(R"(f("a\"b", 'c', '\'');)") == R"(f("    ", ' ', '  ');)");
    CHECK(code_only("x = R\"-(a\"b\n)\")-\";") == "x = R\"     \n    \";");
}

TEST_CASE("A quote between digits opens no literal", "[docs]") {
    CHECK(code_only("1'000'000 + 'x'") == "1'000'000 + ' '");
    CHECK(code_only("L'x'") == "L' '");
}

TEST_CASE("Preprocessor lines are blanked with the lines that continue them", "[docs]") {
    CHECK(without_directives("#if a \\\n  b\nint x;\n  # endif\n") ==
          "       \n   \nint x;\n         \n");
}

TEST_CASE("Brackets are matched inwards and outwards", "[docs]") {
    const std::string code = "f(a[1], {b}) + c";
    CHECK(closing_bracket(code, 1) == 11);
    CHECK(enclosing_bracket(code, 9) == 8);
    CHECK(enclosing_bracket(code, 6) == 1);
    CHECK(enclosing_bracket(code, 15) == std::string::npos);
}

TEST_CASE("The brace of an initialiser is told from the brace of a body", "[docs]") {
    for (const char* code : {"P p{", "int t[]{", "P p = {", "f({", "f(1, {", "return {"}) {
        CAPTURE(code);
        CHECK(opens_initialiser(code, std::string(code).size() - 1));
    }
    for (const char* code : {"{", "void f() {", "class A {", "f() const\n{", "if (x){", "else {"}) {
        CAPTURE(code);
        CHECK_FALSE(opens_initialiser(code, std::string(code).size() - 1));
    }
}

TEST_CASE("A word is found only where it is not part of a longer one", "[docs]") {
    CHECK(word_at("co_await x", 0, "co_await"));
    CHECK_FALSE(word_at("co_awaits", 0, "co_await"));
    CHECK_FALSE(word_at("my_for (", 3, "for"));
    CHECK(word_before("  while (", 8) == "while");
    CHECK(word_before("(", 0).empty());
}
