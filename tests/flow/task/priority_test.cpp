// Priorities: of the tasks that have one and are ready, the highest is taken up first, on every pool.
#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/task/dispatch/ready_heap.hpp>

#include "tests/flow/task/short_memory.hpp"
#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

namespace priority_test {

using namespace jackdaw;
using tests::short_memory;
using tests::short_of_memory;

TEST_CASE("the heap hands out the highest first, and of equal ones the first") {
  base::random random(3);
  for (int round = 0; round < 300; ++round) {
    dataflow::ready_heap heap;
    std::deque<dataflow::ready_node> nodes;
    std::vector<dataflow::ready_node*> inside;
    const auto take = [&] {
      const auto best = std::max_element(inside.begin(), inside.end(), [](const auto* a, const auto* b) {
        return a->priority != b->priority ? a->priority < b->priority : a->turn > b->turn;
      });
      CHECK(&heap.take() == *best);
      inside.erase(best);
    };
    for (int i = 0; i < 60; ++i) {
      if (!inside.empty() && random.below(3) == 0) {
        take();
      } else {
        auto& node = nodes.emplace_back(static_cast<int>(random.below(8)) - 4);
        heap.put(node);
        inside.push_back(&node);
      }
    }
    while (!inside.empty()) take();
  }
}

TEST_CASE("the worker takes up ready tasks by priority, equal ones in turn, on every pool") {
  tests::for_each_choice({1}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    basic_flow tasks(sched);
    handle<void> gate;
    std::vector<std::array<int, 2>> log;
    base::random random(5);
    auto opened = tasks.reserve(write(gate));
    for (int i = 0; i < 40; ++i) {
      const int urgent = static_cast<int>(random.below(5)) - 2;
      tasks.submit(priority(urgent), read(gate), [&log, urgent, i] { log.push_back({urgent, i}); });
    }
    opened.submit([] {});
    tasks.wait();
    REQUIRE(log.size() == 40);
    for (std::size_t i = 1; i < log.size(); ++i) CHECK(log[i - 1][0] >= log[i][0]);
    log.clear();
    for (int i = 0; i < 10; ++i) tasks.submit(priority(7), [&log, i] { log.push_back({7, i}); });
    tasks.wait();  // ready when submitted: in the order of submission
    for (int i = 0; i < 10; ++i) CHECK(log[static_cast<std::size_t>(i)][1] == i);
  });
}

TEST_CASE("tasks with and without priority, subtasks, adds and reductions all run, on every pool") {
  tests::for_each_choice({3}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    basic_flow tasks(sched);
    handle<long> sum(0);
    handle<long> total(0);
    handle<long> last(0);
    for (int i = 0; i < 60; ++i) {
      tasks.submit(priority(i % 3), add(sum), [](long& s) { ++s; });
      tasks.submit(priority(i % 5), named("both"), reduce(total), add(sum),
                   [](long& t, long& s) { s += ++t > 0; });
      tasks.submit(with_subtasks, priority(-i), write(last),
                   [i](auto& all, long& x) { all.submit(priority(i), [&x] { ++x; }); });
      tasks.submit(add(sum), [](long& s) { ++s; });
    }
    tasks.wait();
    CHECK(sum.value() == 180);
    CHECK(total.value() == 60);
    CHECK(last.value() == 60);
  });
}

TEST_CASE("priorities across schedulers, failures, and reservations that are not used") {
  for (int round = 0; round < tests::scaled(30); ++round) {
    scheduler one(2);
    scheduler two(2);
    flow first(one);
    flow second(two);
    handle<int> a(0);
    for (int i = 0; i < 20; ++i) {
      first.submit(priority(1), write(a), [](int& x) { ++x; });
      second.submit(priority(2), write(a), [](int& x) { ++x; });
    }
    first.wait();
    second.wait();
    CHECK(a.value() == 40);

    auto later = first.reserve(write(a));
    first.submit(priority(1), read(a), [](int) {});
    CHECK_THROWS_AS(first.wait(), stuck);
    later.submit(priority(0), [](int&) { throw 1; });
    CHECK_THROWS_AS(first.wait(), flow_error);
    CHECK(first.skipped() == 1);
  }
}

TEST_CASE("a task with a priority for which memory is short is not submitted at all") {
  short_of_memory sched(2);
  basic_flow tasks(sched);
  handle<int> a(0);
  int accepted = 0;
  for (const unsigned blocks : {0U, 1U, 2U}) {
    const auto submit = [&a, &accepted, blocks](auto& to) {
      short_memory::left = blocks;
      try {
        to.submit(priority(1), write(a), [](int& x) { ++x; });
        ++accepted;
      } catch (const std::bad_alloc&) { CHECK(blocks < 2); }
      short_memory::left = 1000;
    };
    submit(tasks);
    tasks.wait();
    tasks.submit(with_subtasks, submit);
    tasks.wait();
    {
      auto later = tasks.reserve(write(a));
      short_memory::left = blocks;
      bool refused = false;
      try {
        later.submit(priority(1), [](int& x) { ++x; });
      } catch (const std::bad_alloc&) { refused = true; }
      short_memory::left = 1000;
      CHECK(refused == (blocks < 2));
      if (refused) later.submit([](int& x) { ++x; });  // still possible
    }
    tasks.wait();
  }
  CHECK(accepted == 2);
  CHECK(a.value() == 5);
}

TEST_CASE("a task with a priority that becomes ready, again and again, needs no memory for that") {
  short_of_memory sched(2);
  basic_flow tasks(sched);
  handle<int> a(0);
  handle<int> b(0);
  handle<int> sum(0);
  for (int round = 0; round < tests::scaled(100); ++round) {
    auto later = tasks.reserve(write(a));
    for (int i = 0; i < 20; ++i) {
      tasks.submit(priority(i % 3), write(a), reduce(sum), [](int& x, int& s) { ++x, ++s; });
      tasks.submit(priority(i % 4), add(b), add(sum), [](int& x, int& s) { ++x, ++s; });
    }
    later.submit([](int&) { short_memory::left = 0; });
    tasks.wait();
    short_memory::left = 1000;
  }
  CHECK(sum.value() == 40 * tests::scaled(100));
}

}  // namespace priority_test
