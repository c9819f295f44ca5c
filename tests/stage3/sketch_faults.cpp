// sketch_faults.cpp: what goes wrong with the chapter's short queue, and the cure.
//
// Chapter: "Coordinating Coroutines" (L58, L63). Each test shows the fault on the sketch first,
// then the same story with the library, where it ends well.
#include "core/loop/joinable_queue.hpp"
#include "stage3_crawler/sketch/queue.hpp"
#include "tests/stage3/crawl_support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/manual_clock.hpp"

using aio::test::ManualLoop;

namespace {

void run_a_turn(aio::EventLoop& loop) {
    loop.stop();
    loop.run_forever();
}

// The body of a worker's round, without a guard: what is thrown skips task_done().
void work_once(sketch::Queue<int>& q) {
    if (q.get_nowait() == 13) throw std::runtime_error("a page that nobody can read");
    q.task_done();
}

}  // namespace

TEST_CASE("Sketch: a second round wakes who joined the first again, core wakes each joiner once",
          "[stage3][sketch][L63][Q20][bug-G22]") {
    sketch::Queue<int> sketched;
    int woken = 0;
    sketched.put_nowait(1);
    sketch::Task join(sketched.join());
    join.add_done_callback([&woken](sketch::Future&) { ++woken; });
    sketched.task_done();
    sketched.put_nowait(2);
    sketched.task_done();
    CHECK(woken == 2);

    ManualLoop manual;
    aio::JoinableQueue<int> queue(manual.loop);
    woken = 0;
    queue.put_nowait(1);
    const auto joiner = manual.loop.create_task(queue.join());
    joiner->add_done_callback([&woken] { ++woken; });
    run_a_turn(manual.loop);
    for (int round = 1; round <= 2; ++round) {
        queue.task_done();
        queue.put_nowait(round);
        run_a_turn(manual.loop);
        run_a_turn(manual.loop);
    }
    CHECK(woken == 1);
}

TEST_CASE("Sketch: a worker that throws leaves join waiting for ever, the crawler's guard does not",
          "[stage3][sketch][L58][L63][bug-G4]") {
    sketch::Queue<int> sketched;
    sketched.put_nowait(13);
    sketched.put_nowait(14);
    bool joined = false;
    sketch::Task join(sketched.join());
    join.add_done_callback([&joined](sketch::Future&) { joined = true; });
    CHECK_THROWS_AS(work_once(sketched), std::runtime_error);
    work_once(sketched);
    CHECK_FALSE(joined);

    aio::test::CrawlTest test;
    test.options.max_tasks = 1;
    test.server.page("/", {"/14"});
    test.server.page("/14", {});
    test.options.find_links = [](const aio::Url&, std::string_view,
                                 aio::LinkKinds) -> std::vector<aio::Url> {
        throw std::runtime_error("a page that nobody can read");
    };
    CHECK(test.crawl({"/", "/14"}).paths() == "/ /14");
}
