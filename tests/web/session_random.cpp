// session_random.cpp: sessions with requests under way, cancelled and destroyed in any order.
//
// A few tasks ask one server, which answers, falls silent, hangs up or resets. Meanwhile requests
// are cancelled, tasks, responses and the session are destroyed, and time limits pass.
// The one thing to know: a graph is its seed. `INFO` prints it when one fails. Only the moment at
// which the system delivers a byte is not the seed's.
#include <memory>
#include <random>

#include "tests/support/catch.hpp"
#include "tests/web/session_support.hpp"

using namespace aio::test;
using namespace std::chrono_literals;

namespace {

constexpr unsigned tasks_in_graph = 6;
constexpr unsigned places_in_graph = 3;

struct SessionGraph {
    SessionGraph(unsigned seed, Bench& b);

    // The standard's distributions differ between libraries; this does not.
    unsigned below(unsigned count) { return static_cast<unsigned>(engine() >> 8) % count; }

    std::mt19937 engine;
    Bench& bench;
    int frames = 0;  // Of the tasks below, that are alive.
    std::unique_ptr<ScriptedServer> server;
    std::unique_ptr<aio::Session> session;
    std::optional<aio::Response> kept[places_in_graph];  // By nobody in particular.
    std::unique_ptr<aio::Task<void>> tasks[tasks_in_graph];
};

Script any_script(SessionGraph& graph) {
    const std::string body(graph.below(2) == 0 ? 5 : 100'000, 'x');
    const std::string cut_short = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345";
    switch (graph.below(7)) {
        case 0:
            return reply(cut_short);
        case 1:
            return Script(reply(cut_short), hang_up());
        case 2:
            return Script(reply(ok(body)), reset());
        case 3:
            return Script(hear(), hang_up());
        case 4:
            return hear();
        default:
            return serve(ok(body));
    }
}

// From a task as well; only the test itself destroys tasks.
void disturb(SessionGraph& graph, bool from_task) {
    auto& task = graph.tasks[graph.below(tasks_in_graph)];
    switch (graph.below(8)) {
        case 0:
            if (task != nullptr) task->cancel();
            break;
        case 1:
            if (!from_task) task.reset();
            break;
        case 2:
            graph.kept[graph.below(places_in_graph)].reset();
            break;
        case 3:
            if (graph.below(4) == 0) graph.session.reset();
            break;
        case 4:
            if (graph.below(4) == 0 && graph.session != nullptr) graph.session->close();
            break;
        default:
            graph.bench.clock.advance(std::chrono::milliseconds(graph.below(1500)));
    }
}

aio::Coro<void> ask_once(SessionGraph& graph) {
    if (graph.session == nullptr) co_return;
    aio::Response response = co_await graph.session->get(graph.server->url());
    const unsigned choice = graph.below(5);
    if (choice == 0) co_return;
    if (choice == 1) response.release();
    if (choice == 2) co_await response.read_some();
    if (choice == 3) graph.kept[graph.below(places_in_graph)] = std::move(response);
    if (choice == 4) co_await response.read();
}

aio::Coro<void> ask(SessionGraph& graph) {
    struct Frame {
        explicit Frame(int& c) : count(c) { ++count; }
        ~Frame() { --count; }
        int& count;
    } const frame(graph.frames);
    for (int i = 0; i < 4; ++i) {
        try {
            co_await ask_once(graph);
            if (graph.below(4) == 0) disturb(graph, true);
        } catch (const aio::ClientError&) {
        }
    }
}

SessionGraph::SessionGraph(unsigned seed, Bench& b) : engine(seed), bench(b) {
    std::vector<Script> scripts;
    for (int i = 0; i < 6; ++i) scripts.push_back(any_script(*this));
    server = std::make_unique<ScriptedServer>(bench.loop, std::move(scripts));
    aio::SessionOptions options;
    options.max_clients = below(4);
    options.connect_timeout = 2s;
    options.request_timeout = 5s;
    session = std::make_unique<aio::Session>(bench.loop, options);
    for (auto& task : tasks) task = bench.loop.create_task(ask(*this));
}

void turn(Bench& bench) {
    bench.loop.stop();
    bench.loop.run_forever();
}

// Lets the graph live for some turns, then destroys its parts in any order.
void run_session_graph(unsigned seed, Bench& bench) {
    SessionGraph graph(seed, bench);
    for (unsigned turns = graph.below(60); turns > 0; --turns) {
        turn(bench);
        if (graph.below(3) == 0) disturb(graph, false);
    }
    for (int i = 0; i < 4; ++i) {
        graph.tasks[graph.below(tasks_in_graph)].reset();
        graph.kept[graph.below(places_in_graph)].reset();
        if (graph.below(4) == 0) graph.session.reset();
        if (graph.below(2) == 0) turn(bench);
    }
    for (auto& task : graph.tasks) task.reset();
    graph.session.reset();
    REQUIRE(graph.frames == 0);
}

}  // namespace

TEST_CASE("Three hundred random sessions leave no descriptor, no wait and no timer",
          "[web][session][V04][V07][P12][P13]") {
    for (unsigned seed = 1; seed <= 300; ++seed) {
        INFO("seed " << seed);
        Bench bench;
        int callback_errors = 0;
        bench.loop.set_exception_handler([&callback_errors](const aio::ErrorContext& context) {
            if (context.message == "Exception in callback") ++callback_errors;
        });
        const std::size_t before = open_descriptors();
        run_session_graph(seed, bench);
        // A connect that was under way is closed when it is through.
        for (int turns = 0; bench.loop.fds().size() > 0 && turns < 100; ++turns) turn(bench);
        REQUIRE(bench.loop.fds().size() == 0);
        REQUIRE(bench.loop.timer_count() == 0);
        REQUIRE(open_descriptors() == before);
        REQUIRE(callback_errors == 0);
    }
}
