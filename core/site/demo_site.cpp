// demo_site.cpp: the bundled site as a program, for a browser or curl beside the chapter.
//
// Chapter: none; the programs of the stages bring the same site with them.
// The one thing to know: Ctrl-C is waited for, not handled. SIGINT and SIGTERM are blocked before
// the site's thread starts, and sigwait() takes the first one that arrives.
// Left out on purpose: a log of the requests; curl -v shows more.
#include <fmt/core.h>
#include <signal.h>

#include <cstdio>
#include <system_error>

#include "core/site/bundled_site.hpp"
#include "core/site/demo_options.hpp"
#include "core/web/descriptor_limit.hpp"

namespace {

void wait_for_end(const sigset_t& signals) {
    int signal_number = 0;
    while (::sigwait(&signals, &signal_number) != 0) {
    }
}

int serve(const aio::SiteOptions& options) {
    sigset_t signals;
    ::sigemptyset(&signals);
    ::sigaddset(&signals, SIGINT);
    ::sigaddset(&signals, SIGTERM);
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);

    aio::raise_descriptor_limit();
    const aio::BundledSite site(options);
    const aio::SiteCounts found = aio::counts(options.pages);
    fmt::print("The bundled site is at {} (Ctrl-C ends it)\n", site.url());
    fmt::print(
        "A crawl finds {} URLs here: {} pages ({} of them comics), {} redirects, {} image, "
        "{} missing\n",
        found.urls, found.html, found.comics, found.redirects, found.images, found.missing);
    std::fflush(stdout);
    wait_for_end(signals);
    fmt::print("\n{} requests on {} connections, at most {} at a time\n", site.requests(),
               site.connections(), site.peak_concurrency());
    return 0;
}

}  // namespace

int main(int argc, char* argv[]) {
    try {
        const aio::DemoOptions options = aio::parse_demo_options({argv + 1, argv + argc});
        if (!options.help) return serve(options.site);
        fmt::print("{}", aio::demo_help());
        return 0;
    } catch (const aio::UsageError& error) {
        fmt::print(stderr, "demo_site: {}\n", error.what());
        return 2;
    } catch (const std::system_error& error) {
        fmt::print(stderr, "demo_site: It cannot start: {}. With --port 0 it takes a free port.\n",
                   error.what());
        return 1;
    }
}
