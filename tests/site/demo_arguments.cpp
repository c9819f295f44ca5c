// demo_arguments.cpp: the command line of demo_site.
#include "core/site/demo_options.hpp"
#include "tests/support/catch.hpp"

using namespace std::chrono_literals;

namespace {

std::string demo_complaint(const std::vector<std::string>& arguments) {
    try {
        aio::parse_demo_options(arguments);
    } catch (const aio::UsageError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("Without arguments the demo site has 100 comics on any free port", "[site][demo]") {
    const aio::DemoOptions options = aio::parse_demo_options({});
    CHECK(options.site.port == 0);
    CHECK(options.site.pages == 100);
    CHECK(options.site.latency == 0ms);
    CHECK(options.site.latency_spread == 0ms);
    CHECK_FALSE(options.help);
}

TEST_CASE("Each option of the demo site sets its number, the last one wins", "[site][demo]") {
    const aio::DemoOptions options =
        aio::parse_demo_options({"--port", "8080", "--pages", "7", "--latency", "50",
                                 "--latency-spread", "20", "--pages", "8"});
    CHECK(options.site.port == 8080);
    CHECK(options.site.pages == 8);
    CHECK(options.site.latency == 50ms);
    CHECK(options.site.latency_spread == 20ms);
}

TEST_CASE("The help of the demo site names every option", "[site][demo]") {
    CHECK(aio::parse_demo_options({"--port", "1", "--help"}).help);
    for (const char* option : {"--port", "--pages", "--latency", "--latency-spread", "--help"})
        CHECK(aio::demo_help().find(option) != std::string_view::npos);
}

TEST_CASE("A wrong argument of the demo site is named in a sentence", "[site][demo]") {
    CHECK(demo_complaint({"--prot", "1"}) == "There is no option \"--prot\"; --help lists them.");
    CHECK(demo_complaint({"8080"}) == "There is no option \"8080\"; --help lists them.");
    CHECK(demo_complaint({"--pages"}) == "--pages needs a number after it.");
    CHECK(demo_complaint({"--port", "65536"}) ==
          "--port is a whole number from 0 to 65535, not \"65536\".");
    for (const char* number : {"", "x", "1x", "-1", "1.5", " 1", "99999999999"})
        CHECK_FALSE(demo_complaint({"--latency", number}).empty());
    CHECK_FALSE(demo_complaint({"--pages", "0"}).empty());
    CHECK_FALSE(demo_complaint({"--pages", "--help"}).empty());
}
