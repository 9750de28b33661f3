// A thousand workers, and schedulers inside of tasks of other schedulers, three deep.
#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include <jackdaw/jackdaw.hpp>
#include <jackdaw/worker/by_name/names.hpp>

#include "tests/faults/fault_kinds.hpp"
#include "tests/faults/workloads/workloads.hpp"

namespace jackdaw::tests {

namespace {

constexpr unsigned thousand = 1000;

void compute_with_many(computation& work, int times) {
  for (int i = 0; i < times; ++i) expect(work.is_right(), "a wrong result with a thousand workers");
  expect(witness::alive == 0, "a callable was not destroyed");
}

/// All of them at work, not only as many as there are processors.
void compute_with_all_of_them() {
  scheduler on({.workers = thousand, .surplus = surplus_use::work});
  std::atomic<unsigned> at_work{0};
  on.run([&](worker& w) {
    for (unsigned i = 0; i < thousand; ++i) {
      w.put([&] {
        ++at_work;
        while (at_work < thousand) std::this_thread::yield();  // each keeps its worker until all are there
      });
    }
  });
  expect(at_work == thousand, "not all of a thousand workers were there");
}

constexpr int per_level = 4;
constexpr long leaves = per_level * per_level * per_level;

/// Tasks of the first scheduler run the second, whose tasks run the third, several at a time.
void run_three_deep() {
  std::array<scheduler, 3> on{scheduler(2U), scheduler(2U), scheduler(3U)};
  std::atomic<long> sum{0};
  const std::function<void(std::size_t)> level = [&](std::size_t depth) {
    if (depth == on.size()) {
      ++sum;
      return;
    }
    on[depth].run([&](worker& w) {
      for (int i = 0; i < per_level; ++i) w.put([&level, depth, seen = witness()] { level(depth + 1); });
    });
  };
  for (int i = 0; i < 3; ++i) level(0);
  expect(sum == 3 * leaves, "a wrong number of leaves");
  expect(witness::alive == 0, "a callable was not destroyed");
}

/// Each level makes its scheduler itself.
void make_three_deep() {
  std::atomic<long> sum{0};
  const std::function<void(int)> level = [&](int depth) {
    if (depth == 3) {
      ++sum;
      return;
    }
    scheduler own(2U);
    own.run([&](worker& w) {
      for (int i = 0; i < per_level; ++i) w.put([&level, depth, seen = witness()] { level(depth + 1); });
    });
  };
  level(0);
  expect(sum == leaves, "a wrong number of leaves");
}

/// Flows: a task waits for a flow on the next scheduler, whose tasks wait for one on the third. Each scheduler has more
/// workers than such tasks.
void flows_three_deep() {
  std::array<scheduler, 3> on{scheduler(5U), scheduler(5U), scheduler(5U)};
  for (int i = 0; i < 5; ++i) {
    const std::function<long(std::size_t)> level = [&](std::size_t depth) -> long {
      if (depth == on.size()) return 1;
      flow tasks(on[depth]);
      handle<long> sum(0);
      const int tasks_here = depth == 0 ? 4 : 1;
      for (int k = 0; k < tasks_here; ++k) {
        tasks.submit(reduce(sum), [&level, depth, seen = witness()](long& x) { x += level(depth + 1); });
      }
      tasks.wait();
      return sum.value();
    };
    expect(level(0) == 4, "a wrong sum");
  }
}

/// A loop of the process's scheduler, inside a run, inside a flow, and a join inside of that.
void faces_three_deep() {
  scheduler outer(3U);
  scheduler inner(2U);
  flow tasks(outer);
  handle<long> total(0);
  for (int i = 0; i < 4; ++i) {
    tasks.submit(write(total), [&](long& x) {
      x += inner.run([](worker& w) {
        const auto [a, b] = join(
            w, [] { return parallel_reduce(0, 100, 0L, [](int k) { return long{k}; }, std::plus<>()); },
            [] {
              scheduler third(2U);
              return third.run([](worker& v) {
                return parallel_reduce(v, 0, 100, 0L, [](int k) { return long{k}; }, std::plus<>());
              });
            });
        return a + b;
      });
    });
  }
  tasks.wait();
  expect(total.value() == 4 * 2 * 4950, "a wrong sum");
}

}  // namespace

void many_workers_and_schedulers(fault_cases& cases) {
  for (const workload& each : workloads()) {
    cases.run("thousand_workers", std::string(each.name),
              [&] { compute_with_many(*each.make(thousand), 3); });
  }
  cases.run("thousand_workers", "all_at_work", &compute_with_all_of_them);
  const auto pools = pool_names();
  const std::size_t stride = cases.chosen().rounds > 1 ? 1 : 12;
  for (std::size_t i = cases.random() % stride; i < pools.size(); i += stride) {
    cases.run("thousand_workers", pools[i],
              [&] { compute_with_many(*make_pool_computation(pools[i], "cgbkof", thousand), 1); });
  }
  for (int i = 0; i < 5; ++i) {
    cases.run("three_deep", "runs", &run_three_deep);
    cases.run("three_deep", "schedulers", &make_three_deep);
    cases.run("three_deep", "flows", &flows_three_deep);
    cases.run("three_deep", "faces", &faces_three_deep);
  }
}

}  // namespace jackdaw::tests
