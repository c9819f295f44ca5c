// program.cpp: the program itself, as a child process.
//
// Chapter: the crawler's command-line program, and Ctrl-C while it runs.
// The one thing to know: nothing here depends on how long anything takes. The child's output is
// read until the words that a test waits for are there, or the child has ended.
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>
#include <vector>

#include "core/site/site_pages.hpp"
#include "core/web/address.hpp"
#include "stage3_crawler/task_list.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/page_server.hpp"
#include "tests/support/transcript.hpp"

using aio_test::run_program;
using aio_test::Transcript;

namespace {

// Owned by the test; a child that still runs when it goes is killed.
class Child {
  public:
    // Its output and its error output are one pipe, or one terminal.
    explicit Child(std::vector<std::string> arguments, bool on_terminal = false) {
        std::array<int, 2> ends{};
        if (on_terminal) {
            open_terminal(ends);
        } else {
            REQUIRE(::pipe(ends.data()) == 0);
        }
        arguments.insert(arguments.begin(), AIO_STAGE3_PROGRAM);
        std::vector<char*> argv;
        for (std::string& argument : arguments) argv.push_back(argument.data());
        argv.push_back(nullptr);
        pid_ = ::fork();
        REQUIRE(pid_ >= 0);
        if (pid_ == 0) {
            ::dup2(ends[1], STDOUT_FILENO);
            ::dup2(ends[1], STDERR_FILENO);
            ::close(ends[0]);
            ::close(ends[1]);
            ::execv(argv[0], argv.data());
            ::_exit(127);
        }
        ::close(ends[1]);
        output_ = ends[0];
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        if (pid_ > 0) {
            ::kill(pid_, SIGKILL);
            ::waitpid(pid_, nullptr, 0);
        }
        ::close(output_);
    }

    // Reads on until `words` have been printed; false if the output ends before.
    bool read_until(const std::string& words) {
        std::array<char, 4096> buffer{};
        while (text.find(words) == std::string::npos) {
            const ssize_t count = ::read(output_, buffer.data(), buffer.size());
            if (count <= 0) return false;
            text.append(buffer.data(), static_cast<std::size_t>(count));
        }
        return true;
    }
    // Reads to the end of its output and returns its exit code.
    int wait() {
        read_until("\n(no program prints this line)\n");
        int status = 0;
        ::waitpid(pid_, &status, 0);
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    void interrupt() { ::kill(pid_, SIGINT); }
    void ask_for_tasks() { ::kill(pid_, aio::task_list_signal); }

    std::string text;

  private:
    // The far end of a pseudo terminal, where its output is read, and the near one.
    static void open_terminal(std::array<int, 2>& ends) {
        ends[0] = ::posix_openpt(O_RDWR | O_NOCTTY);
        REQUIRE(ends[0] >= 0);
        REQUIRE(::grantpt(ends[0]) == 0);
        REQUIRE(::unlockpt(ends[0]) == 0);
        ends[1] = ::open(::ptsname(ends[0]), O_RDWR | O_NOCTTY);
        REQUIRE(ends[1] >= 0);
    }

    pid_t pid_ = -1;
    int output_ = -1;
};

// A server of blocking calls that answers one request, and then none. Owned by the test.
class OnePageServer {
  public:
    explicit OnePageServer(std::string body) : body_(std::move(body)) {
        const aio::Address any = aio::Address::ipv4_loopback(0);
        REQUIRE(::bind(listener_, any.data(), any.length) == 0);
        REQUIRE(::listen(listener_, 16) == 0);
    }
    OnePageServer(const OnePageServer&) = delete;
    OnePageServer& operator=(const OnePageServer&) = delete;
    ~OnePageServer() {
        ::close(connection_);
        ::close(listener_);
    }

    std::string url() const {
        sockaddr_storage storage{};
        auto* address = reinterpret_cast<sockaddr*>(&storage);
        socklen_t length = sizeof storage;
        REQUIRE(::getsockname(listener_, address, &length) == 0);
        return "http://" + aio::Address::from_sockaddr(address, length).str() + "/";
    }
    void answer_once() {
        connection_ = ::accept(listener_, nullptr, nullptr);
        std::array<char, 4096> request{};
        REQUIRE(::recv(connection_, request.data(), request.size(), 0) > 0);
        const std::string answer = aio::test::answer("200 OK", "text/html", body_);
        REQUIRE(::send(connection_, answer.data(), answer.size(), MSG_NOSIGNAL) > 0);
    }

  private:
    int listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
    int connection_ = -1;
    std::string body_;
};

bool has(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("Without a URL stage 3 crawls all of the bundled site", "[stage3][program][L49]") {
    const Transcript run = run_program("stage3_crawler --pages 20");
    CHECK(run.exit_code == 0);
    const std::string urls = std::to_string(aio::counts(20).urls);
    INFO(run.text);
    CHECK(has(run.text, "http://xkcd.com/353 301 redirect to http://xkcd.com/353/\n"));
    CHECK(has(run.text, "https is not supported: 1 URLs"));
    CHECK(has(run.text, "http://xkcd.com/private/ left out: robots.txt asks not to fetch it\n"));
    CHECK(has(run.text, "  robots.txt itself: 1 requests, "));
    CHECK(has(run.text, "Finished " + urls + " urls in "));
}

TEST_CASE("The select backend crawls the same", "[stage3][program]") {
    const Transcript run = run_program("stage3_crawler --select -q --pages 20");
    CHECK(run.exit_code == 0);
    CHECK(has(run.text, "Finished " + std::to_string(aio::counts(20).urls) + " urls in "));
}

TEST_CASE("Ctrl-C prints what was done, and exits with 130", "[stage3][program][C29][bug-F11]") {
    OnePageServer server("<a href='/a'>a</a> <a href='/b'>b</a>");
    Child child({"-vvv", "--max_tasks", "2", "--ignore_robots", server.url()});
    server.answer_once();  // What is asked for after this page is never answered.
    REQUIRE(child.read_until("fetched"));
    child.interrupt();
    CHECK(child.wait() == 130);
    INFO(child.text);
    CHECK(has(child.text, "Interrupted\n"));
    CHECK(has(child.text, "Finished "));
    CHECK(has(child.text, "todo 2, done 1\n"));
}

TEST_CASE("A signal makes the crawler print what each of its tasks waits for",
          "[stage3][program][all-tasks]") {
    OnePageServer server("<a href='/a'>a</a> <a href='/b'>b</a>");
    Child child({"-vvv", "--max_tasks", "2", "--ignore_robots", server.url()});
    server.answer_once();  // What is asked for after this page is never answered.
    REQUIRE(child.read_until("fetched"));
    child.ask_for_tasks();
    REQUIRE(child.read_until(", for JoinableQueue.join\n"));
    CHECK(has(child.text, "crawl waits in crawl ("));
    REQUIRE(child.read_until("able fd "));
    child.text.clear();
    child.ask_for_tasks();
    REQUIRE(child.read_until(", for JoinableQueue.join\n"));
    child.interrupt();
    CHECK(child.wait() == 130);
}

TEST_CASE("A wrong argument ends stage 3 with exit code 2", "[stage3][program]") {
    const Transcript run = run_program("stage3_crawler --max_tasks many");
    CHECK(run.exit_code == 2);
    CHECK(run.text ==
          "stage3_crawler: --max_tasks takes a whole number from 1 to 100000, not \"many\".\n");
}

TEST_CASE("If nothing could be fetched the exit code says so", "[stage3][program][bug-G37]") {
    const Transcript run = run_program("stage3_crawler --max_tries 1 http://127.0.0.1:1/");
    CHECK(run.exit_code == 1);
    CHECK(has(run.text, "refused"));
    CHECK(has(run.text, "fail 1;"));
}

TEST_CASE("On a terminal a line tells how far the crawl is, and goes before the report",
          "[stage3][program][live]") {
    OnePageServer server("<a href='/a'>a</a> <a href='/b'>b</a>");
    Child child({"--max_tasks", "1", "--ignore_robots", server.url()}, true);
    server.answer_once();
    REQUIRE(child.read_until("done 1, queued 1, in flight 1, failed 0, "));
    child.interrupt();
    CHECK(child.wait() == 130);
    INFO(child.text);
    const std::size_t last_line = child.text.rfind("in flight");
    const std::size_t cleared = child.text.find("\r\x1b[K", last_line);
    CHECK(cleared < child.text.find("Interrupted"));
    CHECK(has(child.text.substr(cleared), "todo 2, done 1"));
}

TEST_CASE("Without a terminal, and with -q or -v, there is no such line",
          "[stage3][program][live]") {
    // Long enough for the line to be drawn twice: it has a timer in the same loop.
    const std::vector<std::string> crawl{"--request_timeout", "0.25", "--max_tries", "1",
                                         "--ignore_robots"};
    for (const std::string option : {"--strict", "-q", "-v"}) {
        OnePageServer server("<a href='/a'>a</a>");
        std::vector<std::string> arguments = crawl;
        arguments.insert(arguments.end(), {option, server.url()});
        Child child(arguments, option != "--strict");
        server.answer_once();
        CHECK(child.wait() == 0);
        INFO(child.text);
        CHECK(has(child.text, "Finished 2 urls"));
        CHECK(!has(child.text, "in flight"));
    }
}

TEST_CASE("A file of records that cannot be made ends stage 3 before it begins",
          "[stage3][program][report-file]") {
    const Transcript run = run_program("stage3_crawler --report /no/such/folder/a.jsonl");
    CHECK(run.exit_code == 2);
    CHECK(run.text ==
          "stage3_crawler: cannot write to /no/such/folder/a.jsonl: No such file or directory.\n");
}
