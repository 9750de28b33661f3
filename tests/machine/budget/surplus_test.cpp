// More workers than processors: those that are spare rest, and come whenever they are needed.
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/machine/budget/budgets.hpp"
#include "tests/support/machine/false_root.hpp"
#include "tests/support/schedulers.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

namespace {

/// A machine of two processors.
struct small_machine {
  tests::false_root root;
  small_machine() { root.mask("0-1"); }
  [[nodiscard]] scheduler_options with(unsigned workers, surplus_use surplus = surplus_use::rest) const {
    return {.workers = workers, .surplus = surplus, .machine_root = root.path()};
  }
};

long ways(worker& w, int n) {
  if (n < 2) return 1;
  auto [a, b] = join(w, [n](worker& v) { return ways(v, n - 1); }, [n](worker& v) { return ways(v, n - 2); });
  return a + b;
}

/// As many tasks as `expected`, none of which ends before all have begun.
template <class Wait>
void meet(scheduler& sched, unsigned expected, const Wait& wait) {
  std::atomic<unsigned> begun{0};
  std::atomic<unsigned> done{0};
  sched.run([&](worker& w) {
    for (unsigned i = 0; i < expected; ++i) {
      w.put([&] {
        ++begun;
        while (begun < expected) wait();
        ++done;
      });
    }
  });
  CHECK(done == expected);
}

void computes() {}
void yields() { std::this_thread::yield(); }
void sleeps() { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }

}  // namespace

TEST_CASE(
    "surplus: at first as many may work as there are processors; all of them where the program wants that") {
  const small_machine two;
  CHECK(scheduler(two.with(8)).allowed_workers() == 2);
  CHECK(scheduler(two.with(8)).workers() == 8);
  CHECK(scheduler(two.with(8, surplus_use::work)).allowed_workers() == 8);
  CHECK(scheduler(two.with(2)).allowed_workers() == 2);
  CHECK(scheduler(two.with(1)).allowed_workers() == 1);
  for (const auto& pool : tests::balancing_pools()) {
    CAPTURE(pool);
    const auto sched = tests::make_scheduler({.pool = pool, .options = two.with(5)});
    CHECK(sched.allowed_workers() == (pool == "jackdaw" ? 2 : 5));  // the others are as in their papers
  }
}

TEST_CASE("surplus: JACKDAW_SURPLUS says it for programs that do not") {
  const small_machine two;
  setenv("JACKDAW_SURPLUS", "rest", 1);
  CHECK(scheduler(two.with(3, surplus_use::automatic)).allowed_workers() == 2);
  setenv("JACKDAW_SURPLUS", "", 1);
  CHECK(scheduler(two.with(3, surplus_use::automatic)).allowed_workers() == 2);
  setenv("JACKDAW_SURPLUS", "sleep", 1);
  CHECK_THROWS_WITH_AS(scheduler(two.with(3, surplus_use::automatic)),
                       "environment variable JACKDAW_SURPLUS is 'sleep'; expected rest or work",
                       std::invalid_argument);
  setenv("JACKDAW_SURPLUS", "work", 1);
  CHECK(scheduler(two.with(3, surplus_use::automatic)).allowed_workers() == 3);
  CHECK(scheduler(two.with(3, surplus_use::rest)).allowed_workers() == 2);
}

TEST_CASE("surplus: results are right in all faces, over and over") {
  const small_machine two;
  for (const unsigned workers : {3U, 8U}) {
    scheduler sched(two.with(workers));
    for (int round = 0; round < tests::scaled(50); ++round) {
      REQUIRE(sched.run([](worker& w) { return ways(w, 16); }) == 1597);
      std::atomic<int> done{0};
      sched.run([&](worker& w) {
        for (int i = 0; i < 300; ++i) {
          w.put([&](worker& v) {
            v.put([&] { ++done; });
            ++done;
          });
        }
      });
      REQUIRE(done == 600);
      handle<int> count(0);
      flow tasks(sched);
      for (int i = 0; i < 100; ++i) tasks.submit(add(count), [](int& n) { ++n; });
      tasks.wait();
      REQUIRE(count.value() == 100);
    }
  }
}

TEST_CASE("surplus: tasks that wait for each other come all to run, however they wait") {
  const small_machine two;
  for (const unsigned workers : {3U, 6U}) {
    CAPTURE(workers);
    for (const auto wait : {&sleeps, &yields, &computes}) {
      scheduler sched(two.with(workers));
      meet(sched, workers, wait);
      meet(sched, workers, wait);
    }
    std::barrier all(static_cast<std::ptrdiff_t>(workers));
    scheduler sched(two.with(workers));
    for (int round = 0; round < 3; ++round) {
      sched.run([&](worker& w) {
        for (unsigned i = 0; i < workers; ++i) w.put([&] { all.arrive_and_wait(); });
      });
    }
  }
}

TEST_CASE("surplus: a worker that was let in rests again when it is not needed any more") {
  const small_machine two;
  scheduler sched(two.with(6));
  for (int round = 0; round < 3; ++round) {
    meet(sched, 6, sleeps);
    bool seen = false;
    while (!seen) {
      sched.run([&](worker& w) {
        seen = w.id() != 5;                                    // the lookout would not while it waits
        while (seen && sched.allowed_workers() > 2) yields();  // for ever, if they do not
      });
    }
  }
}

TEST_CASE("surplus: the lookout looks around also while the first of the surplus workers is in a task") {
  const small_machine two;
  for (int round = 0; round < tests::scaled(5); ++round) {
    scheduler sched(two.with(4));
    std::atomic<unsigned> begun{0};
    const auto await = [&](unsigned tasks) {
      while (begun < tasks) yields();
    };
    sched.run([&](worker& w) {
      flow pinned_ones(sched);
      pinned_ones.submit(pinned(2), [&] {
        ++begun;
        await(3);
      });
      await(1);
      w.put([&] {
        ++begun;
        await(3);
      });
      await(2);
      w.put([&] { ++begun; });  // for worker 3: all others are in tasks
      await(3);
    });
    CHECK(begun == 3);
  }
}

TEST_CASE("surplus: tasks from outside are executed while no thread takes the part of worker 0") {
  tests::false_root one;
  one.mask("0");
  scheduler sched({.workers = 4, .surplus = surplus_use::rest, .machine_root = one.path()});
  CHECK(sched.allowed_workers() == 1);
  std::atomic<int> done{0};
  flow tasks(sched);
  for (int i = 0; i < 100; ++i) tasks.submit([&] { ++done; });
  while (done != 100) std::this_thread::yield();
  tasks.wait();
}

TEST_CASE("surplus: pinned tasks run where they belong, and may wait for all others") {
  const small_machine two;
  for (int round = 0; round < tests::scaled(5); ++round) {
    scheduler sched(two.with(6));
    flow tasks(sched);
    std::atomic<unsigned> begun{0};
    std::atomic<unsigned> strangers{0};
    tasks.submit(pinned(5), [&] {
      if (sched.worker_here()->id() != 5) ++strangers;
      ++begun;
      while (begun < 6) yields();
    });
    for (int i = 0; i < 5; ++i) {
      tasks.submit([&] {
        ++begun;
        while (begun < 6) yields();
      });
    }
    tasks.wait();
    CHECK(strangers == 0);
    CHECK(begun == 6);
  }
}

TEST_CASE("surplus: processors that come and go are noticed") {
  const small_machine machine;
  scheduler sched(machine.with(6));
  const auto run_until = [&](unsigned allowed) {
    while (sched.allowed_workers() != allowed) {  // for ever, if that is not noticed
      sched.run([](worker& w) { return ways(w, 22); });
    }
  };
  machine.root.mask("0-3");
  run_until(4);
  machine.root.mask("0");
  run_until(1);
  machine.root.mask("0-7");
  run_until(6);
  machine.root.mask("0-1");
  run_until(2);
}

TEST_CASE("surplus: what the program says about its workers holds") {
  const small_machine two;
  scheduler sched(two.with(6));
  sched.allow_workers(5);
  for (int i = 0; i < 3; ++i) {
    std::atomic<int> done{0};
    sched.run([&](worker& w) {
      for (int k = 0; k < 20; ++k) {
        w.put([&] {
          std::this_thread::sleep_for(std::chrono::milliseconds(2));
          ++done;
        });
      }
    });
    CHECK(done == 20);
    CHECK(sched.allowed_workers() == 5);
  }
}
