// ownership_random.cpp: small random graphs of tasks, taken apart at random moments.
//
// Tasks wait for timers, descriptors, futures, a queue, children, and each other; through gather,
// shield and time limits as well. Meanwhile everything is resolved, cancelled and destroyed in any
// order, from outside and from other tasks. The loop goes last: what outlives it ends the program,
// and event_loop_ending.cpp shows that.
// The one thing to know: a graph is its seed. `INFO` prints it when a graph fails.
#include "tests/loop/ownership_graph.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;
using ownership_test::Graph;

namespace {

// Destroys what the graph owns, in any order; but not the loop and the tasks that it owns.
void take_apart(Graph& graph) {
    for (unsigned i = 0; i < 5; ++i) {
        graph.tasks[graph.random.below(ownership_test::tasks_in_graph)].reset();
        graph.futures[graph.random.below(ownership_test::futures_in_graph)].reset();
        if (graph.random.one_in(8)) graph.queue.reset();
    }
    for (auto& task : graph.tasks) task.reset();
    for (auto& future : graph.futures) future.reset();
    graph.queue.reset();
}

// What the loop still holds of the graph.
struct Leftovers {
    std::size_t timers = 0;
    int waits = 0;
    std::size_t registrations = 0;
};

Leftovers left_in(aio::EventLoop& loop) {
    Leftovers left;
    left.timers = loop.timer_count();
    for (unsigned i = 0; i < ownership_test::fds_in_graph; ++i) {
        const int fd = ownership_test::first_fd + static_cast<int>(i);
        for (const aio::EventMask event : {aio::Event::read, aio::Event::write}) {
            if (loop.fds().remove(fd, event)) ++left.waits;
        }
        loop.forget(fd);  // A wait that ended well has left its registration.
    }
    left.registrations = loop.selector().size() - 1;  // One is the loop's own.
    return left;
}

// Lets one graph live for some turns, and takes it apart. Then the tasks that the loop owns find
// that all they wait for is gone, and end; or they go with it, in each fourth graph.
void run_graph(unsigned seed, Lives& lives) {
    Graph graph(seed, lives);
    for (unsigned turns = graph.random.below(20); turns > 0; --turns) {
        graph.turn();
        ownership_test::disturb(graph);
    }
    take_apart(graph);
    if (seed % 4 != 0) {
        for (int turns = 0; lives.left() > 0 && turns < 1000; ++turns) graph.turn();
        const Leftovers left = left_in(graph.loop);
        REQUIRE(lives.left() == 0);
        REQUIRE(left.timers == 0);
        REQUIRE(left.waits == 0);
        REQUIRE(left.registrations == 0);
    }
    REQUIRE(graph.callback_errors == 0);
}

}  // namespace

TEST_CASE("Ten thousand random graphs of tasks leave nothing behind",
          "[loop][task][V04][T19][bug-H16]") {
    for (unsigned seed = 1; seed <= 10'000; ++seed) {
        INFO("seed " << seed);
        Lives lives;
        run_graph(seed, lives);
        REQUIRE(lives.born > 0);
        REQUIRE(lives.left() == 0);
    }
}
