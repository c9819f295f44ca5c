// demo_program.cpp: starts demo_site as a user does, and ends it with Ctrl-C.
//
// The one thing to know: the program prints its address once it listens, so the test reads that
// line and needs no waiting.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

#include "tests/site/site_support.hpp"
#include "tests/support/catch.hpp"

extern char** environ;

namespace {

// A run of demo_site. Owns the process, which has ended when this object goes.
class Program {
  public:
    explicit Program(std::vector<std::string> arguments) {
        std::array<int, 2> pipe{};
        if (::pipe(pipe.data()) < 0) throw std::runtime_error("pipe");
        output_ = pipe[0];
        ::fcntl(output_, F_SETFD, FD_CLOEXEC);
        start(std::move(arguments), pipe[1]);
        ::close(pipe[1]);
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program() {
        if (pid_ > 0) end(SIGKILL);
        ::close(output_);
    }

    // What it prints up to and with `last`, or to its end. Standard output and standard error.
    std::string read_until(const std::string& last) {
        std::string text;
        char byte = 0;
        while ((last.empty() || !text.ends_with(last)) && ::read(output_, &byte, 1) == 1)
            text += byte;
        return text;
    }
    void send_signal(int signal_number) { ::kill(pid_, signal_number); }
    // Waits for its end; with a signal, sends that first. The exit code, or -1 if it was killed.
    int end(int signal_number = 0) {
        if (signal_number != 0) send_signal(signal_number);
        int status = 0;
        while (::waitpid(pid_, &status, 0) < 0) {
        }
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

  private:
    void start(std::vector<std::string> arguments, int output) {
        std::string name = AIO_DEMO_SITE;
        std::vector<char*> argv{name.data()};
        for (std::string& argument : arguments) argv.push_back(argument.data());
        argv.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
        ::posix_spawn_file_actions_addclose(&actions, output);
        const int error =
            ::posix_spawn(&pid_, name.c_str(), &actions, nullptr, argv.data(), environ);
        ::posix_spawn_file_actions_destroy(&actions);
        if (error != 0) throw std::runtime_error("posix_spawn");
    }

    pid_t pid_ = -1;
    int output_ = -1;
};

// The port in "... at http://127.0.0.1:8080/ (Ctrl-C ends it)".
std::uint16_t port_in(const std::string& line) {
    const std::string before = "http://127.0.0.1:";
    const std::size_t start = line.find(before);
    if (start == std::string::npos) throw std::runtime_error("no address in: " + line);
    return static_cast<std::uint16_t>(std::stoi(line.substr(start + before.size())));
}

}  // namespace

TEST_CASE("The demo site serves until Ctrl-C, and counts", "[site][demo]") {
    for (const int signal_number : {SIGINT, SIGTERM}) {
        Program program({"--pages", "7"});
        const std::uint16_t port = port_in(program.read_until("\n"));
        CHECK(program.read_until("\n") ==
              "A crawl finds 17 URLs here: 12 pages (7 of them comics), 3 redirects, 1 image, "
              "1 missing\n");
        const std::string answer = site_test::exchange(port, "GET /347/ HTTP/1.0\r\n\r\n");
        CHECK(site_test::parse_answer(answer).body == aio::site_page("/347/", 7).body);
        site_test::Client silent(port);
        program.send_signal(signal_number);
        // The silent client may have been accepted by then, or not.
        const std::string last = program.read_until("");
        CHECK(last.find("\n1 requests on ") == 0);
        CHECK(last.find(" connections, at most 1 at a time\n") != std::string::npos);
        CHECK(program.end() == 0);
    }
}

TEST_CASE("The demo site says that its port is taken", "[site][demo]") {
    Program first({});
    const std::string port = std::to_string(port_in(first.read_until("\n")));
    Program second({"--port", port});
    const std::string complaint = second.read_until("");
    CHECK(complaint.starts_with("demo_site: It cannot start: bind: "));
    CHECK(complaint.ends_with("With --port 0 it takes a free port.\n"));
    CHECK(second.end() == 1);
}

TEST_CASE("The demo site ends with code 2 after a wrong argument", "[site][demo]") {
    Program program({"--pages", "none"});
    CHECK(program.read_until("") ==
          "demo_site: --pages is a whole number from 1 to 10000000, not \"none\".\n");
    CHECK(program.end() == 2);
}

TEST_CASE("The demo site prints its help", "[site][demo]") {
    Program program({"--help"});
    CHECK(program.read_until("").starts_with("Usage: demo_site "));
    CHECK(program.end() == 0);
}
