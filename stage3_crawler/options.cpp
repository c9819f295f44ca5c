// options.cpp: one row per option.
//
// Chapter: the argument parser of its crawler's command-line program.
// The one thing to know: the table is the only list of options. What --help prints is written by
// hand beside it, and a test compares the two.
#include "stage3_crawler/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>

#include "core/web/seconds.hpp"
#include "stage3_crawler/report.hpp"

namespace aio {

namespace {

// What an option does with its value; an option without one gets an empty text.
struct Action {
    bool takes_value;
    std::function<void(Options&, const std::string& value)> apply;
};

int to_number(const std::string& name, const std::string& value, int least, int most) {
    int number = 0;
    const char* end = value.data() + value.size();
    const auto result = std::from_chars(value.data(), end, number);
    if (result.ec != std::errc() || result.ptr != end || number < least || number > most) {
        throw UsageError(fmt::format("{} takes a whole number from {} to {}, not \"{}\".", name,
                                     least, most, value));
    }
    return number;
}

// 65536 of "64K", 1048576 of "1M".
std::size_t to_bytes(const std::string& name, const std::string& value) {
    constexpr std::size_t most = std::size_t{1} << 40;
    std::size_t number = 0;
    const char* const end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, number);
    const std::string_view unit(stop, static_cast<std::size_t>(end - stop));
    const int shift = unit == "K" || unit == "k" ? 10 : unit == "M" || unit == "m" ? 20 : 0;
    const bool wrong = error != std::errc() || (shift == 0 && !unit.empty());
    if (wrong || number < 1 || number > most >> shift) {
        throw UsageError(fmt::format(
            "{} takes a number of bytes, such as 500, 64K or 8M, not \"{}\".", name, value));
    }
    return number << shift;
}

Duration to_seconds(const std::string& name, const std::string& value) {
    const auto seconds = parse_seconds(value);
    if (seconds) return *seconds;
    throw UsageError(fmt::format("{} takes seconds, such as 2 or 0.5, not \"{}\".", name, value));
}

LinkKinds to_link_kinds(const std::string& value) {
    for (const LinkKinds kinds : {LinkKinds::anchors, LinkKinds::with_link, LinkKinds::any_href}) {
        if (value == name_of(kinds)) return kinds;
    }
    throw UsageError(fmt::format("--links takes pages, all or any-href, not \"{}\".", value));
}

std::regex to_regex(const std::string& value) {
    try {
        return std::regex(value, std::regex::ECMAScript | std::regex::optimize);
    } catch (const std::regex_error& error) {
        throw UsageError(fmt::format(
            "--exclude takes a regular expression, and \"{}\" is none: {}.", value, error.what()));
    }
}

Url to_root(const std::string& argument) {
    try {
        // "example.com:8080/x" has no scheme, though it looks as if it had.
        const bool has_scheme = argument.find("://") != std::string::npos;
        Url url = Url::parse(has_scheme ? argument : "http://" + argument);
        if (url.is_http()) return url;
        throw UsageError(fmt::format("\"{}\" is no http URL.", argument));
    } catch (const UrlError& error) {
        throw UsageError(fmt::format("\"{}\" is no URL to start from: {}", argument, error.what()));
    }
}

const std::map<std::string, Action> actions = {
    {"--max_redirect",
     {true,
      [](Options& o, const std::string& v) {
          o.crawler.max_redirect = to_number("--max_redirect", v, 0, 1000);
      }}},
    {"--max_tries",
     {true,
      [](Options& o, const std::string& v) {
          o.crawler.max_tries = to_number("--max_tries", v, 1, 1000);
      }}},
    {"--max_tasks",
     {true,
      [](Options& o, const std::string& v) {
          o.crawler.max_tasks = to_number("--max_tasks", v, 1, 100'000);
      }}},
    {"--exclude",
     {true, [](Options& o, const std::string& v) { o.crawler.exclude = to_regex(v); }}},
    {"--max_url",
     {true,
      [](Options& o, const std::string& v) {
          o.crawler.url_limits.max_length =
              static_cast<std::size_t>(to_number("--max_url", v, 1, int{longest_link}));
      }}},
    {"--max_depth",
     {true,
      [](Options& o, const std::string& v) {
          o.crawler.url_limits.max_depth =
              static_cast<std::size_t>(to_number("--max_depth", v, 1, int{longest_link}));
      }}},
    {"--max_header",
     {true,
      [](Options& o, const std::string& v) {
          o.crawler.session.limits.max_header_bytes = to_bytes("--max_header", v);
      }}},
    {"--max_body",
     {true,
      [](Options& o, const std::string& v) {
          o.crawler.session.limits.max_body_bytes = to_bytes("--max_body", v);
      }}},
    {"--connect_timeout",
     {true,
      [](Options& o, const std::string& v) {
          o.crawler.session.connect_timeout = to_seconds("--connect_timeout", v);
      }}},
    {"--request_timeout",
     {true,
      [](Options& o, const std::string& v) {
          o.crawler.session.request_timeout = to_seconds("--request_timeout", v);
      }}},
    {"--delay",
     {true, [](Options& o,
               const std::string& v) { o.crawler.politeness.delay = to_seconds("--delay", v); }}},
    {"--ignore_robots",
     {false, [](Options& o, const std::string&) { o.crawler.politeness.ignore_robots = true; }}},
    {"--links",
     {true, [](Options& o, const std::string& v) { o.crawler.link_kinds = to_link_kinds(v); }}},
    {"--report", {true, [](Options& o, const std::string& v) { o.report = v; }}},
    {"--pages",
     {true,
      [](Options& o, const std::string& v) {
          o.pages = to_number("--pages", v, 1, SiteOptions::most_pages);
      }}},
    {"--latency",
     {true,
      [](Options& o, const std::string& v) {
          o.latency = std::chrono::milliseconds(to_number("--latency", v, 0, 3'600'000));
      }}},
    {"--strict", {false, [](Options& o, const std::string&) { o.crawler.strict = true; }}},
    {"--lenient", {false, [](Options& o, const std::string&) { o.crawler.strict = false; }}},
    {"--select", {false, [](Options& o, const std::string&) { o.use_select = true; }}},
    {"--verbose", {false, [](Options& o, const std::string&) { ++o.verbosity; }}},
    {"--quiet", {false, [](Options& o, const std::string&) { o.verbosity = 0; }}},
    {"--help", {false, [](Options& o, const std::string&) { o.help = true; }}},
};

// "-vv" as "--verbose" twice, and so on; anything else as it is, with "-" in names as "_".
std::vector<std::string> long_names(const std::string& argument) {
    static const std::map<char, std::string> letters = {
        {'v', "--verbose"}, {'q', "--quiet"}, {'h', "--help"}};
    if (argument.starts_with("--")) {
        std::string name = argument;
        const std::size_t end = std::min(name.find('='), name.size());
        std::replace(name.begin() + 2, name.begin() + static_cast<std::ptrdiff_t>(end), '-', '_');
        return {name};
    }
    std::vector<std::string> names;
    for (const char letter : argument.substr(1)) {
        const auto found = letters.find(letter);
        if (found == letters.end()) {
            throw UsageError(fmt::format("There is no option \"{}\". Try --help.", argument));
        }
        names.push_back(found->second);
    }
    return names;
}

}  // namespace

Options parse_options(const std::vector<std::string>& arguments) {
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        if (argument.size() < 2 || argument.front() != '-') {
            options.roots.push_back(to_root(argument));
            continue;
        }
        for (const std::string& text : long_names(argument)) {
            const std::size_t equals = text.find('=');
            const std::string name = text.substr(0, equals);
            const auto found = actions.find(name);
            if (found == actions.end()) {
                throw UsageError(fmt::format("There is no option \"{}\". Try --help.", argument));
            }
            std::string value;
            if (equals != std::string::npos) {
                if (!found->second.takes_value) {
                    throw UsageError(fmt::format("{} takes no value.", name));
                }
                value = text.substr(equals + 1);
            } else if (found->second.takes_value) {
                if (++i == arguments.size())
                    throw UsageError(fmt::format("{} takes a value.", name));
                value = arguments[i];
            }
            found->second.apply(options, value);
        }
    }
    return options;
}

std::vector<std::string> option_names() {
    std::vector<std::string> names;
    for (const auto& [name, action] : actions) names.push_back(name);
    return names;
}

std::string usage() {
    return R"(usage: stage3_crawler [OPTION...] [URL...]

Crawls the site of each URL and reports every page. Without a URL it crawls a
small site that it brings along, as http://xkcd.com/.

  --max_tasks N      workers, and so requests at the same time (10)
  --max_redirect N   how many redirects in a row are followed (10)
  --max_tries N      how often a URL is asked for when the network fails (4)
  --exclude REGEX    leave out URLs in which this is found; everything waits while it is
                     looked for, so make it a plain one
  --links KIND       pages: what a reader can click on, and frames (this is the default);
                     all: style sheets and icons too; any-href: whatever has an href
  --strict           only the hosts of the URLs, with or without "www." (this is the default)
  --lenient          every host that ends in the same two labels
  --ignore_robots    do not ask for robots.txt; by default it is asked for and honoured
  --delay SECONDS    between the starts of two requests to one host (0); a longer
                     Crawl-delay in robots.txt wins, up to a minute
  --connect_timeout SECONDS
                     until a request has its connection; 0 is no limit (20)
  --request_timeout SECONDS
                     until it has its answer, body included; 0 is no limit (300). Both count
                     from the time when the request is queued for a connection
  --max_header BYTES
                     how long the head of an answer may be; 64K and 1M are bytes too (256K)
  --max_body BYTES   how long its body may be (64M)
  --max_url BYTES    leave out URLs that are longer, 8192 at most (2048)
  --max_depth N      leave out URLs with more segments in their path (20)
  --report FILE      write a line of JSON on each URL into FILE as soon as it is done
  --select           use select() instead of the system's best selector
  -v, --verbose      say more, on stderr; -vv says still more
  -q, --quiet        print the totals only
  -h, --help         print this

of the small site:
  --pages N          how many comics it has (100)
  --latency MS       how long it takes over each answer, in milliseconds (0)

Names may be written with '-' instead of '_', and values as --name=VALUE.
Ctrl-C stops the crawl and reports. The signal SIGUSR1 (SIGINFO where there is
one) prints what each task waits for.
)";
}

}  // namespace aio
