// site_statistics.cpp: counts requests (see site_statistics.hpp).
//
// The one thing to know: only the site's thread writes. So the peak needs no compare-and-swap.
#include "core/site/site_statistics.hpp"

#include <algorithm>

namespace aio {

SiteStatistics::InFlight::InFlight(SiteStatistics& statistics, const std::string& target)
    : statistics_(statistics) {
    ++statistics_.requests_;
    const int now = ++statistics_.in_flight_;
    statistics_.peak_ = std::max(statistics_.peak_.load(), now);
    if (target.empty()) return;
    const std::lock_guard lock(statistics_.mutex_);
    ++statistics_.hits_[target];
}

int SiteStatistics::hits(const std::string& target) const {
    const std::lock_guard lock(mutex_);
    const auto found = hits_.find(target);
    return found == hits_.end() ? 0 : found->second;
}

std::map<std::string, int> SiteStatistics::hits() const {
    const std::lock_guard lock(mutex_);
    return hits_;
}

}  // namespace aio
