// seconds.cpp: lengths of time in texts.
//
// Chapter: none of its listings.
#include "core/web/seconds.hpp"

#include "tests/support/catch.hpp"

using namespace aio;
using namespace std::chrono_literals;

TEST_CASE("Seconds are digits with or without a fraction", "[web][seconds]") {
    CHECK(parse_seconds("0") == 0s);
    CHECK(parse_seconds("2") == 2s);
    CHECK(parse_seconds("2.5") == 2500ms);
    CHECK(parse_seconds("0.05") == 50ms);
    CHECK(parse_seconds(".5") == 500ms);
    CHECK(parse_seconds("3.") == 3s);
    CHECK(parse_seconds("0.00000000099") == 0s);
}

TEST_CASE("Seconds beyond a day are a day, however many digits they have", "[web][seconds]") {
    CHECK(parse_seconds("86400.5") == 24h);
    CHECK(parse_seconds(std::string(1000, '9')) == 24h);
}

TEST_CASE("What is no plain number is no length of time", "[web][seconds]") {
    for (const char* text :
         {"", ".", "1.2.3", "-1", "+1", " 1", "1s", "1e3", "nan", "inf", "0x1"}) {
        INFO(text);
        CHECK(!parse_seconds(text));
    }
}
