// idle.cpp: a loop in which nothing happens for five seconds of real time.
//
// Chapter: "The Traditional Approach" and "Async": waiting takes no processor.
// The one thing to know: the count is of returns from the real selector, before the timer that
// ends the measure. A loop that polled now and then would show here.
#include <sys/socket.h>
#include <unistd.h>

#include "core/loop/joinable_queue.hpp"
#include "core/loop/sleep.hpp"
#include "core/web/socket.hpp"
#include "tests/bench/measure.hpp"
#include "tests/bench/plain_echo.hpp"

namespace bench {

namespace {

using namespace std::chrono_literals;

// The real selector, and how often its wait has ended. Owned by its loop.
class CountingSelector final : public aio::Selector {
  public:
    explicit CountingSelector(int& returns) : returns_(returns) {}
    std::string name() const override { return "counting"; }

  private:
    void do_register(int fd, aio::EventMask events) override { real_->register_fd(fd, events); }
    void do_modify(int fd, aio::EventMask events) override { real_->modify(fd, events); }
    void do_unregister(int fd) override { real_->unregister_fd(fd); }
    bool do_select(std::optional<aio::Duration> timeout) override {
        for (const auto& [key, mask] : real_->select(timeout)) add_ready(key.fd, mask);
        ++returns_;
        return true;
    }

    std::unique_ptr<aio::Selector> real_ = aio::default_selector();
    int& returns_;
};

aio::Coro<void> wait_for_bytes(aio::Socket socket) { co_await socket.recv(1); }

aio::Coro<void> wait_for_item(aio::JoinableQueue<int>& queue) { co_await queue.get(); }

aio::Coro<void> wait_for_time(aio::EventLoop& loop) { co_await aio::sleep(loop, 1h); }

double idle_wake_ups() {
    int returns = 0;
    aio::EventLoop loop(std::make_unique<CountingSelector>(returns));
    loop.set_exception_handler([](const aio::ErrorContext&) {});  // They are pending at the end.
    aio::JoinableQueue<int> queue(loop);
    std::vector<std::unique_ptr<aio::Task<void>>> tasks;
    const std::vector<Pair> pairs = connect_pairs(100);
    for (const auto& [client, server] : pairs) {
        tasks.push_back(loop.create_task(wait_for_bytes(aio::Socket(loop, client))));
    }
    tasks.push_back(loop.create_task(wait_for_item(queue)));
    tasks.push_back(loop.create_task(wait_for_time(loop)));
    // Counted from the end of the first turn, in which everybody begins to wait.
    int first = 0;
    int last = 0;
    loop.call_soon([&] { first = returns; });
    loop.call_later(5s, [&] {
        last = returns - 1;  // One return is for this timer itself.
        loop.stop();
    });
    loop.run_forever();
    tasks.clear();
    for (const auto& [client, server] : pairs) ::close(server);
    return last - first;
}

}  // namespace

std::vector<Row> idle_rows() {
    return {
        {"idle loop, wake-ups in 5 s", idle_wake_ups, "", {}, {Target::Kind::value_at_most, 0}}};
}

}  // namespace bench
