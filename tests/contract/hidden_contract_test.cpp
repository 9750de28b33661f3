// Nothing is hidden: what a worker has put gets done although that worker never comes back to the scheduler.
#include <atomic>
#include <chrono>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/base/pause.hpp>
#include <jackdaw/jackdaw.hpp>

#include "tests/support/pools.hpp"

using namespace jackdaw;

namespace {

void spin_until(const auto& condition) {
  while (!condition()) base::pause();
}

}  // namespace

TEST_CASE("tasks put before a long piece of serial code are executed meanwhile") {
  for (const auto& idle : idle_names()) {
    for (const int tasks : {1, 2, 3, 100, 1000}) {
      CAPTURE(idle);
      CAPTURE(tasks);
      auto scheduler = make_scheduler({.pool = "jackdaw", .idle = idle, .workers = 2});
      // With the other worker still awake, and asleep since before the run.
      if (tasks % 2 == 1) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      std::atomic<int> done{0};
      scheduler.run([&](any_worker& w) {
        for (int i = 0; i < tasks; ++i) w.put([&] { ++done; });
        spin_until([&] { return done == tasks; });  // hangs, and meets the time limit, when one stays hidden
      });
      CHECK(done == tasks);
    }
  }
}

TEST_CASE("the second branch of a join is executed while the first does not end") {
  scheduler flagship(2);
  for (int round = 0; round < 20; ++round) {
    if (round % 4 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::atomic<bool> second{false};
    flagship.run([&](worker& w) {
      join(w, [&] { spin_until([&] { return second.load(); }); }, [&] { second = true; });
    });
    CHECK(second);
  }
}

TEST_CASE("all branches of a deep recursion are reached while the innermost first branch does not end") {
  constexpr int depth = 50;
  struct recursion {
    std::atomic<int>& reached;
    void operator()(worker& w, int left) const {
      if (left == 0) return spin_until([&] { return reached == depth; });
      join(w, [&](worker& v) { (*this)(v, left - 1); }, [&] { ++reached; });
    }
  };
  for (const unsigned workers : {2U, 4U}) {
    scheduler flagship(workers);
    std::atomic<int> reached{0};
    flagship.run([&](worker& w) { recursion{reached}(w, depth); });
    CHECK(reached == depth);
  }
}

TEST_CASE("every sleeping worker comes for its task, on every pool that balances") {
  tests::for_each_choice({2, 3, 4}, [](const scheduler_choice& choice) {
    // A block of private tasks hides its last ones in these, as the paper describes it.
    if (choice.pool == "dq1" || choice.pool == "dq8") return;
    CAPTURE(tests::text(choice));
    auto scheduler = make_scheduler(choice);
    for (int round = 0; round < 6; ++round) {
      if (round % 2 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
      const bool one_by_one =
          round % 3 == 0;  // each put when the workers before are busy, and can ask no more
      std::atomic<unsigned> started{0};
      const auto meet = [&] {
        ++started;
        spin_until([&] { return started == choice.workers; });
      };
      scheduler.run([&](any_worker& w) {
        for (unsigned i = 1; i < choice.workers; ++i) {
          w.put(meet);
          if (one_by_one) spin_until([&] { return started == i; });
        }
        meet();
      });
      CHECK(started == choice.workers);
    }
  });
}
