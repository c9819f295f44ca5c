// progress.hpp: how far a crawl is, while it runs.
//
// Chapter: none of its listings; its crawler's program prints nothing before the end.
// The one thing to know: a URL that was seen is done, queued or in flight, and nothing else. So the
// three numbers add up to all that were seen, whenever one looks.
#pragma once

#include <cstddef>

#include "core/loop/clock.hpp"

namespace aio {

// A value, of one moment.
struct Progress {
    std::size_t done = 0;
    std::size_t queued = 0;
    std::size_t in_flight = 0;  // A worker has it; after Ctrl-C also those that were given up.
    std::size_t failed = 0;     // Of those that are done.
    Duration elapsed{};         // Since crawl() began.
};

}  // namespace aio
