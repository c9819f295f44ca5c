// example_site.cpp: reads the command line of an example, and runs it (see example_site.hpp).
//
// The one thing to know: what is wrong with the URL is said before the first connection.
#include "stage3_crawler/example_site.hpp"

#include <fmt/core.h>

#include <cstdio>

#include "core/site/crawl_target.hpp"
#include "core/site/usage_error.hpp"

namespace aio {

namespace {

Url parse_http_url(const std::string& text) {
    try {
        const Url url = Url::parse(text);
        if (url.scheme == "http") return url;
        throw UsageError(fmt::format("{} is not supported: this program speaks plain http.", text));
    } catch (const UrlError& error) {
        throw UsageError(fmt::format("{}; a URL looks like http://xkcd.com/.", error.what()));
    }
}

}  // namespace

ExampleSite choose_site(const std::vector<std::string>& arguments, const std::string& bundled_url) {
    if (arguments.size() > 1) {
        throw UsageError(fmt::format("One URL at a time: \"{}\" is one too many.", arguments[1]));
    }
    if (!arguments.empty()) {
        if (!arguments[0].starts_with('-')) return {parse_http_url(arguments[0])};
        throw UsageError(fmt::format("There is no option \"{}\", only --help.", arguments[0]));
    }
    ExampleSite site{Url::parse(bundled_url)};
    site.bundled = std::make_unique<BundledSite>(slow_site());
    site.session.hostname_mapping[site.url.host] =
        fmt::format("{}:{}", site.bundled->host(), site.bundled->port());
    return site;
}

int run_example(const Example& example, const std::vector<std::string>& arguments) {
    try {
        if (arguments == std::vector<std::string>{"--help"}) {
            fmt::print("Usage: {} [URL]\n\n{}\nWithout a URL it uses the bundled site.\n",
                       example.name, example.purpose);
            return 0;
        }
        return example.run(choose_site(arguments, example.bundled_url));
    } catch (const UsageError& error) {
        fmt::print(stderr, "{}: {}\n", example.name, error.what());
        return 2;
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}: {}\n", example.name, error.what());
        return 1;
    }
}

}  // namespace aio
