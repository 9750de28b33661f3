// Nothing is hidden: what a worker has put gets done although that worker never comes back to the scheduler.
#include <atomic>
#include <chrono>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/support/pools.hpp"

using namespace jackdaw;

namespace {

/// Without a call to the scheduler; but other threads may have the processor meanwhile.
void spin_until(const auto& condition) {
  while (!condition()) std::this_thread::yield();
}

}  // namespace

TEST_CASE("tasks put before a long piece of serial code are executed meanwhile") {
  for (const auto& idle : idle_names()) {
    for (const int tasks : {1, 2, 3, 100, 1000}) {
      CAPTURE(idle);
      CAPTURE(tasks);
      auto scheduler = tests::make_scheduler({.pool = "jackdaw", .idle = idle, .workers = 2});
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
  scheduler sched(2);
  for (int round = 0; round < 20; ++round) {
    if (round % 4 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::atomic<bool> second{false};
    sched.run([&](worker& w) {
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
    scheduler sched(workers);
    std::atomic<int> reached{0};
    sched.run([&](worker& w) { recursion{reached}(w, depth); });
    CHECK(reached == depth);
  }
}

TEST_CASE("every sleeping worker comes for its task, on every pool that hides nothing") {
  tests::for_each_choice({2, 3, 4}, [](const scheduler_choice& choice) {
    if (tests::hides(choice.pool)) return;  // keeps private tasks, as its paper describes it
    CAPTURE(tests::text(choice));
    auto scheduler = tests::make_scheduler(choice);
    for (int round = 0; round < 4; ++round) {  // each combination of the two below once
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

TEST_CASE("a chain of tasks, each of which puts the next and waits for the last, reaches all sleepers") {
  constexpr int workers = 4;
  struct chain {
    std::atomic<int>& reached;
    void operator()(any_worker& w) const {
      if (++reached < workers) w.put(*this);
      spin_until([&] { return reached == workers; });
    }
  };
  for (const auto& idle : idle_names()) {
    CAPTURE(idle);
    auto scheduler = tests::make_scheduler({.pool = "jackdaw", .idle = idle, .workers = workers});
    for (int round = 0; round < 10; ++round) {
      std::this_thread::sleep_for(std::chrono::milliseconds(3));  // some sleep since before the run
      std::atomic<int> reached{0};
      scheduler.run(chain{reached});
      CHECK(reached == workers);
    }
  }
}

TEST_CASE("levels of a forest that become public in a get are announced to sleepers") {
  constexpr int tasks = 100;
  for (const auto& idle : idle_names()) {
    CAPTURE(idle);
    auto scheduler = tests::make_scheduler({.pool = "atp2", .idle = idle, .workers = 2});
    std::atomic<int> by_thief{0};
    std::atomic<int> by_owner{0};
    scheduler.run([&](any_worker& owner) {
      for (int i = 0; i < tasks; ++i) {
        owner.put([&, own = owner.id()](any_worker& w) {
          if (w.id() != own) {
            ++by_thief;
            return;
          }
          const int seen = by_thief;
          // Everything that the thief could see was taken before; what is left it can only have from here.
          if (++by_owner == 1 && seen + 1 < tasks) spin_until([&] { return by_thief > seen; });
        });
      }
      // Until the thief has taken all that is public, and fallen asleep or nearly so.
      for (int seen = -1; seen != by_thief;) {
        seen = by_thief;
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
      }
    });
    CHECK(by_thief + by_owner == tasks);
  }
}
