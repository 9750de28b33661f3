// Affinity: a worker takes its own tasks first, none is kept from a worker that has nothing else, on every pool.
#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/flow_graph.hpp>
#include <jackdaw/flow/task/dispatch/affinity_lists.hpp>

#include "tests/flow/task/pinned.hpp"
#include "tests/flow/task/short_memory.hpp"
#include "tests/support/machine/false_root.hpp"
#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

namespace affinity_test {

using namespace jackdaw;
using tests::short_memory;
using tests::short_of_memory;
using tests::until;

TEST_CASE("a worker gets its own newest, then the oldest of none, then the oldest of another") {
  dataflow::affinity_lists lists;
  lists.prepare(3);
  lists.prepare(3);  // once more
  std::deque<dataflow::affine_node> all;
  const auto put = [&](affinity to) { lists.put(all.emplace_back(to)); };
  int some = 0;
  put(affinity(0));      // 0
  put(affinity(1));      // 1
  put(affinity(&some));  // 2: of none yet
  put(affinity(1));      // 3
  put(affinity(&some));  // 4
  put(affinity(0));      // 5
  CHECK(&lists.take(1) == &all[3]);
  CHECK(&lists.take(1) == &all[1]);
  CHECK(&lists.take(1) == &all[2]);
  CHECK(&lists.take(2) == &all[4]);
  CHECK(&lists.take(2) == &all[0]);
  put(affinity(&some));              // 6: of worker 2 now
  put(affinity(2));                  // 7
  CHECK(&lists.take(7) == &all[5]);  // a reserve thread takes from any, and is noted nowhere
  CHECK(&lists.take(7) == &all[6]);
  put(affinity(&some));  // 8: still of worker 2
  CHECK(&lists.take(2) == &all[8]);
  CHECK(&lists.take(0) == &all[7]);
}

TEST_CASE("an affinity is to a worker, or to an address, whatever lies there") {
  static volatile int changing = 0;
  const volatile int fixed = 0;
  int three_ints[3] = {};
  const void* const first = &three_ints;
  CHECK(affinity(&changing).near == const_cast<const int*>(&changing));
  CHECK(affinity(&fixed).near == const_cast<const int*>(&fixed));
  CHECK(affinity(three_ints).near == first);
  CHECK(affinity(first).near == first);
  CHECK(affinity(2).worker == 2);
  CHECK(affinity(std::size_t{2}).near == nullptr);
  const int* const nothing = nullptr;
  CHECK(affinity(nothing).near == nullptr);  // worker 0, as documented
  CHECK(affinity(nothing).worker == 0);
  affinity again(first);
  const affinity copy(again);
  CHECK(copy.near == first);
}

TEST_CASE("where the machine has nodes, a worker takes what is near to it before what is of none") {
  const tests::false_root root;
  root.write("/sys/devices/system/node/online", "0-1\n");
  root.write("/sys/devices/system/node/node0/cpulist", "4095\n");
  root.write("/sys/devices/system/node/node1/cpulist", "0-4094\n");  // this one
  const base::numa_nodes machine(root.path());
  REQUIRE(machine.count() == 2);
  dataflow::affinity_lists lists;
  lists.prepare(2, machine);
  lists.prepare(2);
  std::deque<dataflow::affine_node> all;
  const auto put = [&](affinity to) { lists.put(all.emplace_back(to)); };
  int some = 0;
  put(affinity(&some));                                 // 0: of none
  put(affinity(numa_node(0)));                          // 1
  put(affinity(numa_node(1)));                          // 2
  put(affinity(numa_node(1)));                          // 3
  put(affinity(numa_node(9)));                          // 4: as of none
  put(affinity(numa_node(base::numa_nodes::unknown)));  // 5: the same
  put(affinity(0));                                     // 6
  CHECK(&lists.take(0) == &all[6]);
  CHECK(&lists.take(0) == &all[2]);
  CHECK(&lists.take(7) == &all[3]);  // a reserve thread is near to it, too
  CHECK(&lists.take(0) == &all[0]);
  CHECK(&lists.take(1) == &all[4]);
  CHECK(&lists.take(0) == &all[5]);
  put(affinity(&some));         // 7: of worker 0 now
  put(affinity(numa_node(1)));  // 8
  CHECK(&lists.take(0) == &all[7]);
  CHECK(&lists.take(1) == &all[8]);
  CHECK(&lists.take(1) == &all[1]);  // rather than nothing
}

TEST_CASE("the node of an object is known, or said to be unknown, and a task near to it runs") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> x(0);
  handle<std::vector<double>> values(1000, 1.0);
  const numa_node home = numa_node::of(x);
  const numa_node elements = numa_node::of(values.value().data());
  if (home.is_known()) CHECK(home.number < base::numa_nodes::most);
  CHECK(!numa_node::of(static_cast<const void*>(nullptr)).is_known());
  tasks.submit(affinity(home), write(x), [](int& into) { into = 1; });
  tasks.submit(affinity(elements), write(values), [](std::vector<double>& all) { all[0] = 2; });
  tasks.submit(affinity(numa_node(12345)), write(x), [](int& into) { ++into; });
  tasks.wait();
  CHECK(x.value() == 2);
  CHECK(values.value()[0] == 2);
}

TEST_CASE("lists hand out each task once, by the order that a model says") {
  base::random random(7);
  for (int round = 0; round < 100; ++round) {
    dataflow::affinity_lists lists;
    lists.prepare(2);
    std::deque<dataflow::affine_node> nodes;
    std::array<std::vector<dataflow::affine_node*>, 2> model;
    for (int i = 0; i < 80; ++i) {
      const auto which = static_cast<unsigned>(random.below(2));
      if (random.below(5) < 3 || (model[0].empty() && model[1].empty())) {
        lists.put(nodes.emplace_back(affinity(which)));
        model[which].push_back(&nodes.back());
      } else if (!model[which].empty()) {
        CHECK(&lists.take(which) == model[which].back());
        model[which].pop_back();
      } else {
        CHECK(&lists.take(which) == model[1 - which].front());
        model[1 - which].erase(model[1 - which].begin());
      }
    }
  }
}

TEST_CASE("tasks with an affinity, with other attributes and accesses, all run, on every pool") {
  tests::for_each_choice({1, 3}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    const unsigned workers = sched.workers();
    basic_flow tasks(sched);
    handle<long> sum(0);
    handle<long> total(0);
    handle<long> last(0);
    for (int i = 0; i < 60; ++i) {
      const affinity to(static_cast<unsigned>(i) % workers);
      tasks.submit(to, add(sum), [](long& s) { ++s; });
      tasks.submit(affinity(total), named("both"), reduce(total), add(sum),
                   [](long& t, long& s) { s += ++t > 0; });
      tasks.submit(with_subtasks, affinity(last), write(last),
                   [to](auto& all, long& x) { all.submit(to, [&x] { ++x; }); });
      tasks.submit(priority(i), add(sum), [](long& s) { ++s; });
    }
    tasks.wait();
    CHECK(sum.value() == 180);
    CHECK(total.value() == 60);
    CHECK(last.value() == 60);
  });
}

TEST_CASE("where its worker is busy, another one takes a task; its own come first") {
  scheduler sched(2);
  flow tasks(sched);
  for (int round = 0; round < tests::scaled(20); ++round) {
    handle<void> gate;
    std::atomic<bool> busy{false};
    std::atomic<bool> over{false};
    std::vector<int> log;
    tasks.submit(pinned(1), [&] {
      busy = true;
      until([&] { return over.load(); });
    });
    until([&] { return busy.load(); });
    auto opened = tasks.reserve(write(gate));
    for (int i = 0; i < 10; ++i) {
      const unsigned to = static_cast<unsigned>(i) % 2;
      tasks.submit(affinity(to), read(gate), [&, i] {
        log.push_back(i);
        if (log.size() == 10) over = true;
      });
    }
    tasks.submit(pinned(0), write(gate), [] {});  // so that there is a later group
    opened.submit(pinned(0), [] {});
    tasks.wait();
    REQUIRE(log.size() == 10);
    CHECK(std::all_of(log.begin(), log.begin() + 5, [](int i) { return i % 2 == 0; }));
  }
}

TEST_CASE("a task comes to the worker that has last used the same handle") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  for (int round = 0; round < tests::scaled(20); ++round) {
    // Worker 0 takes a task near `a`, and then has two to choose from: the older of them is of no worker.
    std::atomic<bool> busy{false};
    std::atomic<bool> over{false};
    tasks.submit(pinned(1), [&] {
      busy = true;
      until([&] { return over.load(); });
    });
    until([&] { return busy.load(); });
    std::vector<int> log;
    handle<void> gate;
    int other = 0;
    tasks.submit(affinity(a), write(a), [](int& x) { ++x; });
    auto opened = tasks.reserve(write(gate));
    tasks.submit(affinity(&other), read(gate), [&] { log.push_back(0); });
    tasks.submit(affinity(a), read(gate), [&] { log.push_back(1); });
    tasks.submit(pinned(0), write(gate), [&] { over = true; });
    tasks.wait(a);
    opened.submit(pinned(0), [] {});
    tasks.wait();
    CHECK(log == std::vector<int>{1, 0});
  }
}

TEST_CASE("a worker that there is not is refused, and nothing is submitted") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  CHECK_THROWS_WITH_AS(tasks.submit(affinity(2), write(a), [](int& x) { ++x; }),
                       "a task has an affinity to worker 2 of a scheduler that has 2; expected 0 to 1",
                       std::invalid_argument);
  flow_graph graph(sched);
  CHECK_THROWS_AS(graph.submit(affinity(9), write(a), [](int& x) { ++x; }), std::invalid_argument);
  graph.run();
  tasks.wait();
  CHECK(a.value() == 0);
}

TEST_CASE("reservations, failures, and flows of two schedulers") {
  for (int round = 0; round < tests::scaled(30); ++round) {
    scheduler one(2);
    scheduler two(1);
    flow first(one);
    flow second(two);
    handle<int> a(0);
    for (int i = 0; i < 20; ++i) {
      first.submit(affinity(a), write(a), [](int& x) { ++x; });
      second.submit(affinity(0), write(a), [](int& x) { ++x; });
    }
    first.wait();
    second.wait();
    CHECK(a.value() == 40);

    auto later = first.reserve(write(a));
    first.submit(affinity(1), read(a), [](int) {});
    later.submit(affinity(0), [](int&) { throw 1; });
    CHECK_THROWS_AS(first.wait(), flow_error);
    CHECK(first.skipped() == 1);
  }
}

TEST_CASE("a graph: each round runs all of its tasks, whatever their affinity") {
  scheduler sched(3);
  std::deque<handle<long>> rows(7);
  flow_graph graph(sched);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    graph.submit(affinity(rows[i]), write(rows[i]), [](long& row) { ++row; });
    graph.submit(affinity(static_cast<unsigned>(i) % 3), read(rows[i]), write(rows[(i + 1) % rows.size()]),
                 [](const long& row, long& next) { next += row > 0 ? 1 : 0; });
  }
  graph.run(static_cast<std::uint64_t>(tests::scaled(100)));
  for (auto& row : rows) CHECK(row.value() == 2 * tests::scaled(100));
}

TEST_CASE("a task for which memory is short is not submitted at all; one that is needs no more") {
  short_of_memory sched(2);
  basic_flow tasks(sched);
  handle<int> a(0);
  int accepted = 0;
  for (const unsigned blocks : {0U, 1U, 2U}) {
    short_memory::left = blocks;
    try {
      tasks.submit(affinity(a), write(a), [](int& x) { ++x; });
      ++accepted;
    } catch (const std::bad_alloc&) { CHECK(blocks < 2); }
    short_memory::left = 1000;
    tasks.wait();
  }
  CHECK(accepted == 1);
  CHECK(a.value() == 1);
  for (int round = 0; round < tests::scaled(50); ++round) {
    auto later = tasks.reserve(write(a));
    for (int i = 0; i < 20; ++i)
      tasks.submit(affinity(static_cast<unsigned>(i) % 2), add(a), [](int& x) { ++x; });
    later.submit([](int&) { short_memory::left = 0; });
    tasks.wait();
    short_memory::left = 1000;
  }
  CHECK(a.value() == 1 + 20 * tests::scaled(50));
}

}  // namespace affinity_test
