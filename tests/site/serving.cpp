// serving.cpp: the site's server on the test's own loop: one thread, no waiting for time.
//
// The one thing to know: with a latency of an hour an answer never comes, so a test can look at
// requests while they are in flight. The clock stands still unless the test moves it.
#include <array>
#include <optional>
#include <set>
#include <stdexcept>

#include "core/loop/sleep.hpp"
#include "tests/site/site_support.hpp"
#include "tests/support/catch.hpp"

using namespace std::chrono_literals;
using site_test::ServedSite;

namespace {

const std::string old_request = "GET /353/ HTTP/1.0\r\n\r\n";
const std::string new_request = "GET /353/ HTTP/1.1\r\nHost: xkcd.com\r\n\r\n";

aio::SiteOptions with_latency(aio::Duration latency) {
    aio::SiteOptions options;
    options.latency = latency;
    return options;
}

aio::Coro<void> fetch_353(ServedSite& site) {
    aio::Socket socket = co_await site.connect_and_send(old_request);
    const std::string answer = co_await site_test::read_all(socket);
    CHECK(site_test::parse_answer(answer).status == 200);
}

aio::Coro<void> wait_for_requests(ServedSite& site, int count) {
    return site.turns_until([&site, count] { return site.statistics.requests() == count; });
}

aio::Coro<void> fetch_beside_silent_clients(ServedSite& site) {
    const aio::Socket silent = co_await site.connect();
    const aio::Socket stopped = co_await site.connect_and_send("GET /353/ HT");
    co_await fetch_353(site);
    CHECK(site.statistics.requests() == 1);
    CHECK(site.server.open_connections() >= 2);
}

aio::Coro<void> three_in_flight(ServedSite& site) {
    const aio::Socket first = co_await site.connect_and_send(new_request + new_request);
    const aio::Socket second = co_await site.connect_and_send(new_request + new_request);
    const aio::Socket third = co_await site.connect_and_send(old_request);
    co_await wait_for_requests(site, 3);
    CHECK(site.statistics.peak_concurrency() == 3);
    CHECK(site.statistics.connections() == 3);
    CHECK(site.statistics.hits("/353/") == 3);
}

aio::Coro<void> three_in_a_row(ServedSite& site) {
    for (int i = 0; i < 3; ++i) co_await fetch_353(site);
    CHECK(site.statistics.requests() == 3);
    CHECK(site.statistics.peak_concurrency() == 1);
}

aio::Coro<void> answer_after_50_ms(ServedSite& site) {
    aio::Socket socket = co_await site.connect_and_send(new_request);
    co_await wait_for_requests(site, 1);
    std::optional<std::size_t> received;
    std::array<char, 100> buffer;
    for (const aio::Duration step : {0ms, 49ms}) {
        site.now += step;
        for (int turn = 0; turn < 20; ++turn) co_await aio::sleep(site.loop, 0ms);
        received = socket.try_recv(buffer.data(), buffer.size());
        CHECK_FALSE(received);
    }
    site.now += 1ms;
    const std::size_t count = co_await socket.recv_into(buffer.data(), buffer.size());
    CHECK(std::string_view(buffer.data(), count).starts_with("HTTP/1.1 200 OK\r\n"));
}

aio::Coro<void> refused_with_more_to_read(ServedSite& site) {
    aio::Socket socket = co_await site.connect();
    co_await socket.send_all("nonsense\r\n" + std::string(65536, 'x'));
    const std::string answer = co_await site_test::read_all(socket);
    CHECK(site_test::parse_answer(answer).status == 400);
    CHECK(site.statistics.requests() == 1);
    CHECK(site.statistics.hits().empty());
}

aio::Coro<void> refused_and_never_closing(ServedSite& site) {
    aio::Socket socket = co_await site.connect_and_send("nonsense\r\n");
    const std::string answer = co_await site_test::read_all(socket);
    CHECK(site.server.open_connections() == 1);
    site.now += 1s;
    const auto closed = [&site] { return site.server.open_connections() == 0; };
    co_await site.turns_until(closed);
}

}  // namespace

TEST_CASE("A silent client keeps nobody from being served", "[site]") {
    ServedSite site;
    site.loop.run_until_complete(fetch_beside_silent_clients(site));
}

TEST_CASE("Requests in flight at the same time are counted, pipelined ones wait", "[site]") {
    ServedSite site(with_latency(1h));
    site.loop.run_until_complete(three_in_flight(site));
}

TEST_CASE("Requests one after the other are never in flight together", "[site]") {
    ServedSite site;
    site.loop.run_until_complete(three_in_a_row(site));
}

TEST_CASE("An answer is held back for the latency, and no longer", "[site]") {
    ServedSite site(with_latency(50ms));
    site.loop.run_until_complete(answer_after_50_ms(site));
}

TEST_CASE("A refused client reads the refusal, whatever else it has sent", "[site]") {
    ServedSite site;
    site.loop.run_until_complete(refused_with_more_to_read(site));
}

TEST_CASE("A refused client that does not close is closed after a second", "[site]") {
    ServedSite site;
    site.loop.run_until_complete(refused_and_never_closing(site));
    CHECK(site.errors.empty());
}

TEST_CASE("The spread of latencies depends on the path alone", "[site]") {
    aio::SiteOptions options = with_latency(50ms);
    CHECK(aio::latency_of("/1/", options) == 50ms);
    options.latency_spread = 50ms;
    std::set<aio::Duration> seen;
    for (int number = 1; number <= 300; ++number) {
        const std::string path = "/" + std::to_string(number) + "/";
        const aio::Duration latency = aio::latency_of(path, options);
        CHECK(latency >= 50ms);
        CHECK(latency <= 100ms);
        CHECK(latency == aio::latency_of(path, options));
        seen.insert(latency);
    }
    CHECK(seen.size() > 200);
    CHECK(*seen.begin() < 55ms);
    CHECK(*seen.rbegin() > 95ms);
}

TEST_CASE("A site without pages or with a negative latency is refused", "[site]") {
    aio::EventLoop loop;
    aio::SiteStatistics statistics;
    aio::SiteOptions options;
    options.pages = 0;
    CHECK_THROWS_AS(aio::SiteServer(loop, options, statistics), std::invalid_argument);
    options.pages = 10'000'001;
    CHECK_THROWS_AS(aio::SiteServer(loop, options, statistics), std::invalid_argument);
    CHECK_THROWS_AS(aio::SiteServer(loop, with_latency(-1ms), statistics), std::invalid_argument);
}
