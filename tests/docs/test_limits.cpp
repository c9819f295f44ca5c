// test_limits.cpp: no file over 300 lines, no line over 100 columns, no function over 45 lines.
//
// The first two tests read the repository; the others show on short texts that each fault is found.
//
// The one thing to know: one statement a line is asked of the mechanism's files only, where the
// budget would otherwise tempt one to write denser text.
#include "tests/docs/budget.hpp"
#include "tests/docs/limits.hpp"
#include "tests/support/catch.hpp"

using namespace aio::docs;

namespace {

std::string repeated(const std::string& line, std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) {
        text += line;
    }
    return text;
}

std::string function_complaints(const std::string& text) {
    return to_text(check_functions({"a.cpp", text}));
}

std::string statement_complaints(const std::string& text) {
    return to_text(check_statements({"a.cpp", text}));
}

}  // namespace

TEST_CASE("Files, lines and functions keep to their limits", "[docs]") {
    for (const File& file : cpp_files()) {
        const std::string text = to_text(check_sizes(file)) + to_text(check_functions(file));
        INFO(text);
        CHECK(text.empty());
    }
}

TEST_CASE("The mechanism has one statement a line", "[docs][budget]") {
    for (const File& file : mechanism_files()) {
        const std::string text = to_text(check_statements(file));
        INFO(text);
        CHECK(text.empty());
    }
}

TEST_CASE("A file of 301 lines is found, one of 300 is not", "[docs]") {
    CHECK(check_sizes({"a.cpp", repeated("int x;\n", 300)}).empty());
    CHECK(to_text(check_sizes({"a.cpp", repeated("int x;\n", 301)})) ==
          "a.cpp:301: the file is too long\n");
}

TEST_CASE("A line of 101 columns is found, and columns are characters", "[docs]") {
    CHECK(check_sizes({"a.cpp", repeated("x", 100) + "\n"}).empty());
    CHECK(check_sizes({"a.cpp", repeated("\xC3\xA9", 100) + "\n"}).empty());
    CHECK(check_sizes({"a.cpp", "\n" + repeated("x", 101) + "\n"}).at(0).line == 2);
}

TEST_CASE("A function of 46 lines is found by its name and first line", "[docs]") {
    const std::string body = repeated("    g();\n", 44);
    CHECK(function_complaints("int f(int a) {\n" + repeated("    g();\n", 43) + "}\n").empty());
    CHECK(function_complaints("\nint f(int a) {\n" + body + "}\n") == "a.cpp:2: f has 46 lines\n");
}

TEST_CASE("A heading of two lines counts with its function", "[docs]") {
    const std::string body = repeated("    g();\n", 43);
    CHECK(function_complaints("int f(int a,\n      int b) {\n" + body + "}\n") ==
          "a.cpp:1: f has 46 lines\n");
}

TEST_CASE("Functions are found in classes, in namespaces and behind initialisers", "[docs]") {
    const std::string body = repeated("        g();\n", 44);
    const std::string text =
        "namespace a {\nclass B : public C {\n  public:\n    B() : x_{1}, y_{2} {\n" + body +
        "    }\n};\n}\n";
    CHECK(function_complaints(text) == "a.cpp:4: B has 46 lines\n");
}

TEST_CASE("A preprocessor line is no part of a function", "[docs]") {
    const std::string body = repeated("    g();\n", 43);
    CHECK(function_complaints("#if defined(A) || \\\n    defined(B)\n#endif\nint f() {\n" + body +
                              "}\n")
              .empty());
}

TEST_CASE("A long class, table or run of short functions is no long function", "[docs]") {
    CHECK(function_complaints("class B {\n" + repeated("    int f();\n", 60) + "};\n").empty());
    CHECK(function_complaints("int t[] = {\n" + repeated("    1,\n", 60) + "};\n").empty());
    CHECK(function_complaints("T t{\n" + repeated("    {1},\n", 60) + "};\n").empty());
    CHECK(function_complaints(repeated("int f() {\n    g();\n}\n", 30)).empty());
}

TEST_CASE("A brace inside a string or a comment does not end a function", "[docs]") {
    const std::string body = repeated("    g(\"}\");  // }\n", 44);
    CHECK(function_complaints("int f() {\n" + body + "}\n") == "a.cpp:1: f has 46 lines\n");
}

TEST_CASE("Two statements on a line are found, also in a body on its function's line", "[docs]") {
    CHECK(statement_complaints("int x;\nf(); g();\n") == "a.cpp:2: two statements:\nf(); g();\n");
    CHECK_FALSE(statement_complaints("void h() { f(); g(); }\n").empty());
    CHECK_FALSE(statement_complaints("run([] { f(); g(); });\n").empty());
}

TEST_CASE("A for heading, an if with an initialiser and a short body are single", "[docs]") {
    CHECK(statement_complaints("for (int i = 0; i < n; ++i) {\n").empty());
    CHECK(statement_complaints("if (auto x = f(); x > 0) {\n").empty());
    CHECK(statement_complaints("int size() const { return size_; }\n").empty());
    CHECK(statement_complaints("f();  // then g();\n").empty());
}
