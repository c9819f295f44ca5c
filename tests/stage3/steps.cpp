// steps.cpp: what the steps of stage 3 print, and the sketches that they show.
//
// Chapter: "Coordinating Coroutines" (L53 to L56, L58 to L61, L63, L65 to L67).
#include "stage3_crawler/sketch/event_loop.hpp"
#include "stage3_crawler/sketch/queue.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/transcript.hpp"

using namespace aio_test;

namespace {

sketch::Coro add_one(sketch::Future& future) {
    const int value = co_await future;
    co_return value + 1;
}

sketch::Coro throw_cancelled(sketch::Future& future) {
    co_await future;
    throw sketch::CancelledError();
}

}  // namespace

TEST_CASE("Each step of stage 3 prints what its file says",
          "[stage3][L15][L53][L58][L59][L60][L61][program]") {
    for (const char* step : {"01_cancel_and_throw", "02_queue_sketch", "03_run_until_complete",
                             "04_worker", "05_destroyed_but_pending"}) {
        INFO(step);
        const std::string name = std::string("stage3_") + step;
        const Transcript run = run_program(name);
        CHECK(run.exit_code == 0);
        // The line of an await is where the compiler sees it, which may differ by a line.
        CHECK(masked(run.text, {"[0-9]+ bytes", "[^( ]*cpp:[0-9]+", "[^( ]*hpp:[0-9]+"}) ==
              golden(name + ".txt"));
    }
}

TEST_CASE("An exception thrown into a coroutine appears at its await", "[stage3][L54]") {
    sketch::Future never;
    sketch::Coro coro = add_one(never);
    CHECK(coro.send() == &never);
    CHECK_THROWS_AS(coro.throw_in(42), int);
}

TEST_CASE("A step that meets CancelledError notes it, and the task is never resolved",
          "[stage3][L55][L56]") {
    sketch::Future future;
    sketch::Task task(throw_cancelled(future));
    int resolved = 0;
    task.add_done_callback([&resolved](sketch::Future&) { ++resolved; });
    future.set_result(0);
    CHECK(task.cancelled);
    CHECK(resolved == 0);
}

TEST_CASE("Cancelling the sketch from outside throws in the caller", "[stage3][L55][bug-G16]") {
    sketch::Future never;
    sketch::Task task(add_one(never));
    CHECK_THROWS_AS(task.cancel(), sketch::CancelledError);
    CHECK(!task.cancelled);
}

TEST_CASE("The sketch of the queue is joined by task_done and not by get", "[stage3][L63]") {
    sketch::Queue<int> q;
    q.put_nowait(1);
    bool joined = false;
    sketch::Task join(q.join());
    join.add_done_callback([&joined](sketch::Future&) { joined = true; });
    CHECK(q.get_nowait() == 1);
    CHECK(!joined);
    q.task_done();
    CHECK(joined);
}

TEST_CASE("The sketch of the loop stops when its task is done", "[stage3][L65][L66][L67]") {
    sketch::EventLoop loop;
    sketch::Future future;
    bool late = false;
    loop.add_event([&future] { future.set_result(41); });
    loop.add_event([&late] { late = true; });
    CHECK(loop.run_until_complete(add_one(future)) == 42);
    CHECK(loop.stopped_by_task);
    CHECK(!late);
}
