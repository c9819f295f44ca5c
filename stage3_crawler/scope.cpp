// scope.cpp: comparing hosts.
//
// Chapter: the crawler's host_okay and its two helpers.
// The one thing to know: the chapter's program joins the last two labels without their dot, so
// that its lenient rule takes exam.plecom for example.com. Here the dot stays.
#include "stage3_crawler/scope.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace aio {

namespace {

std::string without_last_dot(std::string host) {
    if (host.ends_with('.')) host.pop_back();
    return host;
}

bool is_address(std::string_view host) {
    const bool has_letters = std::any_of(host.begin(), host.end(),
                                         [](char c) { return c != '.' && (c < '0' || c > '9'); });
    return !has_letters || host.find(':') != std::string_view::npos;
}

std::string last_two_labels(const std::string& host) {
    const std::size_t last = host.rfind('.');
    if (last == std::string::npos || last == 0) return host;
    const std::size_t before = host.rfind('.', last - 1);
    return before == std::string::npos ? host : host.substr(before + 1);
}

// The key is put together only for a URL that comes near the limit.
bool longer_than(std::size_t limit, const Url& url) {
    constexpr std::size_t rest = 20;  // "https://", "@", "[]", ":65535".
    const std::size_t parts = url.userinfo.size() + url.host.size() + url.target.size();
    return parts + rest > limit && url.key().size() > limit;
}

std::size_t depth(const Url& url) {
    const auto end = url.target.begin() +
                     static_cast<std::ptrdiff_t>(std::min(url.target.find('?'), url.target.size()));
    return static_cast<std::size_t>(std::count(url.target.begin(), end, '/'));
}

}  // namespace

Scope::Scope(const std::vector<Url>& roots, bool strict, std::optional<std::regex> exclude,
             const UrlLimits& limits)
    : strict_(strict), exclude_(std::move(exclude)), limits_(limits) {
    for (const Url& root : roots) {
        const std::string host = without_last_dot(root.host);
        if (host.empty()) continue;
        hosts_.insert(strict_ || is_address(host) ? host : last_two_labels(host));
    }
}

bool Scope::host_okay(const std::string& full_host) const {
    const std::string host = without_last_dot(full_host);
    if (hosts_.contains(host)) return true;
    if (host.empty() || is_address(host)) return false;
    if (!strict_) return hosts_.contains(last_two_labels(host));
    if (!host.starts_with("www.")) return hosts_.contains("www." + host);
    const std::string bare = host.substr(4);
    return !is_address(bare) && hosts_.contains(bare);
}

std::optional<OutOfScope> Scope::refuses(const Url& url) const {
    if (!url.is_http()) return OutOfScope::not_http;
    if (!host_okay(url.host)) return OutOfScope::off_site;
    if (longer_than(limits_.max_length, url)) return OutOfScope::too_long;
    if (depth(url) > limits_.max_depth) return OutOfScope::too_deep;
    if (exclude_ && std::regex_search(url.str(), *exclude_)) return OutOfScope::excluded;
    if (url.is_https()) return OutOfScope::https;
    return std::nullopt;
}

}  // namespace aio
