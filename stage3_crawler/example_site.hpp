// example_site.hpp: the site that an example of this stage fetches from.
//
// Chapter: none. The two examples beside the crawler, whole_site_spider and async_worker, take one
// URL or none; this reads their command line and says how they end.
//
// The one thing to know: without a URL this is the bundled site under the name xkcd.com, with the
// latency of slow_site(), so that there is something to wait for. The session gets a mapping for
// that name and goes through the same resolver as for any other.
//
// Left out on purpose: options. An example is changed in its source.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/site/bundled_site.hpp"
#include "core/web/session.hpp"

namespace aio {

// Owned by run_example, for the time of the example.
struct ExampleSite {
    Url url;
    SessionOptions session = {};                     // Knows where the bundled site is.
    std::unique_ptr<BundledSite> bundled = nullptr;  // Null if the user named a site.
};

// A program that can be run on a site. A value.
struct Example {
    std::string name;
    std::string purpose;      // For --help: "Fetches ...", a sentence or a few lines.
    std::string bundled_url;  // Where it begins on the bundled site: "http://xkcd.com/".
    int (*run)(const ExampleSite& site);
};

// `arguments` are those after the program's name. Throws UsageError unless there is one http URL or
// nothing.
ExampleSite choose_site(const std::vector<std::string>& arguments, const std::string& bundled_url);

// What main does: runs the example and returns its exit code. With --help it prints the purpose. An
// exception is a sentence on standard error, with 2 for a wrong argument and 1 for the rest.
int run_example(const Example& example, const std::vector<std::string>& arguments);

}  // namespace aio
