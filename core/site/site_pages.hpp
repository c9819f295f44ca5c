// site_pages.hpp: what the bundled site answers to each path.
//
// Chapter: its crawler visits http://xkcd.com/ (L09, L49), with the redirects of "Coordinating
// Coroutines" (L60, L61, and the figure of foo, bar and baz). This is a small imitation of it.
//
// With P pages there are P comics. The newest is 353, or P if that is more; the oldest is
// newest - P + 1. A crawl that starts at / or at any comic finds these paths, each on its own host:
//   /                       html   the newest comic, and a list of links to the rows below
//   /N/                     html   a comic: links to first, previous, random, next, newest, archive
//   /archive/  /archive/K/  html   100 comics each, newest first; K is 2, 3, ... to ceil(P / 100)
//   /chunked/               html   sent chunked to a client of HTTP/1.1
//   /private/               html   /robots.txt asks not to fetch it
//   /baz                    html   no page links to it: only the next two lead there
//   /foo  /bar              302    both to /baz
//   /353                    301    to /353/
//   /image.png              image
//   /missing/               404
// and one link each to http://example.com/, to https://xkcd.com/ (which takes TLS), to a mailto:
// address and to a fragment of a comic. So there are P + ceil(P / 100) + 9 URLs to fetch, 110 for
// P = 100, and 3 more that are found and not fetched; counts() has the figures one by one.
// No page links to /robots.txt. Stage 3 asks for it first and leaves /private/ out: for P = 100 it
// sends 110 requests too, and has 109 answers and one record of a URL left out. A page's path
// without its last slash redirects to the page; every other path is answered 404. A query ("?x=1")
// is ignored.
//
// The one thing to know: these are plain functions of the path and P. Nothing is stored, so that
// 100,000 pages take no more memory than 10, and a page is at most about 8 KB, an archive page.
//
// Left out on purpose: style sheets and scripts, so that href stands in links only.
#pragma once

#include <string>
#include <string_view>

namespace aio {

// What to send for one path. A value, owned by whoever asked for it.
struct SitePage {
    int status = 200;
    std::string type = "text/html; charset=utf-8";
    std::string location = {};  // Where a redirect leads, as a path; else empty.
    std::string body = {};
    bool chunked = false;  // To be sent in chunks if the client can read them.
};

// The answer to GET `path`, of a site with `pages` comics (at least 1).
SitePage site_page(std::string_view path, int pages);

// The links of a comic. Numbers are from first_comic() to newest_comic().
int first_comic(int pages);
int newest_comic(int pages);
// Always the same for the same number, and well spread.
int random_comic(int number, int pages);

// What a crawl finds that starts at / or at a comic and follows each link and redirect once.
struct SiteCounts {
    int comics;
    int archive_pages;
    int html;        // Answered 200: the comics, the archive and four more.
    int redirects;   // 3
    int missing;     // 1, answered 404.
    int images;      // 1
    int urls;        // The sum of the four above: what is fetched, one request each.
    int disallowed;  // How many of `html` the robots.txt asks not to fetch: 1.
    int off_site;    // 1: another host.
    int https;       // 1: the same host, if the site is visited as xkcd.com.
    int mailto;      // 1
};
SiteCounts counts(int pages);

}  // namespace aio
