// crawl_options.hpp: the command line of the programs of stages 1 and 2.
//
// Chapter: none; its sketches have their site in the source.
// The one thing to know: a wrong argument is a sentence for the user, and exit code 2.
// Left out on purpose: everything else. The options of the crawler's own program are in stage 3.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/site/demo_options.hpp"

namespace aio {

// What the user asked for. A value.
struct CrawlOptions {
    std::optional<std::string> url;  // None: the bundled site.
    bool break_parser = false;       // parse_links shall throw (L14).
    bool help = false;
};

// Reads the arguments after the program's name. Throws UsageError.
CrawlOptions parse_crawl_options(const std::vector<std::string>& arguments);

// What --help prints.
std::string crawl_help(const std::string& program);

}  // namespace aio
