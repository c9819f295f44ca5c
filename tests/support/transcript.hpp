// transcript.hpp: runs a program of this build and compares what it prints with a golden file.
//
// tests/golden/ has a file for each transcript that the book quotes. What differs from run to run
// (times, ports, counts of tries) is replaced by N before the comparison, here and in the file.
//
// The one thing to know: AIO_SOURCE_DIR and AIO_BIN_DIR, which CMake defines for the test, say
// where the golden files and the programs are.
// Left out on purpose: writing golden files. The test shows both texts, and a reader decides.
#pragma once

#include <string>
#include <vector>

namespace aio_test {

// What a program printed, standard error included and in order, and how it ended.
struct Transcript {
    std::string text;
    int exit_code;  // -1 if a signal ended it.
};

// Runs `command`: a program's name in the build's bin/, and arguments for the shell.
Transcript run_program(const std::string& command);

// `text`, with what matches one of these regular expressions replaced by N.
std::string masked(std::string text, const std::vector<std::string>& patterns);

// The text of tests/golden/`name`.
std::string golden(const std::string& name);

}  // namespace aio_test
