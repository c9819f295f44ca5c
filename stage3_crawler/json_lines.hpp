// json_lines.hpp: the records of a crawl for other programs, one JSON object a line.
//
// Chapter: none of its listings; the option --report.
// The one thing to know: each line is written and handed to the system when its URL is done, so a
// crawl that is interrupted, or killed, leaves whole lines behind and none is missing.
// Left out on purpose: reading JSON, and a library for it; a record has ten plain fields.
#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "stage3_crawler/fetch_statistic.hpp"

namespace aio {

// `text` as a JSON string, quotes included. Control bytes are escaped; what is not UTF-8 is
// replaced by U+FFFD, a character for each wrong byte.
std::string json_string(std::string_view text);

// An object with all of the record's fields, and a line end. What there is none of is null.
std::string json_line(const FetchStatistic& statistic);

// [record-file]
// Owned by the program. A file with a line for each record.
class RecordFile {
  public:
    using Complain = std::function<void(const std::string& sentence)>;
    // Makes the file anew. Throws std::system_error if that cannot be. `complain` is called once
    // if writing fails later; the records after that are dropped.
    RecordFile(const std::string& name, Complain complain);

    void write(const FetchStatistic& statistic);

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::string name_;
    Complain complain_;
    std::unique_ptr<std::FILE, Close> file_;
};
// [/record-file]

}  // namespace aio
