// Bursts: threads outside bring more tasks than a worker puts into the pool at a time.
#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow.hpp>
#include <jackdaw/jackdaw.hpp>

#include "tests/fork_join/support.hpp"
#include "tests/support/sizes.hpp"

namespace burst_test {

using namespace jackdaw;
using tests::scaled;

namespace {

/// Calls burst(first, last) in each of some threads, with tasks of its own.
void from_threads(std::size_t threads, std::size_t tasks_of_each, const auto& burst) {
  std::vector<std::thread> outside;
  for (std::size_t i = 0; i < threads; ++i)
    outside.emplace_back([&burst, tasks_of_each, i] { burst(i * tasks_of_each, (i + 1) * tasks_of_each); });
  for (std::thread& each : outside) each.join();
}

}  // namespace

TEST_CASE("each task of bursts runs once, whoever waits") {
  const auto tasks = static_cast<std::size_t>(scaled(20'000));
  for (const std::size_t threads : {1U, 3U, 6U}) {
    CAPTURE(threads);
    tests::tally of_flows(threads * tasks);
    tests::tally of_groups(threads * tasks);
    for (const unsigned workers : {1U, 2U, 4U}) {
      scheduler sized(workers);
      tests::tally ran(threads * tasks);
      from_threads(threads, tasks, [&](std::size_t first, std::size_t last) {
        flow each(sized);
        for (std::size_t i = first; i != last; ++i) each.submit([&ran, i] { ran(i); });
        each.wait();
      });
      CHECK(ran.wrong() == 0);
    }
    from_threads(threads, tasks, [&](std::size_t first, std::size_t last) {
      task_group group;
      for (std::size_t i = first; i != last; ++i) group.spawn([&of_groups, i] { of_groups(i); });
      group.wait();
    });
    CHECK(of_groups.wrong() == 0);
  }
}

TEST_CASE("what waits behind a task that lasts is executed when it is over, and its tasks put others") {
  std::size_t tasks = 0;  // not a constant: it is captured
  tasks = static_cast<std::size_t>(scaled(5'000));
  for (const unsigned workers : {1U, 2U, 3U}) {
    scheduler sized(workers);
    tests::tally ran(2 * tasks);
    std::atomic<unsigned> busy{0};
    std::atomic<bool> go{false};
    flow blocked(sized);
    for (unsigned i = 0; i < workers; ++i) {
      blocked.submit([&] {
        ++busy;
        busy.notify_all();
        go.wait(false);
      });
    }
    for (unsigned seen = busy; seen != workers; seen = busy) busy.wait(seen);
    flow burst(sized);
    for (std::size_t i = 0; i < tasks; ++i) {
      burst.submit([&ran, tasks, i] {
        ran(i);
        task_group inner;
        inner.spawn([&ran, tasks, i] { ran(tasks + i); });
        inner.wait();
      });
    }
    go = true;
    go.notify_all();
    burst.wait();
    blocked.wait();
    CHECK(ran.wrong() == 0);
  }
}

TEST_CASE("a run that fails while a burst waits drops its own tasks, and none of the burst") {
  const auto tasks = static_cast<std::size_t>(scaled(2'000));
  scheduler sized(2);
  for (int round = 0; round < 5; ++round) {
    tests::tally ran(tasks);
    flow burst(sized);
    const auto failing = [&] {
      sized.run([&](worker& w) {
        std::thread([&] {
          for (std::size_t i = 0; i < tasks; ++i) burst.submit([&ran, i] { ran(i); });
        }).join();
        for (int i = 0; i < 10; ++i) w.put([] { throw std::runtime_error("as planned"); });
      });
    };
    CHECK_THROWS_WITH_AS(failing(), doctest::Contains("as planned"), std::runtime_error);
    burst.wait();
    CHECK(ran.wrong() == 0);
  }
}

}  // namespace burst_test
