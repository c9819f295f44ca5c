// crawl_target.hpp: the site that a program of stage 1 or 2 crawls, and where its host is.
//
// Chapter: ('xkcd.com', 80), which its sketches pass to connect.
// The one thing to know: without a URL this is the bundled site under the name xkcd.com. Its
// answers are held back by 20 to 50 ms, as on the internet: otherwise there would be nothing to
// wait for, and no difference to see.
// Left out on purpose: looking a name up without blocking. The chapter's connect blocks for it, and
// so does this, once, before the crawl begins. Stage 3 has a Resolver.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/site/bundled_site.hpp"
#include "core/web/address.hpp"
#include "core/web/url.hpp"

namespace aio {

// How slow the bundled site is where a reader shall see concurrency.
SiteOptions slow_site();

// Owned by the main function, for the time of the crawl.
struct CrawlTarget {
    Url root;         // Where the crawl begins, "http://xkcd.com/"; it stays on this host.
    Address address;  // Where that host is.
    std::unique_ptr<BundledSite> bundled;  // Null if the user named a site.
};

// The site at `url`, or the bundled one. Throws UsageError if `url` is no http URL, ResolveError if
// its host has no address.
CrawlTarget choose_target(const std::optional<std::string>& url);

// The address to connect to for `url`. May block for seconds. IPv4 if there is a choice, as in the
// chapter, whose socket.socket() knows nothing else. Throws ResolveError.
Address look_up_address(const Url& url);

}  // namespace aio
