// listing_table.cpp: reads the table of listings and compares it (see listing_table.hpp).
//
// The one thing to know: a link's text names file and region, its target is the same file as seen
// from docs/.
#include "tests/docs/listing_table.hpp"

#include "tests/docs/links.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <regex>

namespace aio::docs {

namespace {

constexpr std::size_t number_of_listings = 68;

std::string without_backquotes(const std::string& cell) {
    const std::string text = cell.size() > 1 && cell.front() == '`' && cell.back() == '`'
                                 ? cell.substr(1, cell.size() - 2)
                                 : cell;
    return text == "-" ? "" : text;
}

// What is wrong with the row's links; empty if nothing is.
std::string fault_of_place(const File& page, const ListingRow& row,
                           const std::vector<Region>& regions) {
    static const std::regex repeated("see L[0-9]{2}(, L[0-9]{2})*");
    const std::vector<RegionLink> links = region_links_of({page.name, row.place});
    if (links.empty() && !not_built_yet(row) && !std::regex_match(row.place, repeated)) {
        return "neither a link to a region nor \"see\" nor \"not built yet\": " + row.place;
    }
    for (const RegionLink& link : links) {
        if (linked_file(page.name, link.target) != link.file) {
            return fmt::format("the link to {} leads to {}", link.file, link.target);
        }
        const bool exists =
            std::any_of(regions.begin(), regions.end(), [&link](const Region& region) {
                return region.file == link.file && region.name == link.region;
            });
        if (!exists) {
            return fmt::format("{} has no region {}", link.file, link.region);
        }
    }
    return {};
}

}  // namespace

std::vector<ListingRow> listing_rows_of(const File& page) {
    static const std::regex id("L[0-9]{2}");
    std::vector<ListingRow> rows;
    std::size_t number = 0;
    for (const std::string& line : lines_of(page.text)) {
        ++number;
        const std::vector<std::string> cells = table_cells(line);
        if (cells.size() == 6 && std::regex_match(cells[0], id)) {
            rows.push_back({number, cells[0], cells[3], without_backquotes(cells[4]),
                            without_backquotes(cells[5])});
        }
    }
    return rows;
}

bool not_built_yet(const ListingRow& row) {
    return row.place.compare(0, 14, "not built yet:") == 0;
}

std::vector<Complaint> check_listing_table(const File& page, const std::vector<Region>& regions,
                                           const std::set<std::string>& tags,
                                           const std::map<std::string, std::string>& programs) {
    std::vector<Complaint> complaints;
    const std::vector<ListingRow> rows = listing_rows_of(page);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ListingRow& row = rows[i];
        const auto complain = [&](const std::string& text) {
            complaints.push_back({page.name, row.line, row.id + ": " + text});
        };
        if (const std::string expected = fmt::format("L{:02}", i + 1); row.id != expected) {
            complain("here should be " + expected);
        }
        if (const std::string fault = fault_of_place(page, row, regions); !fault.empty()) {
            complain(fault);
        }
        if (not_built_yet(row)) {
            continue;
        }
        if (!row.tag.empty() && tags.count(row.tag.substr(1, row.tag.size() - 2)) == 0) {
            complain("no test program has the tag " + row.tag);
        }
        if (!row.program.empty() && programs.count(row.program) == 0) {
            complain("there is no program " + row.program);
        }
    }
    if (rows.size() != number_of_listings) {
        complaints.push_back(
            {page.name, 1,
             fmt::format("{} rows of listings, {} expected", rows.size(), number_of_listings)});
    }
    return complaints;
}

}  // namespace aio::docs
