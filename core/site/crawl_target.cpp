// crawl_target.cpp: starts the bundled site, or looks a host up (see crawl_target.hpp).
//
// The one thing to know: a URL that cannot be crawled is a wrong argument, and said so in a
// sentence, before the first connection.
#include "core/site/crawl_target.hpp"

#include <fmt/core.h>

#include "core/site/demo_options.hpp"
#include "core/web/request_errors.hpp"
#include "core/web/resolver.hpp"

namespace aio {

namespace {

Url parse_root(const std::string& text) {
    try {
        const Url url = Url::parse(text);
        if (url.scheme == "http") return url;
        throw UsageError(
            fmt::format("{} is not supported: this program speaks plain http, as in "
                        "http://xkcd.com/.",
                        url.str()));
    } catch (const UrlError& error) {
        throw UsageError(
            fmt::format("{}; a URL to crawl looks like http://xkcd.com/.", error.what()));
    }
}

}  // namespace

SiteOptions slow_site() {
    SiteOptions options;
    options.latency = std::chrono::milliseconds(20);
    options.latency_spread = std::chrono::milliseconds(30);
    return options;
}

CrawlTarget choose_target(const std::optional<std::string>& url) {
    if (url) {
        Url root = parse_root(*url);
        root.fragment.reset();
        return {root, look_up_address(root), nullptr};
    }
    auto site = std::make_unique<BundledSite>(slow_site());
    const Address address = Address::ipv4_loopback(site->port());
    return {Url::parse("http://xkcd.com/"), address, std::move(site)};
}

Address look_up_address(const Url& url) {
    if (const auto numeric = Address::from_numeric(url.host, url.port)) return *numeric;
    std::vector<Address> addresses;
    try {
        addresses = system_look_up(url.host);
    } catch (const std::exception& error) {
        throw ResolveError(
            fmt::format("the name {} cannot be resolved: {}", url.host, error.what()));
    }
    Address chosen = addresses.front();
    for (const Address& address : addresses) {
        if (chosen.family() == AF_INET) break;
        if (address.family() == AF_INET) chosen = address;
    }
    chosen.set_port(url.port);
    return chosen;
}

}  // namespace aio
