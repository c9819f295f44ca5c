// listing_table.hpp: checks the table of the chapter's listings in docs/README.md.
//
// One row for each listing, L01 to L68: id, section, what it shows, file and region, test tag, and
// the program that prints it. The fourth column says one of
//     [core/loop/future.hpp future](../core/loop/future.hpp): links to regions,
//     see L01: the chapter repeats a listing,
//     not built yet: and where it is going to stand.
//
// The one thing to know: in a row that is not built yet, tag and program are plans and not checked;
// links are always.
#pragma once

#include "tests/docs/listings.hpp"

#include <map>
#include <set>

namespace aio::docs {

// A row of the table; tag and program are without their backquotes, and empty if there is none.
struct ListingRow {
    std::size_t line;
    std::string id;
    std::string place;
    std::string tag;
    std::string program;
};

// The rows of the page's table of listings, in order.
std::vector<ListingRow> listing_rows_of(const File& page);

// True if the row says that the listing is not built yet.
bool not_built_yet(const ListingRow& row);

// Everything that is wrong between the table and the regions, tags and programs that there are.
std::vector<Complaint> check_listing_table(const File& page, const std::vector<Region>& regions,
                                           const std::set<std::string>& tags,
                                           const std::map<std::string, std::string>& programs);

}  // namespace aio::docs
