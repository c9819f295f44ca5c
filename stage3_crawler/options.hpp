// options.hpp: the command line of stage 3.
//
// Chapter: the options of its crawler's own command-line program, in both spellings (--max_tasks,
// --max-tasks), as `--name VALUE` or `--name=VALUE`.
// The one thing to know: what is wrong is said in one sentence that names the argument, and the
// program ends with exit code 2 before it has done anything.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/site/site_server.hpp"
#include "core/site/usage_error.hpp"
#include "stage3_crawler/crawler.hpp"

namespace aio {

struct Options {
    std::vector<Url> roots;  // Empty: the bundled site.
    CrawlerOptions crawler = {};
    bool use_select = false;
    bool help = false;
    int verbosity = 1;        // 0 with -q, 2 with -v, 3 with -vv.
    std::string report = {};  // The file for a JSON object per record; empty: none.
    int pages = 100;          // Of the bundled site.
    std::chrono::milliseconds latency{0};
};

// `arguments` without the program's name. Throws UsageError.
Options parse_options(const std::vector<std::string>& arguments);

// The long names of the options that parse_options takes, "--max_tasks" and so on.
std::vector<std::string> option_names();

// The text of --help.
std::string usage();

}  // namespace aio
