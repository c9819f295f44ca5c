// listings.hpp: compares the book's listings with the regions of source files that they quote.
//
// A region stands between the comment lines "[name]" and "[/name]" of a source file. A page quotes
// it in a fenced block, and the line above the block says which region that is:
//     <!-- listing: core/loop/future.hpp future-set-result (L29) -->
//
// The one thing to know: the text is compared byte for byte, indentation included. Regions may
// lie inside one another; marker lines are never part of a region's text.
//
// Left out on purpose: changing a page. A page that differs is mended by hand, and read again.
#pragma once

#include "tests/docs/source_tree.hpp"

namespace aio::docs {

// A named part of a source file; `line` is where its opening marker stands.
struct Region {
    std::string file;
    std::string name;
    std::size_t line;
    std::string text;
};

// A fenced block of a page that claims to be a region; `line` is the block's first line of text.
struct Quote {
    std::string page;
    std::size_t line;
    std::string file;
    std::string region;
    std::string text;
};

// A link of the table of listings that names a region: [file region](target).
struct RegionLink {
    std::size_t line;
    std::string file;
    std::string region;
    std::string target;
};

// The regions of a source file. Complains about one that is unclosed, doubled or never opened.
std::vector<Region> regions_of(const File& source, std::vector<Complaint>& complaints);

// The quotes of a page. Complains about a block of C++ without a source, a source without a block,
// and a block that is never closed.
std::vector<Quote> quotes_of(const File& page, std::vector<Complaint>& complaints);

// The links of a page that name a region.
std::vector<RegionLink> region_links_of(const File& page);

// Everything that is wrong between these sources and these pages. A region is used if a page
// quotes it or the table in docs/README.md links to it.
std::vector<Complaint> check_listings(const std::vector<File>& sources,
                                      const std::vector<File>& pages);

}  // namespace aio::docs
