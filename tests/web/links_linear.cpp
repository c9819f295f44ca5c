// links_linear.cpp: a page made to be slow costs no more than another of its size.
//
// The one thing to know: no clock is asked. The scanner counts the bytes it looks at, so a second
// look at the same byte shows in the count. The bound of twelve is the length of the longest end
// tag that is compared at a '<' inside a script or title, "</textarea>"; most pages need two.
#include "core/web/html_scanner.hpp"
#include "core/web/links.hpp"
#include "tests/support/catch.hpp"

using aio::HtmlScanner;
using aio::StartTag;

namespace {

std::string repeated(std::string_view unit, std::size_t size) {
    std::string text;
    while (text.size() < size) text += unit;
    return text;
}

std::size_t bytes_visited(std::string_view html) {
    HtmlScanner scanner(html);
    StartTag tag;
    while (scanner.next(tag)) {
    }
    return scanner.visited();
}

}  // namespace

TEST_CASE("The scan looks at each byte at most a dozen times, whatever the page holds",
          "[web][links][linear]") {
    for (const char* unit : {"<a ",
                             "<",
                             "</",
                             "<!",
                             "<!-",
                             "<!--",
                             "<!-->",
                             "-->",
                             "<?",
                             "<a href=\"",
                             "<a href='>",
                             "<a href=x>",
                             "a=b ",
                             "=",
                             "<a/",
                             "'",
                             "<script></scrip",
                             "<title>",
                             "<script></script>",
                             "<b></b>",
                             "<p title='x",
                             "<a href = ",
                             "&amp",
                             "<iframe src=x>",
                             "text "}) {
        // The small size goes first: a scan that is not linear fails before the large one hangs.
        for (const std::size_t size : {std::size_t{1} << 12, std::size_t{1} << 18}) {
            for (const char* prefix : {"", "<a ", "<!--", "<a href='", "<script>", "<a href="}) {
                CAPTURE(prefix, unit, size);
                const std::string html = prefix + repeated(unit, size);
                const std::size_t visited = bytes_visited(html);
                REQUIRE(visited >= html.size());
                REQUIRE(visited <= 12 * html.size());
            }
        }
    }
}

TEST_CASE("A page of eight megabytes of open tags, comments or quotes has no links",
          "[web][links][linear]") {
    const std::size_t size = std::size_t{8} << 20;
    for (const char* unit : {"<a <a ", "<!-- ", "<a href=\"/x ", "<a href='&#0"}) {
        CAPTURE(unit);
        CHECK(aio::find_hrefs(repeated(unit, size)).values.empty());
        CHECK(bytes_visited(repeated(unit, size)) <= 3 * size);
    }
}
