// pages_counts.cpp: walks the site as a crawler does, and compares with counts().
//
// The one thing to know: the walk asks the page function directly. It has no socket, no task and
// no queue, so it is right for reasons that have nothing to do with the crawlers it checks.
#include <deque>
#include <map>
#include <set>

#include "core/site/site_pages.hpp"
#include "core/web/links.hpp"
#include "tests/support/catch.hpp"

namespace {

struct Walk {
    std::map<std::string, int> statuses;  // Of each target that was fetched.
    std::map<std::string, int> types;     // How many of status 200 were of this type.
    std::set<std::string> elsewhere;      // URLs that a crawler of this host does not fetch.
};

class Walker {
  public:
    explicit Walker(int pages) : pages_(pages) {}

    Walk from(const std::string& start) {
        add(aio::Url::parse("http://xkcd.com" + start));
        while (!todo_.empty()) {
            const aio::Url url = todo_.front();
            todo_.pop_front();
            visit(url, aio::site_page(url.target, pages_));
        }
        return walk_;
    }

  private:
    void add(const aio::Url& url) {
        if (!seen_.insert(url.key()).second) return;
        if (url.scheme == "http" && url.host == "xkcd.com") {
            todo_.push_back(url);
        } else {
            walk_.elsewhere.insert(url.str());
        }
    }

    void visit(const aio::Url& url, const aio::SitePage& page) {
        walk_.statuses[url.target] = page.status;
        if (page.status == 200) ++walk_.types[page.type];
        if (!page.location.empty()) add(url.join(page.location));
        if (page.status != 200 || page.type == "image/png") return;
        for (const aio::Url& link : aio::find_links(url, page.body)) add(link);
    }

    int pages_;
    Walk walk_;
    std::set<std::string> seen_;
    std::deque<aio::Url> todo_;
};

int with_status(const Walk& walk, int low, int high) {
    int count = 0;
    for (const auto& [target, status] : walk.statuses)
        count += low <= status && status <= high ? 1 : 0;
    return count;
}

const std::set<std::string> sites_elsewhere = {"http://example.com/", "https://xkcd.com/",
                                               "mailto:reader@example.com"};

}  // namespace

TEST_CASE("A walk over the bundled site finds what counts says", "[site]") {
    for (const int pages : {1, 2, 100, 101, 354}) {
        for (const char* start : {"/", "/353/", "/archive/"}) {
            CAPTURE(pages, start);
            const Walk walk = Walker(pages).from(start);
            const aio::SiteCounts counts = aio::counts(pages);
            CHECK(static_cast<int>(walk.statuses.size()) == counts.urls);
            CHECK(walk.types.at("text/html; charset=utf-8") == counts.html);
            CHECK(walk.types.at("image/png") == counts.images);
            CHECK(with_status(walk, 300, 399) == counts.redirects);
            CHECK(with_status(walk, 404, 404) == counts.missing);
            CHECK(walk.elsewhere == sites_elsewhere);
        }
    }
}

TEST_CASE("The counts of a site with 100 comics are the ones in the header", "[site]") {
    const aio::SiteCounts counts = aio::counts(100);
    CHECK(counts.comics == 100);
    CHECK(counts.archive_pages == 1);
    CHECK(counts.html == 105);
    CHECK(counts.urls == 110);
    CHECK(counts.urls == counts.html + counts.redirects + counts.missing + counts.images);
    CHECK(counts.disallowed + counts.off_site + counts.https + counts.mailto == 4);
    CHECK(aio::counts(101).archive_pages == 2);
    CHECK(aio::counts(100'000).urls == 101'009);
}

TEST_CASE("Without the disallowed page a walk finds one page less", "[site]") {
    const Walk walk = Walker(100).from("/");
    CHECK(walk.statuses.count("/private/") == 1);
    CHECK(walk.statuses.count("/robots.txt") == 0);
    const std::string robots = aio::site_page("/robots.txt", 100).body;
    CHECK(robots == "User-agent: *\nDisallow: /private/\n");
    CHECK(aio::counts(100).disallowed == 1);
}

TEST_CASE("The expression of the chapter finds the links that we find", "[site][L01]") {
    for (const auto& [target, status] : Walker(150).from("/").statuses) {
        CAPTURE(target);
        const aio::SitePage page = aio::site_page(target, 150);
        if (page.type == "image/png") continue;
        CHECK(aio::chapter_hrefs(page.body) == aio::find_hrefs(page.body).values);
    }
}

TEST_CASE("The body of a redirect links to where it leads", "[site][L62]") {
    for (const std::string& target : {std::string("/353"), std::string("/foo")}) {
        const aio::SitePage page = aio::site_page(target, 100);
        const auto links = aio::parse_links("http://xkcd.com" + target, page.body);
        CHECK(links == std::set<std::string>{"/", page.location});
    }
}
