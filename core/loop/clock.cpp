// clock.cpp: what poll and epoll understand of a length of time.
//
// Chapter: none.
// The one thing to know: rounding down would make the loop spin until the deadline.
#include "core/loop/clock.hpp"

#include <algorithm>

namespace aio {

int to_milliseconds(std::optional<Duration> timeout) {
    if (!timeout) return -1;
    const Duration wait = std::clamp(*timeout, Duration::zero(), longest_wait);
    return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(wait).count());
}

}  // namespace aio
