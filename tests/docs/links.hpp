// links.hpp: relative links of the pages lead to files that exist.
//
// The one thing to know: only links into this repository are looked at. Nothing is fetched.
//
// Left out on purpose: whether a heading exists behind '#'.
#pragma once

#include "tests/docs/source_tree.hpp"

namespace aio::docs {

// A link to a place in the repository, as it is written, and the line it stands on.
struct Link {
    std::size_t line;
    std::string target;
};

// The relative links of a page, fenced blocks and inline code left out.
std::vector<Link> relative_links_of(const File& page);

// The file that a link on `page` leads to, relative to the source tree, without what follows '#'.
// A link that leaves the tree keeps its leading "..".
std::string linked_file(const std::string& page, const std::string& target);

// Complains about each relative link that leads nowhere. `exists` is asked with linked_file().
std::vector<Complaint> check_links(const File& page, bool (*exists)(const std::string& name));

}  // namespace aio::docs
