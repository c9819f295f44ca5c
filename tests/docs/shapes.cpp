// shapes.cpp: searches code for what must not stand in it (see shapes.hpp).
//
// The one thing to know: the search starts at each co_await and looks outwards, at the statement,
// the parentheses and the braces around it.
#include "tests/docs/shapes.hpp"

#include "tests/docs/code_text.hpp"

#include <algorithm>
#include <regex>

namespace aio::docs {

namespace {

constexpr std::size_t npos = std::string::npos;

// One file while it is searched.
struct Search {
    const File& file;
    std::string code;
    std::vector<Complaint> complaints;

    void complain(std::size_t position, const std::string& what) {
        const std::size_t line = line_at(code, position);
        complaints.push_back({file.name, line, what + ":\n" + lines_of(file.text)[line - 1]});
    }
};

// Where co_await and co_yield stand; with `returns`, co_return too.
std::vector<std::size_t> coroutine_words(const std::string& code, bool returns) {
    std::vector<std::size_t> positions;
    for (std::size_t i = code.find("co_"); i != npos; i = code.find("co_", i + 1)) {
        if (word_at(code, i, "co_await") || word_at(code, i, "co_yield") ||
            (returns && word_at(code, i, "co_return"))) {
            positions.push_back(i);
        }
    }
    return positions;
}

// True if there is a ';' or, for a range-for, a ':' between these brackets and in no inner ones.
bool directly_holds(const std::string& code, std::size_t open, char wanted) {
    const std::size_t end = closing_bracket(code, open);
    for (std::size_t i = open + 1; i < end; ++i) {
        if (code[i] == wanted && code[i + 1] != ':' && code[i - 1] != ':') {
            return true;
        }
        if (code[i] == '(' || code[i] == '{' || code[i] == '[') {
            i = closing_bracket(code, i);
        }
    }
    return false;
}

bool is_range_for(const std::string& code, std::size_t open) {
    return !directly_holds(code, open, ';') && directly_holds(code, open, ':');
}

// Looks at the parentheses around an await, from the inside out, up to the statement's brace.
void check_parentheses(Search& search, std::size_t await) {
    static const std::regex macro("(REQUIRE|CHECK|INFO|CAPTURE|WARN|FAIL|SECTION)[A-Z_]*");
    for (std::size_t open = enclosing_bracket(search.code, await);
         open != npos && search.code[open] != '{'; open = enclosing_bracket(search.code, open)) {
        const std::string word = word_before(search.code, open);
        const bool plain_for = word == "for" && !is_range_for(search.code, open);
        if (word == "if" || word == "while" || word == "switch" || plain_for) {
            search.complain(await, "co_await in the condition of " + word);
        } else if (std::regex_match(word, macro)) {
            search.complain(await, "co_await inside " + word);
        }
    }
}

void check_braces(Search& search, std::size_t await) {
    std::size_t open = enclosing_bracket(search.code, await);
    while (open != npos && search.code[open] != '{') {
        open = enclosing_bracket(search.code, open);
    }
    if (open != npos && opens_initialiser(search.code, open)) {
        search.complain(await, "co_await inside the braces of an initialiser");
    }
}

void check_conditional(Search& search, std::size_t await) {
    const std::size_t start = statement_start(search.code, await);
    const std::size_t end = std::min(search.code.find_first_of(";{}", await), search.code.size());
    if (search.code.find('?', start) < end) {
        search.complain(await, "co_await in a statement with ?:");
    }
}

// A lambda with captures: where its '[' stands, and its body's braces.
struct Lambda {
    std::size_t start;
    std::size_t body;
    std::size_t end;
    bool captures;
};

std::vector<Lambda> lambdas_of(const std::string& code) {
    static const std::regex subscript(R"([\w)\]"])");
    std::vector<Lambda> lambdas;
    for (std::size_t i = code.find('['); i != npos; i = code.find('[', i + 1)) {
        const std::size_t close = closing_bracket(code, i);
        const std::size_t body = std::min(code.find_first_of(";{", close), code.size());
        const bool indexes = i > 0 && std::regex_match(code.substr(i - 1, 1), subscript);
        const bool attribute = code[i + 1] == '[' || (i > 0 && code[i - 1] == '[');
        const std::size_t next = code.find_first_not_of(" \n", close + 1);
        const bool introduces = next != npos && (code[next] == '(' || code[next] == '{' ||
                                                 word_at(code, next, "mutable"));
        if (!indexes && !attribute && introduces && body < code.size() && code[body] == '{') {
            lambdas.push_back({i, body, closing_bracket(code, body), close > i + 1});
        }
    }
    return lambdas;
}

void check_lambdas(Search& search) {
    const std::vector<Lambda> lambdas = lambdas_of(search.code);
    for (const std::size_t word : coroutine_words(search.code, true)) {
        const Lambda* innermost = nullptr;
        for (const Lambda& lambda : lambdas) {
            if (lambda.body < word && word < lambda.end) {
                innermost = &lambda;
            }
        }
        if (innermost != nullptr && innermost->captures) {
            search.complain(word, "a lambda with captures is a coroutine");
        }
    }
    for (const Lambda& lambda : lambdas) {
        const std::size_t start = statement_start(search.code, lambda.start);
        const std::string before = search.code.substr(start, lambda.start - start);
        if (lambda.captures && !coroutine_words(before, false).empty()) {
            search.complain(lambda.start, "a lambda with captures in a statement that awaits");
        }
    }
}

}  // namespace

std::vector<Complaint> check_coroutine_shapes(const File& file) {
    Search search{file, code_only(file.text), {}};
    for (const std::size_t await : coroutine_words(search.code, false)) {
        check_parentheses(search, await);
        check_conditional(search, await);
        check_braces(search, await);
    }
    check_lambdas(search);
    return search.complaints;
}

std::vector<Complaint> check_sleeps(const File& file) {
    static const std::regex sleep(
        R"(\b(sleep_(for|until)|usleep|nanosleep|clock_nanosleep)\b|(^|[^\w:])::sleep\s*\()");
    Search search{file, code_only(file.text), {}};
    const std::string& code = search.code;
    for (std::sregex_iterator found(code.begin(), code.end(), sleep), end; found != end; ++found) {
        const std::size_t position = static_cast<std::size_t>(found->position());
        search.complain(code.find("sleep", position), "a test must not sleep");
    }
    return search.complaints;
}

}  // namespace aio::docs
