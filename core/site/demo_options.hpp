// demo_options.hpp: the command line of demo_site.
//
// Chapter: none.
// The one thing to know: a wrong argument is a sentence for the user, never a guess.
// Left out on purpose: "--port=8080" in one word, and short options.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/site/site_server.hpp"

namespace aio {

// What the user asked for. A value.
struct DemoOptions {
    SiteOptions site;
    bool help = false;
};

// Wrong arguments. what() is a sentence that names the argument.
class UsageError : public std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// Reads the arguments after the program's name; a later one of the same name wins. Throws
// UsageError.
DemoOptions parse_demo_options(const std::vector<std::string>& arguments);

// What --help prints.
std::string_view demo_help();

}  // namespace aio
