// json_lines.cpp: records as JSON, with whatever bytes a server sends.
//
// Chapter: none of its listings.
#include "stage3_crawler/json_lines.hpp"

#include <unistd.h>

#include <array>
#include <fstream>
#include <iterator>

#include "tests/stage3/crawl_support.hpp"
#include "tests/support/catch.hpp"

using namespace aio;
using aio::test::CrawlTest;

namespace {

// Owned by the test; the file is gone with it.
struct TemporaryFile {
    std::array<char, 32> name{"/tmp/aio_records_XXXXXX"};

    TemporaryFile() { ::close(::mkstemp(name.data())); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() { ::unlink(name.data()); }

    std::string text() const {
        std::ifstream file(name.data());
        return {std::istreambuf_iterator<char>(file), {}};
    }
};

}  // namespace

TEST_CASE("A JSON string escapes quotes, backslashes and control bytes", "[stage3][json]") {
    CHECK(json_string("") == R"("")");
    CHECK(json_string("a/b") == R"("a/b")");
    CHECK(json_string("say \"x\\y\"") == R"("say \"x\\y\"")");
    CHECK(json_string("a\nb\r\t\x01\x7f") == R"("a\nb\u000d\u0009\u0001\u007f")");
    CHECK(json_string(std::string_view("\0", 1)) == R"("\u0000")");
}

TEST_CASE("A JSON string is UTF-8, whatever it was made of", "[stage3][json]") {
    const std::string no = "\xEF\xBF\xBD";
    for (const std::string good : {"\xC3\xA9", "\xE3\x83\x84", "\xF0\x9F\x98\x80", "\xED\x9F\xBF",
                                   "\xEF\xBF\xBF", "\xF4\x8F\xBF\xBF"}) {
        CHECK(json_string(good) == '"' + good + '"');
    }
    const std::vector<std::pair<std::string, int>> wrong = {{"\x80", 1},
                                                            {"\xFF", 1},
                                                            {"\xC3", 1},
                                                            {"\xC0\x80", 2},
                                                            {"\xE3\x83", 2},
                                                            {"\xE0\x80\x80", 3},
                                                            {"\xED\xA0\x80", 3},
                                                            {"\xF0\x80\x80\x80", 4},
                                                            {"\xF4\x90\x80\x80", 4},
                                                            {"\xF8\x88\x80\x80", 4}};
    for (const auto& [bytes, count] : wrong) {
        std::string expected;
        for (int i = 0; i < count; ++i) expected += no;
        CHECK(json_string(bytes) == '"' + expected + '"');
    }
    CHECK(json_string("a\xC3(") == "\"a" + no + "(\"");
}

TEST_CASE("A record is one line with all of its fields", "[stage3][json]") {
    FetchStatistic page{.url = Url::parse("http://a/?q=\"")};
    CHECK(json_line(page) ==
          R"({"url":"http://a/?q=%22","status":null,"next_url":null,"content_type":null,)"
          R"("encoding":null,"size":0,"num_urls":0,"num_new_urls":0,"exception":null,)"
          R"("left_out":null})"
          "\n");
    page = {.url = Url::parse("http://a/"),
            .next_url = "http://a/b",
            .status = 301,
            .exception = "it \"broke\"",
            .left_out = "no",
            .size = 12,
            .content_type = "text/html",
            .encoding = "utf-8",
            .num_urls = 3,
            .num_new_urls = 2};
    CHECK(json_line(page) ==
          R"({"url":"http://a/","status":301,"next_url":"http://a/b","content_type":"text/html",)"
          R"("encoding":"utf-8","size":12,"num_urls":3,"num_new_urls":2,)"
          R"("exception":"it \"broke\"","left_out":"no"})"
          "\n");
}

TEST_CASE("The file has a line for each record as soon as it is done", "[stage3][json]") {
    CrawlTest test;
    const TemporaryFile temporary;
    test.server.page("/", {"/missing"});
    std::string complaint;
    RecordFile file(temporary.name.data(), [&](const std::string& text) { complaint = text; });
    std::string expected;
    test.options.on_record = [&](const FetchStatistic& statistic) {
        file.write(statistic);
        expected += json_line(statistic);
        CHECK(temporary.text() == expected);
    };
    const auto result = test.crawl();
    CHECK(result.done.size() == 2);
    CHECK(temporary.text() == expected);
    CHECK(complaint.empty());
}

TEST_CASE("A full disk is one sentence, and the crawl goes on", "[stage3][json]") {
    if (::access("/dev/full", W_OK) != 0) return;  // Not every system has it.
    CrawlTest test;
    test.server.page("/", {"/a", "/b"});
    std::vector<std::string> complaints;
    RecordFile file("/dev/full", [&](const std::string& text) { complaints.push_back(text); });
    test.options.on_record = [&](const FetchStatistic& statistic) { file.write(statistic); };
    CHECK(test.crawl().done.size() == 3);
    REQUIRE(complaints.size() == 1);
    CHECK(complaints[0] == "cannot write to /dev/full any more: No space left on device");
}

TEST_CASE("A file that cannot be made is an error at once", "[stage3][json]") {
    CHECK_THROWS_AS(RecordFile("/no/such/folder/file", {}), std::system_error);
}
