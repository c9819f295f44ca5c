// programs.cpp: what the programs of stage 2 print, as a reader of the chapter sees it.
//
// The one thing to know: line numbers are compared, addresses and sizes are not. Who moves a line
// of a step changes what the reader sees, and the golden file with it.
#include "tests/support/catch.hpp"
#include "tests/support/transcript.hpp"

using namespace aio_test;

namespace {

const std::string seconds = "[0-9]+\\.[0-9]+";
const std::string address = "0x[0-9a-f]+";

}  // namespace

TEST_CASE("The step on frames shows where locals are", "[stage2][L16][L17][L18]") {
    const Transcript run = run_program("stage2_01_frames");
    CHECK(run.exit_code == 0);
    CHECK(masked(run.text, {address}) == golden("stage2_01_frames.txt"));
}

TEST_CASE("The step on generators shows what each send does",
          "[stage2][L19][L20][L21][L22][L23][L24][L25][L26][L28]") {
    const Transcript run = run_program("stage2_02_generator");
    CHECK(run.exit_code == 0);
    CHECK(masked(run.text, {address, "[0-9]+(?= bytes)"}) == golden("stage2_02_generator.txt"));
}

TEST_CASE("The step on futures and tasks fetches a page", "[stage2][L29][L31][L32][L33]") {
    const Transcript run = run_program("stage2_03_future_and_task");
    CHECK(run.exit_code == 0);
    CHECK(run.text == golden("stage2_03_future_and_task.txt"));
}

TEST_CASE("The step on delegation shows values, a traceback and a handler",
          "[stage2][L35][L36][L37][L38][L39]") {
    const Transcript run = run_program("stage2_04_delegation");
    CHECK(run.exit_code == 0);
    CHECK(run.text == golden("stage2_04_delegation.txt"));
}

TEST_CASE("The step on read and read_all fetches the same page", "[stage2][L40][L41][L42][L43]") {
    const Transcript run = run_program("stage2_05_read_all");
    CHECK(run.exit_code == 0);
    CHECK(run.text == golden("stage2_05_read_all.txt"));
}

TEST_CASE("The program of stage 2 ends with the line of the chapter", "[stage2][L32][L43]") {
    const Transcript run = run_program("stage2_coroutines");
    CHECK(run.exit_code == 0);
    const std::string last = run.text.substr(run.text.rfind('\n', run.text.size() - 2) + 1);
    CHECK(masked(last, {seconds, "[0-9]+(?=\\n)"}) ==
          "110 URLs fetched in N seconds, achieved concurrency = N\n");
}

TEST_CASE("With a broken parser the program shows a trace with fetch", "[stage2][L38]") {
    const Transcript run = run_program("stage2_coroutines --break-parser");
    CHECK(run.exit_code == 1);
    CHECK(run.text == golden("stage2_break_parser.txt"));
}

TEST_CASE("A wrong argument of stage 2 is a sentence and exit code 2", "[stage2]") {
    const Transcript option = run_program("stage2_coroutines --brake");
    CHECK(option.exit_code == 2);
    CHECK(option.text == "stage2_coroutines: There is no option \"--brake\"; --help lists them.\n");
    const Transcript https = run_program("stage2_coroutines https://xkcd.com/");
    CHECK(https.exit_code == 2);
    CHECK(https.text.find("https://xkcd.com/ is not supported") != std::string::npos);
    const Transcript help = run_program("stage2_coroutines --help");
    CHECK(help.exit_code == 0);
    CHECK(help.text.starts_with("Usage: stage2_coroutines"));
}
