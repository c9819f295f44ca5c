// robots.cpp: lines, groups, patterns.
//
// Chapter: none of its listings; RFC 9309.
// The one thing to know: a group begins with one or more lines "User-agent", and the first rule
// ends that row of names. Other lines, known or not, may stand anywhere and end nothing.
#include "core/web/robots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/web/ascii.hpp"
#include "core/web/seconds.hpp"
#include "core/web/url_bytes.hpp"

namespace aio {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_unreserved(char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

// Without the apostrophe: some clients escape it, as Url does in a query, and some do not.
bool may_stand_in_url(char c) {
    return is_unreserved(c) || std::string_view(":/?#[]@!$&()*+,;=%").find(c) != std::string::npos;
}

// The escape at `at`, as the byte that it stands for; nothing if there is none.
std::optional<char> escaped_byte(std::string_view text, std::size_t at) {
    if (text[at] != '%' || at + 2 >= text.size()) return std::nullopt;
    const int high = hex_value(text[at + 1]);
    const int low = hex_value(text[at + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    return static_cast<char>(high * 16 + low);
}

// One form for all spellings of the same path: escapes of what needs none are decoded, and what
// may not stand in a URL is escaped. In a query ':' and '/' need no escape either.
std::string comparable(std::string_view text) {
    std::string form;
    bool in_query = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = escaped_byte(text, i);
        if (byte && (is_unreserved(*byte) || (in_query && (*byte == ':' || *byte == '/')))) {
            form += *byte;
        } else if (byte) {
            form += text.substr(i, 3);
        } else if (may_stand_in_url(text[i])) {
            form += text[i];
            in_query = in_query || text[i] == '?';
        } else {
            fmt::format_to(std::back_inserter(form), "%{:02X}",
                           static_cast<unsigned char>(text[i]));
        }
        if (byte) i += 2;
    }
    return with_upper_case_escapes(std::move(form));
}

void replace_all(std::string& text, char wanted, std::string_view by, std::size_t end) {
    for (std::size_t at = text.find(wanted); at < end; at = text.find(wanted, at + by.size())) {
        text.replace(at, 1, by);
        end += by.size() - 1;
    }
}

// A URL in which '*' and '$' are written as a pattern has to write them when it means them.
std::string comparable_url(std::string_view path_and_query) {
    std::string form = comparable(path_and_query);
    replace_all(form, '*', "%2A", form.size());
    replace_all(form, '$', "%24", form.size());
    return form;
}

// A pattern's '$' means the end only where it stands last.
std::string comparable_pattern(std::string_view pattern) {
    std::string form = comparable(pattern);
    if (!form.empty()) replace_all(form, '$', "%24", form.size() - 1);
    return form;
}

// Whether `pattern` matches the beginning of `url`, or all of it if it ends in '$'. Each piece
// between two '*' is taken where it is found first, which leaves the most room for the others; so
// nothing is ever tried twice.
bool matches(std::string_view pattern, std::string_view url) {
    const bool to_the_end = pattern.ends_with('$');
    if (to_the_end) pattern.remove_suffix(1);
    const std::size_t star = std::min(pattern.find('*'), pattern.size());
    if (!url.starts_with(pattern.substr(0, star))) return false;
    url.remove_prefix(star);
    pattern.remove_prefix(star);
    if (pattern.empty()) return !to_the_end || url.empty();
    while (!pattern.empty()) {
        pattern.remove_prefix(1);
        const std::string_view piece = pattern.substr(0, pattern.find('*'));
        pattern.remove_prefix(piece.size());
        if (pattern.empty() && to_the_end) return url.ends_with(piece);
        const std::size_t at = url.find(piece);
        if (at == url.npos) return false;
        url.remove_prefix(at + piece.size());
    }
    return true;
}

std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));  // CR LF leaves an empty line behind.
    return line;
}

}  // namespace

// Owned by parse(). Collects the rules of two groups, ours and that for everybody.
class RobotsReader {
  public:
    explicit RobotsReader(std::string_view token) : token_(token) {}

    void read(std::string_view line) {
        line = line.substr(0, line.find('#'));
        const std::size_t colon = line.find(':');
        if (colon == line.npos) return;
        const std::string_view name = without_outer_blanks(line.substr(0, colon));
        const std::string_view value = without_outer_blanks(line.substr(colon + 1));
        if (equals_ignoring_case(name, "user-agent")) {
            start_group(value);
        } else if (equals_ignoring_case(name, "allow")) {
            add_rule(value, true);
        } else if (equals_ignoring_case(name, "disallow")) {
            add_rule(value, false);
        } else if (equals_ignoring_case(name, "crawl-delay")) {
            add_delay(value);
        }
    }

    Robots result() && { return std::move(named_ ? ours_ : everybodys_); }

  private:
    void start_group(std::string_view agent) {
        if (!in_names_) for_us_ = for_everybody_ = false;
        in_names_ = true;
        // "NAME/1.0" is NAME; a token is of letters, '-' and '_'.
        const auto end = std::find_if_not(agent.begin(), agent.end(), [](char c) {
            return is_letter(c) || c == '-' || c == '_';
        });
        const auto length = static_cast<std::size_t>(end - agent.begin());
        if (agent == "*") for_everybody_ = true;
        if (equals_ignoring_case(agent.substr(0, length), token_)) for_us_ = named_ = true;
    }

    void add_rule(std::string_view pattern, bool allow) {
        in_names_ = false;
        if (pattern.empty()) return;  // "Disallow:" disallows nothing.
        if (for_us_) ours_.rules_.push_back({comparable_pattern(pattern), allow});
        if (for_everybody_) everybodys_.rules_.push_back({comparable_pattern(pattern), allow});
    }

    void add_delay(std::string_view value) {
        const auto delay = parse_seconds(value);
        if (!delay) return;
        if (for_us_) ours_.crawl_delay_ = std::max(ours_.crawl_delay_, delay);
        if (for_everybody_) everybodys_.crawl_delay_ = std::max(everybodys_.crawl_delay_, delay);
    }

    std::string_view token_;
    Robots ours_;
    Robots everybodys_;
    bool named_ = false;          // There is a group with our name.
    bool in_names_ = false;       // The line before was a name.
    bool for_us_ = false;         // The group that is being read.
    bool for_everybody_ = false;  // The same.
};

Robots Robots::parse(std::string_view text, std::string_view token) {
    if (text.size() > longest_robots_txt) {
        // Half a line could say more than the whole one: "Disallow: /p" of "Disallow: /private".
        text = text.substr(0, text.find_last_of("\r\n", longest_robots_txt) + 1);
    }
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    RobotsReader reader(token);
    while (!text.empty()) reader.read(take_line(text));
    return std::move(reader).result();
}

bool Robots::allows(std::string_view path_and_query) const {
    if (rules_.empty() || path_and_query == "/robots.txt") return true;
    const std::string url = comparable_url(path_and_query);
    const Rule* decides = nullptr;
    for (const Rule& rule : rules_) {
        const std::size_t length = rule.pattern.size();
        const bool weaker =
            decides != nullptr && (length < decides->pattern.size() ||
                                   (length == decides->pattern.size() && !rule.allow));
        if (!weaker && matches(rule.pattern, url)) decides = &rule;
    }
    return decides == nullptr || decides->allow;
}

}  // namespace aio
