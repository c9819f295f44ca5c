// crawl_options.cpp: reads the command line of stages 1 and 2 (see crawl_options.hpp).
//
// The one thing to know: what does not begin with "-" is the URL, and there is one at most.
#include "core/site/crawl_options.hpp"

#include <fmt/core.h>

namespace aio {

CrawlOptions parse_crawl_options(const std::vector<std::string>& arguments) {
    CrawlOptions options;
    for (const std::string& argument : arguments) {
        if (argument == "--help") {
            options.help = true;
        } else if (argument == "--break-parser") {
            options.break_parser = true;
        } else if (argument.starts_with('-')) {
            throw UsageError(
                fmt::format("There is no option \"{}\"; --help lists them.", argument));
        } else if (options.url) {
            throw UsageError(fmt::format("One URL at a time: \"{}\" is one too many.", argument));
        } else {
            options.url = argument;
        }
    }
    return options;
}

std::string crawl_help(const std::string& program) {
    return fmt::format(
        "Usage: {} [--break-parser] [URL]\n"
        "\n"
        "Crawls one host over plain http, from URL on, and prints each path when it is fetched.\n"
        "Without a URL it crawls the bundled site, as http://xkcd.com/. As in the chapter there\n"
        "is no limit on concurrency: each new link is fetched at once, so name a site of yours.\n"
        "\n"
        "  --break-parser  let parse_links throw, to see what the trace of its exception names\n"
        "  --help          print this and end\n"
        "\n"
        "Exit codes: 0 if each URL was answered, 1 if one failed, 2 for a wrong argument.\n",
        program);
}

}  // namespace aio
