// links.cpp: finds the links of a Markdown page (see links.hpp).
//
// The one thing to know: both spellings are read, [text](target) and [name]: target.
#include "tests/docs/links.hpp"

#include <filesystem>
#include <regex>

namespace aio::docs {

namespace {

bool is_relative(const std::string& target) {
    static const std::regex elsewhere(R"(([a-z][a-z0-9+.-]*:|//|#).*)", std::regex::icase);
    return !std::regex_match(target, elsewhere);
}

// The line without inline code, in which a bracket is no link.
std::string without_code(const std::string& line) {
    static const std::regex code("`[^`]*`");
    return std::regex_replace(line, code, "");
}

}  // namespace

std::vector<Link> relative_links_of(const File& page) {
    static const std::regex link(R"(\]\(<?([^)>\s]+)[^)]*\)|^\s*\[[^\]]+\]:\s*(\S+))");
    std::vector<Link> links;
    bool fenced = false;
    std::size_t number = 0;
    for (const std::string& line : lines_of(page.text)) {
        ++number;
        const bool fence = trimmed(line).compare(0, 3, "```") == 0;
        fenced = fenced != fence;
        const std::string text = fenced ? "" : without_code(line);
        for (std::sregex_iterator found(text.begin(), text.end(), link), end; found != end;
             ++found) {
            const std::string target = (*found)[1].matched ? (*found)[1] : (*found)[2];
            if (is_relative(target)) {
                links.push_back({number, target});
            }
        }
    }
    return links;
}

std::string linked_file(const std::string& page, const std::string& target) {
    const std::filesystem::path folder = std::filesystem::path(page).parent_path();
    return (folder / target.substr(0, target.find('#'))).lexically_normal().generic_string();
}

std::vector<Complaint> check_links(const File& page, bool (*exists)(const std::string& name)) {
    std::vector<Complaint> complaints;
    for (const Link& link : relative_links_of(page)) {
        const std::string name = linked_file(page.name, link.target);
        if (name.compare(0, 2, "..") == 0 || !exists(name)) {
            complaints.push_back({page.name, link.line, "this link leads nowhere: " + link.target});
        }
    }
    return complaints;
}

}  // namespace aio::docs
