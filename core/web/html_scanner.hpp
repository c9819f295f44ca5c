// html_scanner.hpp: finds the start tags of a page that carry a link.
//
// Chapter: "Coordinating Coroutines", listing L62 calls parse_links; the chapter's own program
// looks for links with a regular expression (links.hpp keeps that one as chapter_hrefs). This is
// the small tokenizer that browsers agree on: comments, quoted and unquoted attributes, and
// elements such as script whose content is text.
//
// The one thing to know: one pass over the bytes. The position never goes back, so a page made to
// be slow ("<a <a <a", quotes or comments that never close) costs what any page of its size does.
// What is open at the end of the page is dropped, as browsers do.
//
// Left out on purpose: building a tree, character sets (any encoding that contains ASCII works),
// SVG's rules, and the states of a script that holds "<!--". Scripts do not run here, so the
// content of noscript is markup.
#pragma once

#include <optional>
#include <string_view>

namespace aio {

// A start tag. Name and values are as they are written: any case, character references not
// resolved. An attribute without a value has the empty one; of two with one name the first counts.
struct StartTag {
    std::string_view name;
    std::optional<std::string_view> href;
    std::optional<std::string_view> src;
};

// Owned by whoever scans. It keeps a view of the page, and so do the tags it gives out: the page
// has to outlive them.
class HtmlScanner {
  public:
    explicit HtmlScanner(std::string_view html) : html_(html) {}

    // Fills in the next start tag that has href or src; false at the end of the page.
    bool next(StartTag& tag);

    // How many bytes were looked at so far, for a test that the scan is linear.
    std::size_t visited() const { return position_ + looked_ahead_; }

  private:
    bool at_end() const { return position_ >= html_.size(); }
    void advance(std::size_t count) { position_ += count; }
    bool find(char wanted);
    void skip_past(char wanted);
    void skip_class(unsigned char_class);
    std::string_view take_until(unsigned char_class);

    bool read_tag(StartTag& tag);
    void read_attribute(StartTag& tag);
    std::string_view read_value();
    void skip_markup();
    void skip_comment();
    void skip_raw_text(std::string_view name);
    bool at_end_tag(std::string_view name);

    std::string_view html_;
    std::size_t position_ = 0;
    std::size_t looked_ahead_ = 0;  // Bytes that were looked at without passing them.
};

}  // namespace aio
