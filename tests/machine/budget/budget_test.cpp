// The CPU budget changes while a scheduler runs: workers rest and come back, and no task is lost. Against a
// false file tree, which is there always; real masks and real cgroups are in real_budget_test.cpp.
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/jackdaw.hpp>

#include "tests/machine/budget/budgets.hpp"
#include "tests/support/machine/false_root.hpp"
#include "tests/support/schedulers.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;
using tests::balancing_pools;
using tests::false_root;
using tests::on;

namespace {

/// A binary tree of tasks; each counts itself, and works for a while.
struct tree {
  int depth;
  double seconds;
  std::atomic<int>* done;
  template <class Worker>
  void operator()(Worker& w) const {
    const double until = base::seconds_now() + seconds;
    if (depth > 0) {
      w.put(tree{depth - 1, seconds, done});
      w.put(tree{depth - 1, seconds, done});
    }
    while (base::seconds_now() < until) {}
    ++*done;
  }
};

/// Waits until `holds`, for a minute at most: the clock is a safety net, not what is asked.
template <class Condition>
bool becomes(Condition holds) {
  const double until = base::seconds_now() + 60;
  while (!holds()) {
    if (base::seconds_now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

/// Puts itself again until told to stop, and keeps `width` such tasks alive.
struct stream {
  std::atomic<bool>* stop;
  std::atomic<long>* done;
  std::atomic<unsigned>* highest;  // id of the last tasks' workers, at most
  template <class Worker>
  void operator()(Worker& w) const {
    ++*done;
    unsigned seen = *highest;
    while (w.id() > seen && !highest->compare_exchange_weak(seen, w.id())) {}
    const double until = base::seconds_now() + 20e-6;
    while (base::seconds_now() < until) {}
    if (!*stop) w.put(*this);
  }
};

}  // namespace

TEST_CASE("quota: a container with 1.5 processors has two workers") {
  const false_root root;
  root.mask("0-7");
  root.write("/proc/self/cgroup", "0::/box\n");
  root.write("/sys/fs/cgroup/box/cpu.max", "150000 100000\n");
  scheduler sched({.machine_root = root.path()});
  CHECK(sched.workers() == 2);
  CHECK(tests::make_scheduler({.options = {.machine_root = root.path()}}).workers() == 2);
}

TEST_CASE("quota: the budget changes all the time while trees of tasks run: each task exactly once") {
  const false_root root;
  root.mask("0-3");
  for (const auto& pool : balancing_pools()) {
    for (const char* idle : {"spin_yield_park", "wake_every_put"}) {
      CAPTURE(pool);
      CAPTURE(idle);
      auto scheduler = tests::make_scheduler({.pool = pool, .idle = idle, .options = on(root, 4)});
      REQUIRE(scheduler.workers() == 4);
      std::atomic<bool> stop{false};
      std::thread resizing([&] {
        for (unsigned turn = 0; !stop; ++turn) {
          scheduler.allow_workers(1 + (turn * 7 + turn / 5) % 4);
          std::this_thread::sleep_for(std::chrono::microseconds(turn % 3 * 50));
        }
      });
      for (int round = 0; round < tests::scaled(200); ++round) {
        std::atomic<int> done{0};
        scheduler.run(tree{8, 1e-6 * (round % 3), &done});
        REQUIRE(done == 511);
      }
      stop = true;
      resizing.join();
    }
  }
}

TEST_CASE("quota: joins while the budget changes all the time") {
  struct recursion {
    static int fib(worker& w, int n) {
      if (n < 2) return n;
      auto [a, b] =
          join(w, [n](worker& v) { return fib(v, n - 1); }, [n](worker& v) { return fib(v, n - 2); });
      return a + b;
    }
  };
  const false_root root;
  root.mask("0-3");
  scheduler sched(on(root, 4));
  std::atomic<bool> stop{false};
  std::thread resizing([&] {
    for (unsigned turn = 0; !stop; ++turn) {
      sched.allow_workers(1 + turn % 4);
      std::this_thread::sleep_for(std::chrono::microseconds(30));
    }
  });
  for (int round = 0; round < tests::scaled(60); ++round) {
    CHECK(sched.run([](worker& w) { return recursion::fib(w, 18); }) == 2584);
  }
  stop = true;
  resizing.join();
}

TEST_CASE("quota: a run in which all workers are busy notices a smaller and a larger budget") {
  for (const auto& pool : balancing_pools()) {
    CAPTURE(pool);
    const false_root root;
    root.mask("0-3");
    auto scheduler = tests::make_scheduler({.pool = pool, .options = on(root, 4)});
    std::atomic<bool> stop{false};
    std::atomic<long> done{0};
    std::atomic<unsigned> highest{0};
    std::thread outside([&] {
      std::vector<stream> streams(16, stream{&stop, &done, &highest});
      scheduler.run_each(streams);
    });
    CHECK(becomes([&] { return highest == 3; }));
    root.mask("0-1");
    CHECK(becomes([&] { return scheduler.allowed_workers() == 2; }));
    // Soon no worker above 1 executes anything, and work goes on.
    CHECK(becomes([&] {
      highest = 0;
      const long before = done;
      while (done < before + 2000) std::this_thread::yield();
      return highest <= 1;
    }));
    root.mask("0-3");
    CHECK(becomes([&] { return scheduler.allowed_workers() == 4 && highest == 3; }));
    root.write("/proc/self/cgroup", "0::/\n");
    root.write("/sys/fs/cgroup/cpu.max", "150000 100000\n");
    CHECK(becomes([&] { return scheduler.allowed_workers() == 2; }));
    stop = true;
    outside.join();
  }
}

TEST_CASE("quota: growth is noticed while the only working thread is inside one long task") {
  const false_root root;
  root.mask("0-0");
  scheduler sched(on(root, 3));
  REQUIRE(sched.allowed_workers() == 1);
  sched.run([&](worker&) {
    root.mask("0-2");
    CHECK(becomes([&] { return sched.allowed_workers() == 3; }));
  });
}

TEST_CASE("what allow_workers() says lasts, however often the budget is read since") {
  const false_root root;
  root.mask("0-3");
  scheduler sched(on(root, 4));
  auto chosen = tests::make_scheduler({.options = on(root, 4)});
  std::atomic<int> done{0};
  const auto lasts = [&](auto& scheduler, unsigned workers) {
    scheduler.allow_workers(workers);
    root.mask(workers == 1 ? "0-2" : "0-1");  // another number, which the next look would find
    for (int i = 0; i < 4; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(60));  // a look is due after 100
      scheduler.run(tree{6, 1e-6, &done});
    }
    return scheduler.allowed_workers() == workers;
  };
  CHECK(lasts(sched, 1));
  CHECK(lasts(sched, 3));
  CHECK(lasts(chosen, 1));
  CHECK(lasts(chosen, 3));
}

TEST_CASE("a fixed number of workers stays, whatever the budget does") {
  const false_root root;
  root.mask("0-3");
  scheduler fixed({.workers = 3, .machine_root = root.path()});
  root.mask("0-0");
  std::this_thread::sleep_for(std::chrono::milliseconds(250));
  for (int i = 0; i < 3; ++i) fixed.run([] {});
  CHECK(fixed.allowed_workers() == 3);
}

TEST_CASE("a scheduler chosen by name takes the number of workers from its options, too") {
  CHECK(tests::make_scheduler({.options = {.workers = 3}}).workers() == 3);
  CHECK(tests::make_scheduler({.workers = 2, .options = {.workers = 3}}).workers() == 2);
}
