// fetch_statistic.hpp: what became of one URL.
//
// Chapter: the FetchStatistic of its crawler's program, one for each URL that was fetched.
// The one thing to know: every URL that is taken from the queue ends in exactly one of these, also
// one whose server never answered. Bodies are not kept: only their size.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/web/url.hpp"

namespace aio {

struct FetchStatistic {
    Url url;
    std::optional<std::string> next_url = {};  // Where a redirect leads.
    std::optional<int> status = {};            // Nothing if there was no answer.
    std::string exception = {};                // What went wrong, as a sentence.
    std::string left_out = {};                 // Why it was not asked for, as a sentence.
    std::size_t size = 0;                      // Bytes of the body.
    std::string content_type = {};             // Without parameters.
    std::string encoding = {};                 // The charset, for text.
    std::size_t num_urls = 0;                  // Different links on the page that may be fetched.
    std::size_t num_new_urls = 0;              // Those that were not seen before.
};

}  // namespace aio
