// What every scheduler promises, over all pools × idle policies × numbers of workers.
#include <atomic>
#include <functional>
#include <set>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;
using tests::scaled;

namespace {

/// A chain of tasks, each put by the one before.
struct chain_task {
  int* left;
  void operator()(auto& w) const {
    if (--*left > 0) w.put(chain_task{left});
  }
};

/// A binary tree of tasks, numbered like a heap; each notes that it ran.
struct tree_task {
  std::atomic<unsigned char>* ran;
  std::size_t number;
  std::size_t size;

  void operator()(auto& w) const {
    ran[number].fetch_add(1, std::memory_order_relaxed);
    for (const std::size_t child : {2 * number, 2 * number + 1}) {
      if (child < size) w.put(tree_task{ran, child, size});
    }
  }
};

void run_tree(auto& scheduler, std::size_t size) {
  std::vector<std::atomic<unsigned char>> ran(size);
  scheduler.run(tree_task{ran.data(), 1, size});
  std::size_t wrong = 0;
  for (std::size_t i = 1; i < size; ++i) wrong += ran[i].load() != 1 ? 1 : 0;
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("every task runs exactly once, and run() returns only then") {
  tests::for_each_choice({1, 2, 4, 8, 16}, [](const scheduler_choice& choice) {
    CAPTURE(tests::text(choice));
    auto scheduler = tests::make_scheduler(choice);
    for (const int size : {2, 3, 100, scaled(20000)}) {
      const auto before = scheduler.tasks();
      run_tree(scheduler, static_cast<std::size_t>(size));
      CHECK(scheduler.tasks() - before == static_cast<std::uint64_t>(size) - 1);
    }
  });
}

TEST_CASE("a chain in which the last running task puts the next one never ends early") {
  tests::for_each_choice({1, 2, 3, 8}, [](const scheduler_choice& choice) {
    CAPTURE(tests::text(choice));
    auto scheduler = tests::make_scheduler(choice);
    for (int round = 0; round < 3; ++round) {
      int left = scaled(3000);
      scheduler.run(
          chain_task{&left});  // only one task exists at any time, so that the plain int is not a race
      CHECK(left == 0);
    }
  });
}

TEST_CASE("runs can follow each other closely, with nothing to do in some") {
  tests::for_each_choice({1, 2, 8}, [](const scheduler_choice& choice) {
    CAPTURE(tests::text(choice));
    auto scheduler = tests::make_scheduler(choice);
    std::atomic<int> sum{0};
    for (int round = 0; round < scaled(500); ++round) {
      scheduler.run();
      scheduler.run([&] { ++sum; }, [&](auto& w) { w.put([&] { ++sum; }); });
    }
    CHECK(sum == 2 * scaled(500));
  });
}

TEST_CASE("initial tasks are dealt round-robin") {
  for (const unsigned workers : {1U, 2U, 3U, 4U}) {
    auto scheduler = tests::make_scheduler({.pool = "dq1", .workers = workers});
    std::vector<std::atomic<int>> by_worker(workers);
    std::vector<std::atomic<int>> worker_of(24);
    struct note {
      std::atomic<int>* by_worker;
      std::atomic<int>* worker_of;
      void operator()(any_worker& w) const {
        ++by_worker[w.id()];
        worker_of->store(static_cast<int>(w.id()));
      }
    };
    std::vector<note> initial;
    for (auto& place : worker_of) initial.push_back({by_worker.data(), &place});
    scheduler.run_each(initial);
    for (const auto& count : by_worker) CHECK(count == 24 / static_cast<int>(workers));
    for (std::size_t i = 0; i < 24; ++i) CHECK(worker_of[i] == static_cast<int>(i % workers));
  }
}

TEST_CASE("a scheduler can be entered from several threads; short runs take turns") {
  tests::for_each_choice({2, 4}, [](const scheduler_choice& choice) {
    CAPTURE(tests::text(choice));
    auto scheduler = tests::make_scheduler(choice);
    std::atomic<int> done{0};
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 3; ++caller) {
      callers.emplace_back([&] {
        for (int round = 0; round < scaled(50); ++round) {
          std::atomic<int> own{0};
          scheduler.run([&](auto& w) {
            for (int i = 0; i < 10; ++i) w.put([&] { ++own, ++done; });
          });
          CHECK(own == 10);
        }
      });
    }
    for (auto& caller : callers) caller.join();
    CHECK(done == 3 * scaled(50) * 10);
  });
}

TEST_CASE("wait-for-strangers: a run ends beside another one that waits for what it computes") {
  tests::for_each_choice({1, 2}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    auto scheduler = tests::make_scheduler(choice);
    std::atomic<int> begun{0};
    std::atomic<int> computed{0};
    const auto wait_for = [&](int value) {
      ++begun;
      for (int seen = computed; seen != value; seen = computed) computed.wait(seen);
    };
    std::vector<std::thread> waiting;  // the first has the scheduler, the second runs beside it
    for (int i = 0; i < 2; ++i) {
      waiting.emplace_back([&] { scheduler.run([&] { wait_for(3); }); });
      while (begun != i + 1) std::this_thread::yield();
    }
    for (int i = 0; i < 3; ++i) {
      scheduler.run([&](auto& w) {
        CHECK(w.workers() == choice.workers);
        w.put([&] { ++computed; });
      });
    }
    CHECK_THROWS_AS(scheduler.run([] { throw 1; }), int);  // and exceptions are those of the run
    computed.notify_all();
    for (auto& each : waiting) each.join();
    CHECK(computed == 3);
  });
}

TEST_CASE("mutual-install: a task of another scheduler, on another worker, runs the one that waits for it") {
  tests::for_each_choice({1, 2}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    auto first = tests::make_scheduler(choice);
    auto second = tests::make_scheduler({.pool = choice.pool, .workers = 2});
    std::atomic<int> done{0};
    first.run([&] {
      std::atomic<int> there{0};
      const auto back = [&] {
        for (++there; there != 2;) std::this_thread::yield();  // one on each worker
        first.run([&](auto& w) { w.put([&] { ++done; }); });
      };
      second.run(back, back);
    });
    CHECK(done == 2);
  });
}

TEST_CASE("a task may run another scheduler, and its own") {
  tests::for_each_choice({1, 2}, [](const scheduler_choice& choice) {
    CAPTURE(tests::text(choice));
    auto outer = tests::make_scheduler(choice);
    auto inner = tests::make_scheduler(choice);
    std::atomic<int> leaves{0};
    outer.run([&](auto& w) {
      for (int i = 0; i < 4; ++i) {
        w.put([&] {
          inner.run([&](auto& v) {
            for (int j = 0; j < 5; ++j) v.put([&] { ++leaves; });
          });
          outer.run([&](auto& v) { v.put([&] { ++leaves; }); });
        });
      }
    });
    CHECK(leaves == 4 * 6);
  });
}

TEST_CASE("the statically composed scheduler is the same thing") {
  for (const unsigned workers : {1U, 2U, 7U}) {
    scheduler sched(workers);
    CHECK(sched.workers() == workers);
    run_tree(sched, static_cast<std::size_t>(scaled(50000)));
    std::atomic<int> sum{0};
    std::vector<std::function<void(worker&)>> initial(10, [&](worker& w) { w.put([&] { ++sum; }); });
    sched.run_each(initial);
    CHECK(sum == 10);
  }
}

TEST_CASE("run returns what a single function returns, with or without the worker") {
  scheduler sched(2);
  CHECK(sched.run([] { return 7; }) == 7);
  CHECK(sched.run([](worker& w) { return w.workers(); }) == 2);
  CHECK(*sched.run([p = std::make_unique<int>(3)]() mutable { return std::move(p); }) == 3);
  auto by_name = tests::make_scheduler({.pool = "dq2", .workers = 2});
  CHECK(by_name.run([](auto& w) { return w.workers() + 40; }) == 42);
  CHECK_THROWS_AS(static_cast<void>(sched.run([]() -> int { throw 1; })), int);
}

TEST_CASE("a task may take its worker by value") {
  std::atomic<int> done{0};
  const auto use = [&done](auto& scheduler) {
    done = 0;
    scheduler.run([&done](auto w) {
      auto both = w.after(2, [&done](auto v) {
        if (v.workers() == 3) ++done;
      });
      for (int i = 0; i < 2; ++i)
        w.put([&done, end = both.next()](auto v) mutable {
          if (v.id() < 3) ++done;
          end.arrive(v);
        });
    });
    CHECK(done == 3);
  };
  scheduler sched(3U);
  use(sched);
  for (const char* pool : {"jackdaw", "sq1", "dq2"}) {
    auto chosen = tests::make_scheduler({.pool = pool, .workers = 3});
    use(chosen);
  }
  const int sum = sched.run([](worker w) {
    const auto [a, b] = join(w, [](worker v) { return v.id() < 3 ? 1 : 0; }, [](worker) { return 2; });
    task_group group(w);
    std::atomic<int> more{0};
    for (int i = 0; i < 10; ++i) group.spawn(w, [&more](worker) { ++more; });
    group.wait();
    parallel_for(w, 0, 10, [&more](worker, int) { ++more; });
    return a + b + more + parallel_reduce(w, 0, 10, 0, [](worker, int i) { return i; }, std::plus<>());
  });
  CHECK(sum == 3 + 20 + 45);
}

TEST_CASE("workers have the numbers 0 to P-1, the caller is among them") {
  auto scheduler = tests::make_scheduler({.pool = "sq1", .workers = 3});
  std::mutex mutex;
  std::set<unsigned> seen;
  scheduler.run([&](any_worker& w) {
    CHECK(w.workers() == 3);
    for (int i = 0; i < 200; ++i) {
      w.put([&](any_worker& v) {
        const std::lock_guard hold(mutex);
        seen.insert(v.id());
      });
    }
  });
  for (const unsigned id : seen) CHECK(id < 3);
}

TEST_CASE("numbers of workers out of range are refused") {
  for (const unsigned workers : {100000U, 4097U}) {
    CHECK_THROWS_AS(static_cast<void>(tests::make_scheduler({.workers = workers})), std::invalid_argument);
    CHECK_THROWS_AS(scheduler{workers}, std::invalid_argument);
  }
  CHECK_THROWS_AS(scheduler{0}, std::invalid_argument);
  CHECK_THROWS_WITH_AS(scheduler{static_cast<unsigned>(-1)},
                       "4294967295 workers asked for (-1 as an int); expected 1 to 4096",
                       std::invalid_argument);
  CHECK(tests::make_scheduler().workers() >= 1);  // 0 means the CPU budget there
}

TEST_CASE("empty names mean the defaults") {
  const auto expected = tests::make_scheduler({.workers = 1}).choice();
  const auto found = tests::make_scheduler({.pool = "", .memory = "", .idle = "", .workers = 1}).choice();
  CHECK(found.pool == expected.pool);
  CHECK(found.memory == expected.memory);
  CHECK(found.idle == expected.idle);
}

TEST_CASE("an unknown name says what there is") {
  std::string known;
  for (const auto& name : pool_names()) known += " " + name;
  CHECK_THROWS_WITH_AS(static_cast<void>(tests::make_scheduler({.pool = "dq88"})),
                       ("no pool is called 'dq88'; expected one of" + known).c_str(), unknown_name);
  CHECK_THROWS_AS(static_cast<void>(tests::make_scheduler({.memory = "x"})), unknown_name);
  CHECK_THROWS_AS(static_cast<void>(tests::make_scheduler({.idle = "x"})), unknown_name);
}
