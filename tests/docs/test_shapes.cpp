// test_shapes.cpp: no coroutine shape that a supported compiler gets wrong, no sleep in a test.
//
// The first two tests read the repository; the others show on one line of text that each shape is
// found, and that its cure is not.
//
// The one thing to know: the samples write AWAIT and NAP, so that no plain search of the sources
// takes them for the real thing.
#include "tests/docs/shapes.hpp"
#include "tests/support/catch.hpp"

#include <regex>

using namespace aio::docs;

namespace {

File sample(const std::string& text) {
    const std::string awaiting = std::regex_replace(text, std::regex("AWAIT"), "co_await");
    return {"a.cpp", std::regex_replace(awaiting, std::regex("NAP"), "sleep")};
}

// True if exactly one thing is wrong with the sample, in its first line, and is described so.
bool finds(const std::string& text, const std::string& description) {
    const std::vector<Complaint> complaints = check_coroutine_shapes(sample(text));
    const std::string all = to_text(complaints);
    INFO(all);
    CHECK(complaints.size() == 1);
    return all.find("a.cpp:1: ") == 0 && all.find(description) != std::string::npos;
}

bool accepts(const std::string& text) {
    const std::string all = to_text(check_coroutine_shapes(sample(text)));
    INFO(all);
    CHECK(all.empty());
    return all.empty();
}

}  // namespace

TEST_CASE("No source has a coroutine shape that a compiler gets wrong", "[docs][shapes]") {
    for (const File& file : cpp_files()) {
        const std::string text = to_text(check_coroutine_shapes(file));
        INFO(text);
        CHECK(text.empty());
    }
}

TEST_CASE("No test sleeps", "[docs][shapes]") {
    for (const File& file : cpp_files()) {
        const std::string text =
            file.name.compare(0, 6, "tests/") == 0 ? to_text(check_sleeps(file)) : "";
        INFO(text);
        CHECK(text.empty());
    }
}

TEST_CASE("An await in a condition is found", "[docs][shapes]") {
    CHECK(finds("if (AWAIT ready()) {\n}\n", "in the condition of if"));
    CHECK(finds("while (x < AWAIT next(1)) {\n}\n", "in the condition of while"));
    CHECK(finds("do {} while (AWAIT more());\n", "in the condition of while"));
    CHECK(finds("switch (AWAIT kind()) {\n}\n", "in the condition of switch"));
    CHECK(finds("for (int i = 0; i < AWAIT size(); ++i) {\n}\n", "in the condition of for"));
}

TEST_CASE("A condition over several lines is found, too", "[docs][shapes]") {
    const std::string all =
        to_text(check_coroutine_shapes(sample("if (a &&\n    AWAIT b()) {\n}\n")));
    CHECK(all.find("a.cpp:2: co_await in the condition of if") == 0);
}

TEST_CASE("An awaited value that is bound first is accepted", "[docs][shapes]") {
    CHECK(accepts("const bool more = AWAIT ready();\nif (more) {\n    AWAIT read();\n}\n"));
    CHECK(accepts("auto [url, left] = AWAIT queue.get();\n"));
}

TEST_CASE("A range-for over an awaited container is accepted", "[docs][shapes]") {
    CHECK(
        accepts("Coro<void> f() {\n    for (auto& x : AWAIT all()) {\n        g(x);\n    }\n}\n"));
    CHECK(accepts("for (const std::string& x : AWAIT all()) {\n}\n"));
}

TEST_CASE("An await in either branch of a conditional is found", "[docs][shapes]") {
    CHECK(finds("int x = b ? AWAIT f() : 0;\n", "in a statement with ?:"));
    CHECK(finds("int x = b ? 0 : AWAIT f();\n", "in a statement with ?:"));
    CHECK(finds("int x = AWAIT f() ? 0 : 1;\n", "in a statement with ?:"));
    CHECK(accepts("int x = b ? 1 : 0;\nAWAIT f(x);\n"));
}

TEST_CASE("An await inside a test macro is found", "[docs][shapes]") {
    CHECK(finds("REQUIRE(AWAIT f() == 1);\n", "inside REQUIRE"));
    CHECK(finds("CHECK_THROWS_AS(AWAIT f(), int);\n", "inside CHECK_THROWS_AS"));
    CHECK(accepts("const int x = AWAIT f();\nREQUIRE(x == 1);\n"));
}

TEST_CASE("An await inside the braces of an initialiser is found", "[docs][shapes]") {
    CHECK(finds("Point p{AWAIT x(), 1};\n", "inside the braces"));
    CHECK(finds("Point p = {AWAIT x(), 1};\n", "inside the braces"));
    CHECK(finds("f({1, g(AWAIT x())});\n", "inside the braces"));
    CHECK(finds("co_return {1, AWAIT x()};\n", "inside the braces"));
    CHECK(accepts("auto f() -> Coro<int> { co_return AWAIT x(); }\n"));
    CHECK(accepts("try {\n    AWAIT x();\n} catch (int) {\n}\n"));
}

TEST_CASE("A lambda with captures that is a coroutine is found", "[docs][shapes]") {
    CHECK(finds("auto t = [&]() -> Coro<int> { co_return 1; };\n", "captures is a coroutine"));
    CHECK(finds("auto t = [x](int y) -> Coro<void> { AWAIT f(x, y); };\n", "is a coroutine"));
    CHECK(accepts("auto t = [](int x) -> Coro<int> { co_return x; };\n"));
    CHECK(accepts("auto t = [&] { run([](int x) -> Coro<int> { co_return x; }(1)); };\n"));
}

TEST_CASE("A lambda with captures in a statement that awaits is found", "[docs][shapes]") {
    CHECK(finds("const int v = AWAIT run([s] { return s.size(); });\n", "statement that awaits"));
    CHECK(accepts("selector.on(fd, [&f] { f.set_result(); });\nAWAIT f;\n"));
    CHECK(accepts("AWAIT run(table[i]);\n"));
}

TEST_CASE("A shape in a comment or in a string is an example", "[docs][shapes]") {
    CHECK(accepts("// if (AWAIT ready()) {}\n/* REQUIRE(AWAIT f()); */\n"));
    CHECK(accepts("auto s = \"if (AWAIT ready())\";\nauto r = R\"x(REQUIRE(AWAIT f());)x\";\n"));
}

TEST_CASE("Every way to sleep is found, and the loop's own sleep is not", "[docs][shapes]") {
    for (const char* text : {"std::this_thread::NAP_for(1ms);", "std::this_thread::NAP_until(t);",
                             "uNAP(10);", "::NAP(1);", "nanoNAP(&t, nullptr);"}) {
        CAPTURE(text);
        CHECK(check_sleeps(sample(text)).size() == 1);
    }
    CHECK(check_sleeps(sample("AWAIT aio::NAP(loop, 1ms);\nAWAIT NAP(loop, 1ms);\n")).empty());
}
