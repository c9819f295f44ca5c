// listings.cpp: finds regions, quotes and links, and compares them (see listings.hpp).
//
// The one thing to know: a marker fills its line. Text that merely mentions one, such as a string
// in a test, is not a marker.
#include "tests/docs/listings.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <utility>

namespace aio::docs {

namespace {

using RegionTable = std::map<std::pair<std::string, std::string>, Region>;

const std::regex marker_line(R"(\s*(//|#) \[(/?)([a-z0-9-]+)\]\s*)");
const std::regex source_line(R"(<!-- listing: (\S+) ([a-z0-9-]+)( \(L[0-9L, -]+\))? -->\s*)");
const std::regex region_link(R"(\[(\S+) ([a-z0-9-]+)\]\(([^)\s]+)\))");

bool is_fence(const std::string& line) { return trimmed(line).compare(0, 3, "```") == 0; }

bool is_cpp_fence(const std::string& line) {
    const std::string info = trimmed(trimmed(line).substr(3));
    const std::string language = info.substr(0, info.find(' '));
    return language == "cpp" || language == "c++" || language == "hpp" || language == "cxx";
}

// The names of everything that is used: quoted by a page, or linked from the table.
std::set<std::pair<std::string, std::string>> used_regions(const std::vector<Quote>& quotes,
                                                           const std::vector<File>& pages) {
    std::set<std::pair<std::string, std::string>> used;
    for (const Quote& quote : quotes) {
        used.emplace(quote.file, quote.region);
    }
    for (const File& page : pages) {
        if (page.name == "docs/README.md") {
            for (const RegionLink& link : region_links_of(page)) {
                used.emplace(link.file, link.region);
            }
        }
    }
    return used;
}

void compare(const Quote& quote, const Region& region, std::vector<Complaint>& complaints) {
    if (quote.text == region.text) {
        return;
    }
    const std::vector<std::string> ours = lines_of(quote.text);
    const std::vector<std::string> theirs = lines_of(region.text);
    const auto differing = std::mismatch(ours.begin(), ours.end(), theirs.begin(), theirs.end());
    const auto offset = static_cast<std::size_t>(differing.first - ours.begin());
    complaints.push_back(
        {quote.page, quote.line + offset,
         fmt::format("differs from region {} of {}:{}\n-- page:\n{}-- source:\n{}", region.name,
                     region.file, region.line, quote.text, region.text)});
}

void check_quotes(const std::vector<Quote>& quotes, const std::vector<File>& sources,
                  const RegionTable& regions, std::vector<Complaint>& complaints) {
    for (const Quote& quote : quotes) {
        const bool known = std::any_of(sources.begin(), sources.end(), [&quote](const File& file) {
            return file.name == quote.file;
        });
        const auto region = regions.find({quote.file, quote.region});
        if (!known) {
            complaints.push_back(
                {quote.page, quote.line, fmt::format("unknown file {}", quote.file)});
        } else if (region == regions.end()) {
            complaints.push_back({quote.page, quote.line,
                                  fmt::format("{} has no region {}; quoted as\n{}", quote.file,
                                              quote.region, quote.text)});
        } else {
            compare(quote, region->second, complaints);
        }
    }
}

}  // namespace

std::vector<Region> regions_of(const File& source, std::vector<Complaint>& complaints) {
    std::vector<Region> open;
    std::vector<Region> closed;
    std::set<std::string> names;
    std::size_t number = 0;
    for (const std::string& line : lines_of(source.text)) {
        ++number;
        std::smatch match;
        if (!std::regex_match(line, match, marker_line)) {
            for (Region& region : open) {
                region.text += line + "\n";
            }
            continue;
        }
        const std::string name = match[3];
        const auto place = std::find_if(open.begin(), open.end(), [&name](const Region& region) {
            return region.name == name;
        });
        if (match[2].length() == 0) {
            if (!names.insert(name).second) {
                complaints.push_back({source.name, number, fmt::format("[{}] is doubled", name)});
            }
            open.push_back({source.name, name, number, {}});
        } else if (place == open.end()) {
            complaints.push_back({source.name, number, fmt::format("[/{}] closes nothing", name)});
        } else {
            closed.push_back(std::move(*place));
            open.erase(place);
        }
    }
    for (const Region& region : open) {
        complaints.push_back(
            {source.name, region.line, fmt::format("[{}] is never closed", region.name)});
    }
    return closed;
}

std::vector<Quote> quotes_of(const File& page, std::vector<Complaint>& complaints) {
    std::vector<Quote> quotes;
    const std::vector<std::string> lines = lines_of(page.text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::smatch match;
        const bool sourced = std::regex_match(lines[i], match, source_line);
        const std::size_t fence = sourced ? i + 1 : i;
        if (fence >= lines.size() || !is_fence(lines[fence])) {
            if (sourced) {
                complaints.push_back({page.name, i + 1, "no fenced block under: " + lines[i]});
            }
            continue;
        }
        std::string text;
        std::size_t end = fence + 1;
        for (; end < lines.size() && !is_fence(lines[end]); ++end) {
            text += lines[end] + "\n";
        }
        if (end == lines.size()) {
            complaints.push_back({page.name, fence + 1, "this block is never closed"});
        } else if (sourced) {
            quotes.push_back({page.name, fence + 2, match[1], match[2], text});
        } else if (is_cpp_fence(lines[fence])) {
            complaints.push_back({page.name, fence + 1, "C++ without a source above it:\n" + text});
        }
        i = end;
    }
    return quotes;
}

std::vector<RegionLink> region_links_of(const File& page) {
    std::vector<RegionLink> links;
    std::size_t number = 0;
    for (const std::string& line : lines_of(page.text)) {
        ++number;
        for (std::sregex_iterator link(line.begin(), line.end(), region_link), end; link != end;
             ++link) {
            links.push_back({number, (*link)[1], (*link)[2], (*link)[3]});
        }
    }
    return links;
}

std::vector<Complaint> check_listings(const std::vector<File>& sources,
                                      const std::vector<File>& pages) {
    std::vector<Complaint> complaints;
    RegionTable regions;
    for (const File& source : sources) {
        for (Region& region : regions_of(source, complaints)) {
            const std::pair key{region.file, region.name};
            regions.emplace(key, std::move(region));
        }
    }
    std::vector<Quote> quotes;
    for (const File& page : pages) {
        for (Quote& quote : quotes_of(page, complaints)) {
            quotes.push_back(std::move(quote));
        }
    }
    check_quotes(quotes, sources, regions, complaints);
    const auto used = used_regions(quotes, pages);
    for (const auto& [key, region] : regions) {
        if (used.count(key) == 0) {
            complaints.push_back(
                {region.file, region.line, fmt::format("no page uses [{}]", region.name)});
        }
    }
    return complaints;
}

}  // namespace aio::docs
