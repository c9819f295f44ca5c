// demo_options.hpp: the command line of demo_site.
//
// Chapter: none.
// The one thing to know: a wrong argument is a sentence for the user, never a guess.
// Left out on purpose: "--port=8080" in one word, and short options.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/site/site_server.hpp"
#include "core/site/usage_error.hpp"

namespace aio {

// What the user asked for. A value.
struct DemoOptions {
    SiteOptions site;
    bool help = false;
};

// Reads the arguments after the program's name; a later one of the same name wins. Throws
// UsageError.
DemoOptions parse_demo_options(const std::vector<std::string>& arguments);

// What --help prints.
std::string_view demo_help();

}  // namespace aio
