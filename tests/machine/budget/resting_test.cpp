// A worker that may not work any more and still has tasks: the others take them, and none is lost.
#include <atomic>
#include <chrono>
#include <thread>

#include <doctest/doctest.h>
#include <unistd.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/machine/budget/budgets.hpp"
#include "tests/support/machine/asleep.hpp"
#include "tests/support/machine/false_root.hpp"
#include "tests/support/schedulers.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

TEST_CASE("quota: tasks of a worker that rests are taken by the others") {
  for (const auto& pool : tests::balancing_pools()) {
    CAPTURE(pool);
    // A fixed number: a budget that is read again would let worker 1 work again while a round takes long.
    auto scheduler = tests::make_scheduler({.pool = pool, .workers = 2});
    std::atomic<unsigned> stranger{0};
    std::atomic<int> stored{0};
    std::atomic<int> done{0};
    std::atomic<bool> away{false};
    std::atomic<bool> begun{false};
    std::atomic<pid_t> storing{0};
    // Worker 1 stores many tasks, and is then told to rest, all while worker 0 is in a task of its own, which
    // ends when worker 1 sleeps.
    const auto store = [&](any_worker& w) {
      if (w.id() != 1) {
        begun = true;
        while (!away || !tests::asleep(storing)) std::this_thread::yield();
        return;
      }
      while (!begun) std::this_thread::yield();
      storing = gettid();
      stored += 1000;
      for (int i = 0; i < 1000; ++i) {
        w.put([&](any_worker& v) {
          if (v.id() == 1) ++stranger;
          ++done;
        });
      }
      scheduler.allow_workers(1);
      away = true;
    };
    for (int round = 0; round < tests::scaled(20); ++round) {
      scheduler.allow_workers(2);
      stranger = 0;
      done = stored = 0;
      begun = away = false;
      scheduler.run(store, store);
      CHECK(done == stored);
      // Worker 1 executes one of them only where it sees no other at work.
      CHECK(stranger <= 10);
    }
  }
}

TEST_CASE("quota: a worker that may not work any more is the only one with tasks") {
  for (const auto& pool : tests::balancing_pools()) {
    CAPTURE(pool);
    const tests::false_root root;
    root.mask("0-1");
    auto scheduler = tests::make_scheduler({.pool = pool, .options = tests::on(root, 2)});
    for (int round = 0; round < tests::scaled(100); ++round) {
      std::atomic<bool> begun{false};
      std::atomic<int> stored{0};
      std::atomic<int> done{0};
      const auto store = [&](any_worker& w) {
        if (w.id() != 1) {
          while (!begun) std::this_thread::yield();
          return;
        }
        begun = true;
        std::this_thread::sleep_for(std::chrono::microseconds(200));  // worker 0 falls asleep
        scheduler.allow_workers(1);
        stored += 20;
        for (int i = 0; i < 20; ++i) w.put([&] { ++done; });
      };
      scheduler.allow_workers(2);
      scheduler.run(store, store);
      REQUIRE(done == stored);
    }
  }
}
