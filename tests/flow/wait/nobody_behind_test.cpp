// Tasks from threads that are no workers, when no thread waits for them, or none for ever: nobody-behind in
// docs/internals/verification/bugs-of-others.md.
#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <sched.h>
#include <unistd.h>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/flow/basic_flow.hpp>

#include "tests/support/machine/asleep.hpp"
#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

namespace nobody_behind_test {

using namespace jackdaw;

TEST_CASE("nobody-behind: as many tasks run at a time as there are workers, although no thread waits") {
  tests::for_each_choice({1, 2, 3}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool) || tests::hides(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    basic_flow tasks(sched);
    for (int round = 0; round < 5; ++round) {
      std::atomic<unsigned> there{0};
      const auto meet = [&] {
        for (++there; there < choice.workers;) std::this_thread::yield();
      };
      if (round % 2 == 0) {
        for (unsigned i = 0; i < choice.workers; ++i) tasks.submit(meet);
      } else {  // put by a task
        tasks.submit([&] {
          for (unsigned i = 0; i < choice.workers; ++i) tasks.submit(meet);
        });
      }
      while (there < choice.workers) std::this_thread::yield();
      tasks.wait();
    }
  });
}

TEST_CASE(
    "nobody-behind: tasks that are pinned, of a reservation, of a group, and a process with one processor") {
  std::thread([] {
    const auto allowed = base::affinity_of();
    if (allowed.empty()) return;  // the process may not ask: no processor can be taken away either
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(allowed.front(), &one);
    REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
    scheduler sched;
    CHECK(sched.workers() == 1);
    flow tasks(sched);
    handle<int> a(0);
    std::atomic<int> done{0};
    const auto await = [&done](int value) {
      while (done != value) std::this_thread::yield();
    };
    tasks.submit(pinned(0), [&] { ++done; });
    await(1);
    auto later = tasks.reserve(write(a));
    tasks.submit(read(a), [&](int) { ++done; });
    later.submit([](int& x) { x = 1; });
    await(2);
    tasks.submit(with_subtasks, [&](auto& all) { all.submit([&] { ++done; }); });
    await(3);
  }).join();
}

TEST_CASE("nobody-behind: a caller that comes takes part from the next task on") {
  scheduler sched(1);
  flow tasks(sched);
  handle<int> order(0);
  const pid_t caller = gettid();
  std::atomic<bool> begun{false};
  pid_t first = 0;
  pid_t next = 0;
  tasks.submit(write(order), [&](int&) {
    first = gettid();
    begun = true;
    for (int calm = 0; calm < 20;) {  // it may be blocked for a moment by something else
      for (const base::stopwatch pause; pause.seconds() < 1e-3;) std::this_thread::yield();
      calm = tests::asleep(caller) ? calm + 1 : 0;
    }
  });
  tasks.submit(write(order), [&](int&) { next = gettid(); });
  while (!begun) {}  // never asleep
  tasks.wait();
  CHECK(first != caller);
  CHECK(next == caller);
}

TEST_CASE("nobody-behind: a wait ends between two tasks of strangers, which have no end before") {
  scheduler sched(1);
  for (int round = 0; round < tests::scaled(100); ++round) {
    std::atomic<bool> begun{false};
    std::atomic<bool> over{false};
    std::function<void()> again;
    flow endless(sched);
    again = [&] {
      begun = true;
      if (!over) endless.submit([&again] { again(); });
    };
    endless.submit([&again] { again(); });
    while (!begun) std::this_thread::yield();  // what comes from now on is not below it in the deque
    flow tasks(sched);
    handle<int> a(0);
    for (int i = 0; i < 5; ++i) tasks.submit(write(a), [](int& x) { ++x; });
    tasks.wait();
    CHECK(a.value() == 5);
    over = true;
    endless.wait();
    sched.await_rest();
  }
}

TEST_CASE("nobody-behind: a run beside tasks from outside that wait for what it computes") {
  for (const unsigned workers : {1U, 2U}) {
    scheduler sched(workers);
    flow tasks(sched);
    std::atomic<bool> computed{false};
    for (unsigned i = 0; i < workers; ++i) tasks.submit([&] { computed.wait(false); });
    sched.run([&](worker& w) {
      w.put([&] {
        computed = true;
        computed.notify_all();
      });
    });
    tasks.wait();
    CHECK(computed);
  }
}

}  // namespace nobody_behind_test
