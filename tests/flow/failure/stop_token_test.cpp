// Tasks that see that their flow was cancelled, while they run.
#include <atomic>
#include <chrono>
#include <cstddef>
#include <stop_token>
#include <thread>
#include <utility>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/parallel.hpp>

#include "tests/flow/errors.hpp"
#include "tests/support/sizes.hpp"

namespace stop_token_test {

using namespace jackdaw;
using jackdaw::tests::error_of;

TEST_CASE("stop token: tasks that run see cancel(), whichever thread calls it") {
  scheduler sched(2);
  for (int round = 0; round < tests::scaled(50); ++round) {
    flow tasks(sched);
    handle<int> a(0);
    std::atomic<bool> runs{false};
    tasks.submit(with_stop_token, write(a), [&runs](const std::stop_token& stop, int& x) {
      CHECK(stop.stop_possible());
      runs = true;
      while (!stop.stop_requested()) std::this_thread::yield();
      x = 1;
    });
    tasks.submit(write(a), [](int&) { FAIL("ran"); });
    std::thread outside([&] {
      while (!runs) std::this_thread::yield();
      tasks.cancel();
    });
    tasks.wait();
    outside.join();
    CHECK(a.value() == 1);
    CHECK(tasks.skipped() == 1);
  }
}

TEST_CASE("stop token: a failure asks no task to stop") {
  scheduler sched(1);
  flow tasks(sched);
  handle<int> a(0);
  bool asked = true;
  tasks.submit(write(a), [](int&) { throw 1; });
  tasks.submit(with_stop_token, [&asked](const std::stop_token& stop) { asked = stop.stop_requested(); });
  static_cast<void>(error_of(tasks));
  CHECK_FALSE(asked);
}

TEST_CASE("stop token: each cancelled round has its own; one that is made after cancel() is stopped") {
  scheduler sched(2);
  flow tasks(sched);
  std::stop_token first;
  std::stop_token second;
  std::stop_token late;
  tasks.submit(with_stop_token, [&first](std::stop_token stop) { first = std::move(stop); });
  tasks.wait();
  tasks.submit(with_stop_token, [&second](std::stop_token stop) { second = std::move(stop); });
  tasks.wait();
  CHECK(first == second);  // nothing was cancelled
  tasks.cancel();
  CHECK(first.stop_requested());
  tasks.submit(always, with_stop_token, [&late](std::stop_token stop, const flow_failures& before) {
    CHECK(before.cancelled());
    late = std::move(stop);
  });
  tasks.wait();
  CHECK(late.stop_requested());
  tasks.submit(with_stop_token, [&second](std::stop_token stop) { second = std::move(stop); });
  tasks.wait();
  CHECK_FALSE(second.stop_requested());
  tasks.cancel();  // and so on; the second token is asked by this one
  CHECK(second.stop_requested());
  tasks.wait();

  tasks.cancel();  // before any task has asked for a token
  tasks.submit(always, with_stop_token,
               [&late](std::stop_token stop, const flow_failures&) { late = std::move(stop); });
  tasks.wait();
  CHECK(late.stop_requested());
}

TEST_CASE("stop token: cancel() and waits from several threads leave no token of a later round stopped") {
  scheduler sched(2);
  flow tasks(sched);
  for (int round = 0; round < tests::scaled(300); ++round) {
    std::thread other([&tasks] { tasks.cancel(); });
    tasks.submit(with_stop_token,
                 [](const std::stop_token& stop) { static_cast<void>(stop.stop_requested()); });
    tasks.wait();
    other.join();
    tasks.wait();  // ends the round that is cancelled now
    std::atomic<int> stopped{-1};
    tasks.submit(with_stop_token,
                 [&stopped](const std::stop_token& stop) { stopped = stop.stop_requested() ? 1 : 0; });
    tasks.wait();
    REQUIRE(stopped == 0);
  }
}

TEST_CASE("stop token: a loop in a task takes it") {
  scheduler sched(2);
  flow tasks(sched);
  handle<std::size_t> calls(std::size_t{0});
  constexpr std::size_t all = 10'000'000;
  tasks.submit(with_stop_token, write(calls), [&tasks](const std::stop_token& stop, std::size_t& count) {
    std::atomic<std::size_t> begun{0};
    parallel_for(
        std::size_t{0}, all,
        [&](std::size_t) {
          const std::size_t number = begun.fetch_add(1, std::memory_order_relaxed);
          if (number == 1000) tasks.cancel();
          // The thread that shall cancel may have lost its processor.
          if (number > all / 2 && !stop.stop_requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        },
        stop);
    count = begun;
  });
  tasks.wait();
  CHECK(calls.value() > 1000);
  CHECK(calls.value() < all);
}

TEST_CASE("stop token: callbacks run in cancel(), and may call the flow") {
  scheduler sched(2);
  flow tasks(sched);
  int called = 0;
  bool cleaned = false;
  tasks.submit(with_stop_token, [&](const std::stop_token& stop) {
    const std::stop_callback at_stop(stop, [&] {
      ++called;
      tasks.cancel();
      tasks.submit(always, with_stop_token,
                   [&cleaned](const std::stop_token& own, const flow_failures& before) {
                     cleaned = own.stop_requested() && before.cancelled();
                   });
    });
    tasks.cancel();
  });
  tasks.wait();
  CHECK(called == 1);
  CHECK(cleaned);
}

TEST_CASE("stop token: with subtasks and a completion, which the request to stop fulfils") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  std::atomic<bool> waits{false};
  std::thread device;
  tasks.submit(with_subtasks, with_completion, with_stop_token, write(a),
               [&](auto& all, completion done, std::stop_token stop, int& x) {
                 all.submit(with_stop_token, [stop](const std::stop_token& own) { CHECK(own == stop); });
                 device = std::thread([&x, &waits, stop = std::move(stop), done = std::move(done)]() mutable {
                   waits = true;
                   while (!stop.stop_requested()) std::this_thread::yield();
                   x = -1;
                   done.fulfil();
                 });
               });
  std::thread user([&] {
    while (!waits) std::this_thread::yield();
    tasks.cancel();
  });
  tasks.wait();
  user.join();
  device.join();
  CHECK(a.value() == -1);
}

}  // namespace stop_token_test
