// measure.cpp: running both sides of a row in turn.
//
// Chapter: none.
// The one thing to know: the first round is not counted. It warms the caches and the allocator.
#include "tests/bench/measure.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ctime>

namespace bench {

namespace {

constexpr int rounds = 15;

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::string in_words(const Target& target) {
    switch (target.kind) {
        case Target::Kind::none:
            return "-";
        case Target::Kind::ratio_at_most:
            return fmt::format("ratio at most {:g}", target.limit);
        case Target::Kind::ratio_at_least:
            return fmt::format("ratio at least {:g}", target.limit);
        case Target::Kind::value_at_most:
            return fmt::format("at most {:g}", target.limit);
    }
    return "";
}

std::string verdict(const Target& target, double here, double ratio) {
    switch (target.kind) {
        case Target::Kind::none:
            return "-";
        case Target::Kind::ratio_at_most:
            return ratio <= target.limit ? "yes" : "no";
        case Target::Kind::ratio_at_least:
            return ratio >= target.limit ? "yes" : "no";
        case Target::Kind::value_at_most:
            return here <= target.limit ? "yes" : "no";
    }
    return "";
}

std::string line(const std::vector<std::string>& cells) {
    return fmt::format("| {:<45} | {:>9} | {:<19} | {:>9} | {:>5} | {:<18} | {:<7} |\n", cells[0],
                       cells[1], cells[2], cells[3], cells[4], cells[5], cells[6]);
}

}  // namespace

double cpu_seconds() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double nanoseconds_each(std::size_t operations, const std::function<void()>& work) {
    const double start = cpu_seconds();
    work();
    return (cpu_seconds() - start) * 1e9 / static_cast<double>(operations);
}

std::string table_head() {
    return line({"measure", "here", "against", "there", "ratio", "target", "reached"}) +
           "|---|---|---|---|---|---|---|\n";
}

std::string table_line(const Row& row) {
    if (!row.there) {
        const double here = row.here();
        return line({row.name, fmt::format("{:.4g}", here), "-", "-", "-", in_words(row.target),
                     verdict(row.target, here, 0)});
    }
    row.here();
    row.there();
    std::vector<double> here;
    std::vector<double> there;
    std::vector<double> ratios;
    for (int round = 0; round < rounds; ++round) {
        here.push_back(row.here());
        there.push_back(row.there());
        ratios.push_back(here.back() / there.back());
    }
    const double ratio = median(ratios);
    return line({row.name, fmt::format("{:.4g}", median(here)), row.other,
                 fmt::format("{:.4g}", median(there)), fmt::format("{:.2f}", ratio),
                 in_words(row.target), verdict(row.target, median(here), ratio)});
}

}  // namespace bench
