// crawler.hpp: the chapter's crawler with its pages in memory, as short as the chapter's.
//
// Chapter: "Coordinating Coroutines" (L50, L58, L62). The library's own is
// stage3_crawler/crawler.hpp.
//
// The one thing to know: four lines of it look right and are not. The root is put by a coroutine
// that nobody awaits, and is not remembered as seen; a Location is taken as it stands; and where it
// leads is not asked.
//
// Left out on purpose: waiting. An answer is there at once, so one worker without an await is
// enough, and it ends when the queue is empty.
#pragma once

#include <map>
#include <set>
#include <string>

#include "stage3_crawler/sketch/queue.hpp"

namespace sketch {

// What there is at a URL. A status of 300 to 399 is a redirect.
struct Response {
    int status = 200;
    std::map<std::string, std::string> headers = {};
    std::set<std::string> links = {};
};

struct UrlToFetch {
    std::string url;
    int max_redirect;
};

// [crawler-sketch]
// Owned by whoever declares it.
class Crawler {
  public:
    Crawler(std::map<std::string, Response> site, const std::string& root_url, int max_redirect)
        : site_(std::move(site)), max_redirect_(max_redirect) {
        q.put({root_url, max_redirect});
    }

    Queue<UrlToFetch> q;
    std::vector<std::string> fetched;  // In order; what the site does not have is here as well.

    void work() {
        while (!q.empty()) {
            const auto [url, max_redirect] = q.get_nowait();
            fetch(url, max_redirect);
            q.task_done();
        }
    }

  private:
    void fetch(const std::string& url, int max_redirect) {
        const Response response = get(url);
        if (response.status / 100 == 3) {
            if (max_redirect == 0) return;
            const std::string next_url = response.headers.at("location");
            if (seen_urls_.insert(next_url).second) q.put_nowait({next_url, max_redirect - 1});
            return;
        }
        for (const std::string& link : response.links) {
            if (seen_urls_.insert(link).second) q.put_nowait({link, max_redirect_});
        }
    }
    Response get(const std::string& url) {
        fetched.push_back(url);
        return site_.contains(url) ? site_.at(url) : Response{.status = 404};
    }

    std::map<std::string, Response> site_;
    int max_redirect_;
    std::set<std::string> seen_urls_;
};
// [/crawler-sketch]

}  // namespace sketch
