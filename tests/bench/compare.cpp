// compare.cpp: one site, crawled in six ways, side by side.
//
// Chapter: its claim, from "The Traditional Approach" to the end: waiting can overlap without a
// thread for each page.
// The one thing to know: every row crawls the same site in this run, with the same latency per
// answer, from / until nothing is left. Only the ratios mean anything on another machine.
//
// The blocking rows run here, over a fetch like that of L01 and a pool of threads; the others are
// the stage programs, each a process of its own. Stage 3 does without robots.txt, as the others do.
// The peak is what the site saw; the threads are counted while the program runs.
#include <fmt/core.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <fstream>
#include <functional>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>

#include "core/site/bundled_site.hpp"
#include "core/web/links.hpp"

namespace {

constexpr std::chrono::milliseconds latency{50};
constexpr int pages = 100;

struct Row {
    std::string name;
    double seconds = 0;
    int threads = 0;
    int peak = 0;
    int urls = 0;
};

// The blocking fetch of L01, for any path. Gives the whole answer.
std::string fetch(std::uint16_t port, const std::string& path) {
    const int sock = ::socket(AF_INET, SOCK_STREAM, 0);
    const aio::Address address = aio::Address::ipv4_loopback(port);
    if (sock < 0 || ::connect(sock, address.data(), address.length) < 0) {
        throw std::system_error(errno, std::generic_category(), "connect");
    }
    const std::string request = fmt::format("GET {} HTTP/1.0\r\nHost: xkcd.com\r\n\r\n", path);
    if (::send(sock, request.data(), request.size(), 0) < 0) {
        throw std::system_error(errno, std::generic_category(), "send");
    }
    std::string response;
    char chunk[4096];
    ssize_t count = 0;
    while ((count = ::recv(sock, chunk, sizeof chunk, 0)) > 0) {
        response.append(chunk, static_cast<std::size_t>(count));
    }
    if (count < 0) throw std::system_error(errno, std::generic_category(), "recv");
    ::close(sock);
    return response;
}

// What a pool of threads shares: the paths to do, and who is at work. It needs a lock.
class ThreadedCrawl {
  public:
    explicit ThreadedCrawl(std::uint16_t port) : port_(port) {}

    int run(int threads) {
        std::vector<std::thread> pool;
        for (int i = 0; i < threads; ++i) pool.emplace_back([this] { work(); });
        for (std::thread& thread : pool) thread.join();
        return static_cast<int>(seen_.size());
    }

  private:
    void work() {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [this] { return !todo_.empty() || at_work_ == 0; });
            if (todo_.empty()) break;
            const std::string path = todo_.front();
            todo_.pop_front();
            ++at_work_;
            lock.unlock();
            const std::string response = fetch(port_, path);
            lock.lock();
            add_links(path, response);
            --at_work_;
            changed_.notify_all();
        }
    }

    void add_links(const std::string& path, const std::string& response) {
        std::set<std::string> links = aio::parse_links("http://xkcd.com" + path, response);
        const std::string name = "\r\nLocation: ";
        const std::size_t location = response.find(name);
        if (location != std::string::npos) {
            const std::size_t start = location + name.size();
            links.insert(response.substr(start, response.find('\r', start) - start));
        }
        for (const std::string& link : links) {
            if (seen_.insert(link).second) todo_.push_back(link);
        }
    }

    std::uint16_t port_;
    std::mutex mutex_;  // Guards what follows.
    std::condition_variable changed_;
    std::deque<std::string> todo_ = {"/"};
    std::set<std::string> seen_ = {"/"};
    int at_work_ = 0;
};

// The threads of a process, as the system counts them; 0 where it does not tell.
int threads_of(pid_t pid) {
    std::ifstream status(fmt::format("/proc/{}/status", pid));
    std::string word;
    while (status >> word) {
        if (word != "Threads:") continue;
        int threads = 0;
        status >> threads;
        return threads;
    }
    return 0;
}

// Runs a program without its output. Gives the most threads that it was seen with.
int run_program(std::vector<std::string> arguments) {
    arguments[0] = fmt::format("{}/{}", AIO_BIN_DIR, arguments[0]);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    std::fflush(stdout);  // Else the child would print it as well.
    const pid_t pid = ::fork();
    if (pid < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (pid == 0) {
        if (!std::freopen("/dev/null", "w", stdout)) ::_exit(127);
        ::execv(argv[0], argv.data());
        ::_exit(127);
    }
    int threads = 0;
    int status = 0;
    while (::waitpid(pid, &status, WNOHANG) == 0) {
        threads = std::max(threads, threads_of(pid));
        ::poll(nullptr, 0, 1);  // A millisecond's pause.
    }
    if (status != 0) throw std::runtime_error(arguments[0] + " failed");
    return threads;
}

Row measure(const std::string& name, const std::function<int(const aio::BundledSite&)>& crawl) {
    const aio::BundledSite site({.pages = pages, .latency = latency});
    const aio::TimePoint start = aio::Clock::now();
    Row row{.name = name, .threads = crawl(site)};
    row.seconds = std::chrono::duration<double>(aio::Clock::now() - start).count();
    row.peak = site.peak_concurrency();
    row.urls = site.requests();
    return row;
}

std::vector<Row> measure_all() {
    const auto blocking = [](int threads) {
        return [threads](const aio::BundledSite& site) {
            ThreadedCrawl(site.port()).run(threads);
            return threads;
        };
    };
    const auto program = [](std::vector<std::string> arguments) {
        return [arguments](const aio::BundledSite& site) {
            std::vector<std::string> all = arguments;
            all.push_back(site.url());
            return run_program(all);
        };
    };
    return {measure("blocking", blocking(1)),
            measure("blocking, 10 threads", blocking(10)),
            measure("stage 1, callbacks", program({"stage1_callbacks"})),
            measure("stage 2, coroutines", program({"stage2_coroutines"})),
            measure("stage 3, 10 workers", program({"stage3_crawler", "-q", "--ignore_robots"})),
            measure("stage 3, 100 workers",
                    program({"stage3_crawler", "-q", "--ignore_robots", "--max_tasks=100"}))};
}

}  // namespace

int main(int argc, char* argv[]) {
    if (argc > 1) {
        fmt::print(stderr, "compare takes no arguments, and so not \"{}\".\n", argv[1]);
        return 2;
    }
    fmt::print("{} comics, {} ms per answer\n\n", pages, latency.count());
    fmt::print("{:<22}{:>6}{:>10}{:>9}{:>9}{:>15}\n", "", "URLs", "seconds", "threads", "at once",
               "times as fast");
    const std::vector<Row> rows = measure_all();
    for (const Row& row : rows) {
        fmt::print("{:<22}{:>6}{:>10.2f}{:>9}{:>9}{:>15.1f}\n", row.name, row.urls, row.seconds,
                   row.threads, row.peak, rows[0].seconds / row.seconds);
    }
    const double ten_workers = rows[0].seconds / rows[4].seconds;
    if (ten_workers >= 8) return 0;
    fmt::print(stderr, "10 workers are {:.1f} times as fast as blocking, not 8.\n", ten_workers);
    return 1;
}
