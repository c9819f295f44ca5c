// transcript.cpp: see transcript.hpp.
#include "tests/support/transcript.hpp"

#include <sys/wait.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>

namespace aio_test {

Transcript run_program(const std::string& command) {
    const std::string line = "'" AIO_BIN_DIR "'/" + command + " 2>&1";
    std::FILE* const pipe = ::popen(line.c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("cannot run " + line);
    Transcript transcript{};
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
        transcript.text += static_cast<char>(c);
    }
    const int status = ::pclose(pipe);
    transcript.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return transcript;
}

std::string masked(std::string text, const std::vector<std::string>& patterns) {
    for (const std::string& pattern : patterns) {
        text = std::regex_replace(text, std::regex(pattern), "N");
    }
    return text;
}

std::string golden(const std::string& name) {
    std::ifstream file(AIO_SOURCE_DIR "/tests/golden/" + name);
    if (!file) throw std::runtime_error("there is no tests/golden/" + name);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace aio_test
