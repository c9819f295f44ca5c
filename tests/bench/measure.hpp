// measure.hpp: what is measured, against what, and how the table is printed.
//
// Chapter: none.
// The one thing to know: a row runs both sides in turn, several times, and its ratio is the median
// of the ratios of these rounds. So what slows the whole machine down for a while slows both, and
// only the ratio is a result; the figures beside it belong to one machine and one day.
//
// Times are CPU times of this process: other programs may take the processor away meanwhile.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace bench {

// One run. Gives a figure in the unit of its row.
using Run = std::function<double()>;

// Seconds for which this process has used a processor.
double cpu_seconds();
// Nanoseconds per operation of `work`, which does `operations` of them.
double nanoseconds_each(std::size_t operations, const std::function<void()>& work);

// What a row shall reach.
struct Target {
    enum class Kind { none, ratio_at_most, ratio_at_least, value_at_most };
    Kind kind = Kind::none;
    double limit = 0;
};

struct Row {
    std::string name;   // With the unit.
    Run here;           // core/
    std::string other;  // What it is compared with; empty for nothing.
    Run there;
    Target target = {};
};

// One line of the table: runs `row` and says whether it reaches its target.
std::string table_line(const Row& row);
std::string table_head();

// The rows, each made by the file that measures it.
std::vector<Row> await_rows();
std::vector<Row> turn_rows();
std::vector<Row> hand_over_rows();
std::vector<Row> sleep_rows();
std::vector<Row> heap_rows();
std::vector<Row> echo_rows();
std::vector<Row> idle_rows();

}  // namespace bench
