// sleeps.cpp: 100,000 tasks that sleep for 0 to 100 ms, and the heap that they take meanwhile.
//
// Chapter: none; asyncio.sleep.
// The one thing to know: the clock is set by hand and jumps to the next timer, by whole
// milliseconds, since that is how long epoll waits. So this measures the work of the
// timers and tasks and not the waiting. Making and ending the tasks is part of it.
#include "core/loop/sleep.hpp"

#include <random>

#include "tests/bench/floor.hpp"
#include "tests/bench/heap_count.hpp"
#include "tests/bench/measure.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/manual_clock.hpp"

namespace bench {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t sleepers = 100'000;

double per_sleeper(std::size_t bytes) {
    return static_cast<double>(bytes) / static_cast<double>(sleepers);
}

// From 0 to 100 ms, hardly two the same; the same mixture each time.
std::vector<aio::Duration> mixed_delays() {
    std::mt19937 random(1);
    std::uniform_int_distribution<int> nanoseconds(0, 100'000'000);
    std::vector<aio::Duration> delays(sleepers);
    for (aio::Duration& delay : delays) delay = std::chrono::nanoseconds(nanoseconds(random));
    return delays;
}

// Looks at the real descriptors, and moves the clock by whole milliseconds instead of waiting.
// Owned by its loop.
class MillisecondSelector final : public aio::Selector {
  public:
    explicit MillisecondSelector(aio::test::ManualClock& clock) : clock_(clock) {}
    std::string name() const override { return "milliseconds"; }

  private:
    void do_register(int fd, aio::EventMask events) override { real_->register_fd(fd, events); }
    void do_modify(int fd, aio::EventMask events) override { real_->modify(fd, events); }
    void do_unregister(int fd) override { real_->unregister_fd(fd); }
    bool do_select(std::optional<aio::Duration> timeout) override {
        for (const auto& [key, mask] : real_->select(0ms)) add_ready(key.fd, mask);
        clock_.advance(std::chrono::ceil<std::chrono::milliseconds>(timeout.value_or(0ms)));
        return true;
    }

    std::unique_ptr<aio::Selector> real_ = aio::default_selector();
    aio::test::ManualClock& clock_;
};

aio::Coro<void> sleeper(aio::EventLoop& loop, aio::Duration delay) {
    co_await aio::sleep(loop, delay);
}

using Tasks = std::vector<std::unique_ptr<aio::Task<void>>>;

void make_sleepers(Tasks& tasks, aio::EventLoop& loop, const std::vector<aio::Duration>& delays) {
    for (const aio::Duration delay : delays) {
        tasks.push_back(loop.create_task(sleeper(loop, delay)));
    }
}

void sleep_all(const std::vector<aio::Duration>& delays) {
    aio::test::ManualClock clock;
    aio::EventLoop loop(std::make_unique<MillisecondSelector>(clock), [&] { return clock.now(); });
    Tasks tasks;
    make_sleepers(tasks, loop, delays);
    loop.run_until_complete(sleeper(loop, 101ms));
}

floor::Task floor_sleeper(floor::Loop& loop, aio::Duration delay) {
    co_await floor::Sleep{loop, delay};
    co_return 0;
}

using FloorTasks = std::vector<floor::Task>;

void make_floor_sleepers(FloorTasks& tasks, floor::Loop& loop,
                         const std::vector<aio::Duration>& delays) {
    for (const aio::Duration delay : delays) {
        tasks.push_back(floor_sleeper(loop, delay));
        loop.call_soon(tasks.back().frame());
    }
}

void floor_sleep_all(const std::vector<aio::Duration>& delays) {
    floor::Loop loop;
    FloorTasks tasks;
    make_floor_sleepers(tasks, loop, delays);
    loop.run();
}

// Asks for the count when all others sleep: its own task is the last to take its first step.
aio::Coro<void> take_census(const HeapCount& count, std::size_t& bytes) {
    bytes = count.bytes();
    co_return;
}

double heap_of_sleepers() {
    const std::vector<aio::Duration> delays(sleepers, 1h);
    std::size_t bytes = 0;
    aio::test::ManualLoop manual;
    Tasks tasks;
    tasks.reserve(sleepers);
    {
        const HeapCount count;
        make_sleepers(tasks, manual.loop, delays);
        manual.loop.run_until_complete(take_census(count, bytes));
    }
    manual.loop.run_until_complete(sleeper(manual.loop, 1h));
    return per_sleeper(bytes);
}

floor::Task floor_take_census(const HeapCount& count, std::size_t& bytes) {
    bytes = count.bytes();
    co_return 0;
}

double floor_heap_of_sleepers() {
    const std::vector<aio::Duration> delays(sleepers, 1h);
    std::size_t bytes = 0;
    floor::Loop loop;
    FloorTasks tasks;
    tasks.reserve(sleepers);
    const HeapCount count;
    make_floor_sleepers(tasks, loop, delays);
    const floor::Task census = floor_take_census(count, bytes);
    loop.call_soon(census.frame());
    loop.run();
    return per_sleeper(bytes);
}

Run milliseconds_for(void (*work)(const std::vector<aio::Duration>&)) {
    return [work, delays = mixed_delays()] {
        return nanoseconds_each(1'000'000, [&] { work(delays); });
    };
}

}  // namespace

std::vector<Row> sleep_rows() {
    return {{"100,000 sleeps of 0 to 100 ms, CPU ms",
             milliseconds_for(sleep_all),
             "floor",
             milliseconds_for(floor_sleep_all),
             {Target::Kind::ratio_at_most, 1.5}}};
}

std::vector<Row> heap_rows() {
    return {{"heap per task asleep, of 100,000, bytes",
             heap_of_sleepers,
             "floor",
             floor_heap_of_sleepers,
             {Target::Kind::value_at_most, 360}}};
}

TEST_CASE("100,000 sleeps of 0 to 100 ms", "[bench][sleep]") {
    const std::vector<aio::Duration> delays = mixed_delays();
    BENCHMARK("core") { sleep_all(delays); };
    BENCHMARK("floor") { floor_sleep_all(delays); };
}

}  // namespace bench
