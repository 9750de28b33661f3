// Held flows: what is submitted meanwhile begins after release() or in a wait, on every pool, and nothing is lost.
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

namespace held_test {

using namespace jackdaw;

namespace {

/// Submits tasks of all kinds that are ready at once, and some that are not. Returns how many.
template <class Scheduler>
int submit_all(basic_flow<Scheduler>& tasks, std::atomic<int>& run, handle<long>& sum, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    tasks.submit([&run] { ++run; });
    tasks.submit(read(sum), [&run](const long&) { ++run; });
    tasks.submit(write(sum), [&run](long& s) { s += ++run > 0 ? 1 : 0; });
    tasks.submit(pinned(0), [&run] { ++run; });
    tasks.submit(priority(i), [&run] { ++run; });
    tasks.submit(affinity(0U), write(sum), [&run](long& s) { s += ++run > 0 ? 1 : 0; });
  }
  return 6 * rounds;
}

}  // namespace

TEST_CASE("while a flow holds, no task begins, of whatever kind; then all do, on every pool") {
  tests::for_each_choice({1, 2, 3}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    basic_flow tasks(sched);
    basic_flow others(sched);
    for (int round = 0; round < 2; ++round) {
      std::atomic<int> run = 0;
      std::atomic<int> other_run = 0;
      handle<long> sum(0);
      tasks.hold();
      const int count = submit_all(tasks, run, sum, tests::scaled(10));
      for (int i = 0; i < 20; ++i) others.submit([&other_run] { ++other_run; });
      others.wait();  // the workers have had their turn
      CHECK(other_run == 20);
      CHECK(run == 0);
      tasks.release();
      tasks.wait();
      CHECK(run == count);
      CHECK(sum.value() == count / 3);
    }
  });
}

TEST_CASE("each wait and the end release what is held") {
  scheduler sched(2);
  handle<int> a(0);
  int inside = 0;
  {
    flow tasks(sched);
    tasks.hold();
    tasks.submit(write(a), [](int& value) { ++value; });
    tasks.wait(a);
    CHECK(a.value() == 1);
    tasks.submit(write(a), [](int& value) { ++value; });  // no longer held
    tasks.wait();
    CHECK(a.value() == 2);
    tasks.hold();
    tasks.submit(write(a), [](int& value) { ++value; });
    tasks.submit([&] {
      tasks.hold();
      tasks.submit(write(a), [](int& value) { ++value; });
      tasks.wait(a);  // in a task
      inside = a.value();
    });
    tasks.wait();
    CHECK(inside == 4);
    tasks.hold();
    tasks.submit(write(a), [](int& value) { ++value; });
  }
  CHECK(a.value() == 5);
}

TEST_CASE("tasks from before go on, and with them those that waited for them") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  std::atomic<bool> may_end = false;
  std::atomic<int> seen = 0;
  tasks.submit(write(a), [&](int& value) {
    while (!may_end) std::this_thread::yield();
    ++value;
  });
  tasks.hold();
  tasks.submit(read(a), [&](const int& value) { seen = value; });  // not ready when it is submitted
  std::atomic<bool> late = false;
  tasks.submit([&late] { late = true; });
  may_end = true;
  while (seen == 0) std::this_thread::yield();
  CHECK(seen == 1);
  CHECK(!late);
  tasks.release();
  tasks.wait();
  CHECK(late);
}

TEST_CASE(
    "of all tasks with a priority that were held, the highest is first, also when one is woken meanwhile") {
  scheduler sched(1);
  constexpr int urgent = 50;
  std::vector<int> descending(urgent);
  for (int i = 0; i < urgent; ++i) descending[static_cast<std::size_t>(i)] = urgent - 1 - i;
  for (int round = 0; round < tests::scaled(200); ++round) {
    handle<std::vector<int>> order;
    int woken = 0;
    handle<int> gate(0);
    flow tasks(sched);
    tasks.hold();
    for (int i = 0; i < 10; ++i) tasks.submit(write(gate), [](int& g) { ++g; });
    tasks.submit(priority(-1), read(gate), [&woken](const int& g) { woken = g; });
    for (int i = 0; i < urgent; ++i)
      tasks.submit(priority(i), add(order), [i](std::vector<int>& o) { o.push_back(i); });
    tasks.release();  // the scheduler's thread for tasks from outside takes some of them meanwhile
    tasks.wait();
    REQUIRE(order.value() == descending);
    REQUIRE(woken == 10);
  }
}

TEST_CASE("a bound on tasks holds up nobody meanwhile") {
  scheduler sched(2);
  std::atomic<int> run = 0;
  flow tasks(sched, 4);
  tasks.hold();
  for (int i = 0; i < 100; ++i) tasks.submit([&run] { ++run; });
  CHECK(run == 0);
  tasks.wait();
  CHECK(run == 100);
}

TEST_CASE("threads that submit while another one holds and releases lose no task") {
  scheduler sched(2);
  for (int round = 0; round < tests::scaled(30); ++round) {
    std::atomic<int> run = 0;
    flow tasks(sched);
    std::atomic<int> left = 2;
    const auto submit_some = [&] {
      for (int i = 0; i < 300; ++i) tasks.submit([&run] { ++run; });
      --left;
    };
    std::thread one(submit_some);
    std::thread other(submit_some);
    while (left != 0) {
      tasks.hold();
      std::this_thread::yield();
      tasks.release();
    }
    one.join();
    other.join();
    tasks.wait();
    CHECK(run == 600);
  }
}

}  // namespace held_test
