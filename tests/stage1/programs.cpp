// programs.cpp: what the programs of stage 1 print, as a reader of the chapter sees it.
#include "tests/support/catch.hpp"
#include "tests/support/transcript.hpp"

using namespace aio_test;

namespace {

const std::string seconds = "[0-9]+\\.[0-9]+";

}  // namespace

TEST_CASE("A blocking fetch takes a thread for each page that it waits for", "[stage1][L01]") {
    const Transcript run = run_program("stage1_01_blocking_fetch");
    CHECK(run.exit_code == 0);
    CHECK(masked(run.text, {seconds}) == golden("stage1_01_blocking_fetch.txt"));
}

TEST_CASE("Connecting in progress is no error, and asking busily burns the processor",
          "[stage1][L02][L03]") {
    const Transcript run = run_program("stage1_02_busy_loop");
    CHECK(run.exit_code == 0);
    CHECK(masked(run.text, {seconds, "[0-9]+(?= tries)"}) == golden("stage1_02_busy_loop.txt"));
    CHECK(run.text.find("received, after 0 tries") == std::string::npos);
}

TEST_CASE("The selector waits, and its loop calls the callback once", "[stage1][L04][L05]") {
    const Transcript run = run_program("stage1_03_selector_and_callback");
    CHECK(run.exit_code == 0);
    CHECK(masked(run.text, {"(epoll|kqueue|poll)(?=,)"}) ==
          golden("stage1_03_selector_and_callback.txt"));
}

TEST_CASE("The program of stage 1 ends with the line of the chapter", "[stage1][L09][L12]") {
    const Transcript run = run_program("stage1_callbacks");
    CHECK(run.exit_code == 0);
    const std::string last = run.text.substr(run.text.rfind('\n', run.text.size() - 2) + 1);
    CHECK(masked(last, {seconds, "[0-9]+(?=\\n)"}) ==
          "110 URLs fetched in N seconds, achieved concurrency = N\n");
}

TEST_CASE("With a broken parser the program shows a trace without fetch and connected",
          "[stage1][L14]") {
    const Transcript run = run_program("stage1_callbacks --break-parser");
    CHECK(run.exit_code == 1);
    CHECK(run.text == golden("stage1_break_parser.txt"));
}

TEST_CASE("A wrong argument of stage 1 is a sentence and exit code 2", "[stage1]") {
    const Transcript option = run_program("stage1_callbacks --brake");
    CHECK(option.exit_code == 2);
    CHECK(option.text == "stage1_callbacks: There is no option \"--brake\"; --help lists them.\n");
    const Transcript https = run_program("stage1_callbacks https://xkcd.com/");
    CHECK(https.exit_code == 2);
    CHECK(https.text.find("https://xkcd.com/ is not supported") != std::string::npos);
    const Transcript help = run_program("stage1_callbacks --help");
    CHECK(help.exit_code == 0);
    CHECK(help.text.starts_with("Usage: stage1_callbacks"));
}
