// future_callbacks.cpp: what runs after a future is done.
//
// The one thing to know: nothing runs inside set_result. The callbacks go to the end of the ready
// list, and each is a function without arguments: a future has one owner, who knows where it is.
#include "core/loop/future.hpp"
#include "tests/loop/loop_support.hpp"
#include "tests/support/catch.hpp"

using namespace loop_test;
using aio::Callback;

namespace {

using Numbers = std::vector<int>;

}  // namespace

TEST_CASE("A done-callback learns nothing but that the future is done",
          "[loop][future][L29][F07]") {
    TestLoop test;
    Future<int> future(test.loop);
    int seen = 0;
    future.add_done_callback([&] { seen = future.result(); });
    future.set_result(7);
    test.turn();
    CHECK(seen == 7);
}

TEST_CASE("Done-callbacks run in a later turn, never inside the call that resolves",
          "[loop][future][F08]") {
    TestLoop test;
    Future<int> result(test.loop), failure(test.loop), cancelled(test.loop);
    Numbers log;
    for (auto* future : {&result, &failure, &cancelled}) {
        future->add_done_callback([&log] { log.push_back(1); });
    }
    result.set_result(1);
    failure.set_exception(std::make_exception_ptr(1));
    cancelled.cancel();
    CHECK(log.empty());
    test.turn();
    CHECK(log.size() == 3);
    CHECK(failure.exception() != nullptr);
}

TEST_CASE("A callback added to a finished future runs in the next turn", "[loop][future][F09]") {
    TestLoop test;
    Future<int> future(test.loop);
    future.set_result(1);
    Numbers log;
    future.add_done_callback([&] {
        log.push_back(1);
        future.add_done_callback([&log] { log.push_back(2); });
    });
    CHECK(log.empty());
    test.turn();
    CHECK(log == Numbers{1});
    test.turn();
    CHECK(log == Numbers{1, 2});
}

TEST_CASE("Callbacks run in order of arrival, each as often as it was added",
          "[loop][future][F10]") {
    TestLoop test;
    Future<int> future(test.loop);
    Numbers log;
    const std::function<void()> one = [&log] { log.push_back(1); };
    future.add_done_callback(one);
    future.add_done_callback([&log] { log.push_back(2); });
    future.add_done_callback(one);
    future.set_result(1);
    test.loop.call_soon([&log] { log.push_back(3); });
    test.turn();
    test.turn();
    CHECK(log == Numbers{1, 2, 1, 3});
}

TEST_CASE("A callback that throws is reported, and the others run", "[loop][future][F11]") {
    TestLoop test;
    Future<int> future(test.loop);
    bool ran = false;
    future.add_done_callback([] { throw std::runtime_error("oops"); });
    future.add_done_callback([&ran] { ran = true; });
    future.set_result(1);
    test.turn();
    CHECK(ran);
    CHECK(future.result() == 1);
    REQUIRE(test.reports.size() == 1);
    CHECK(text_of(test.reports[0].exception) == "oops");
}

TEST_CASE("A done-callback can be taken back before the future is done", "[loop][future][F12]") {
    TestLoop test;
    Future<int> future(test.loop);
    Numbers log;
    const auto token = future.add_done_callback([&log] { log.push_back(1); });
    future.add_done_callback([&log] { log.push_back(2); });
    token->cancel();
    token->cancel();
    future.set_result(1);
    test.turn();
    CHECK(log == Numbers{2});
}

TEST_CASE("A done-callback that is scheduled already can be taken back as well",
          "[loop][future][F13]") {
    TestLoop test;
    Future<int> future(test.loop);
    Numbers log;
    const auto token = future.add_done_callback([&log] { log.push_back(1); });
    future.set_result(1);
    token->cancel();
    test.turn();
    CHECK(log.empty());
}

TEST_CASE("Callbacks may add and remove callbacks", "[loop][future][F14][bug-B32]") {
    TestLoop test;
    Future<int> one(test.loop), two(test.loop);
    std::vector<std::shared_ptr<Callback>> tokens;
    int runs = 0;
    // Each cancels the other future, and takes both callbacks back.
    const auto end_all = [&] {
        ++runs;
        one.cancel();
        two.cancel();
        for (const auto& token : tokens) token->cancel();
        one.add_done_callback([&runs] { ++runs; });
    };
    tokens.push_back(one.add_done_callback(end_all));
    tokens.push_back(two.add_done_callback(end_all));
    one.cancel();
    for (int i = 0; i < 3; ++i) test.turn();
    CHECK(runs == 2);
    CHECK((one.cancelled() && two.cancelled()));
    CHECK(test.reports.empty());
}

TEST_CASE("Done-callbacks that cancel each other end", "[loop][future][bug-B32]") {
    TestLoop test;
    Future<int> first(test.loop), second(test.loop);
    first.add_done_callback([&second] { second.cancel(); });
    second.add_done_callback([&first] { first.cancel(); });
    first.cancel();
    test.turn();
    test.turn();
    CHECK(second.cancelled());
    CHECK(test.reports.empty());
}

TEST_CASE("A callback of a future that is destroyed is destroyed with it",
          "[loop][future][loop-L07]") {
    TestLoop test;
    Lives lives;
    {
        Future<int> future(test.loop);
        const auto token = future.add_done_callback([local = Counted(lives)] {});
        CHECK(lives.left() == 1);
    }
    CHECK(lives.left() == 0);
    test.turn();
    CHECK(test.reports.empty());
}

TEST_CASE("Cancelling what is in no list leaves no trace", "[loop][future][bug-B30]") {
    TestLoop test;
    int runs = 0;
    const auto idle = test.loop.call_soon([&runs] { ++runs; });
    test.turn();
    for (int i = 0; i < 100'000; ++i) idle->cancel();

    Future<int> future(test.loop);
    future.add_done_callback([&runs] { ++runs; });
    future.set_result(1);
    test.turn();
    CHECK(runs == 2);
}
