// demo_options.cpp: reads the command line of demo_site (see demo_options.hpp).
//
// The one thing to know: every option but --help takes a whole number, and the table says which.
#include "core/site/demo_options.hpp"

#include <fmt/core.h>

#include <array>
#include <charconv>
#include <chrono>

namespace aio {

namespace {

struct NumberOption {
    std::string_view name;
    int low;
    int high;
    void (*set)(SiteOptions& site, int value);
};

constexpr std::array<NumberOption, 4> number_options = {{
    {"--port", 0, 65535,
     [](SiteOptions& site, int value) { site.port = static_cast<std::uint16_t>(value); }},
    {"--pages", 1, SiteOptions::most_pages,
     [](SiteOptions& site, int value) { site.pages = value; }},
    {"--latency", 0, 60'000,
     [](SiteOptions& site, int value) { site.latency = std::chrono::milliseconds(value); }},
    {"--latency-spread", 0, 60'000,
     [](SiteOptions& site, int value) { site.latency_spread = std::chrono::milliseconds(value); }},
}};

const NumberOption& find_option(const std::string& name) {
    for (const NumberOption& option : number_options) {
        if (option.name == name) return option;
    }
    throw UsageError(fmt::format("There is no option \"{}\"; --help lists them.", name));
}

int parse_number(const NumberOption& option, const std::string& text) {
    int value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (stop != end || error != std::errc() || value < option.low || value > option.high) {
        throw UsageError(fmt::format("{} is a whole number from {} to {}, not \"{}\".", option.name,
                                     option.low, option.high, text));
    }
    return value;
}

}  // namespace

DemoOptions parse_demo_options(const std::vector<std::string>& arguments) {
    DemoOptions options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == "--help") {
            options.help = true;
            continue;
        }
        const NumberOption& option = find_option(arguments[i]);
        if (++i == arguments.size()) {
            throw UsageError(fmt::format("{} needs a number after it.", option.name));
        }
        option.set(options.site, parse_number(option, arguments[i]));
    }
    return options;
}

std::string_view demo_help() {
    return "Usage: demo_site [--port N] [--pages N] [--latency MS] [--latency-spread MS]\n"
           "\n"
           "Serves the bundled site, a small copy of xkcd.com, on 127.0.0.1 until Ctrl-C.\n"
           "\n"
           "  --port N             listen on this port; 0, the default, takes any free one\n"
           "  --pages N            how many comics there are; 100 by default\n"
           "  --latency MS         hold each answer back for so many milliseconds; 0 by default\n"
           "  --latency-spread MS  and for up to so many more, depending on the path; 0 by "
           "default\n"
           "  --help               print this and end\n"
           "\n"
           "Exit codes: 0 after Ctrl-C, 1 if it cannot listen, 2 for a wrong argument.\n";
}

}  // namespace aio
