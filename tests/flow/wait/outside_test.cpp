// Tasks from threads that are no workers: they start a phase, meet runs, and outlive no scheduler.
#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

namespace outside_test {

using namespace jackdaw;

TEST_CASE("missed-queue: tasks put from outside while all workers sleep are executed without a run") {
  tests::for_each_choice({1, 2}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    basic_flow tasks(sched);
    for (int i = 0; i < 20; ++i) {
      std::atomic<bool> done{false};
      tasks.submit([&] { done = true; });
      while (!done) std::this_thread::yield();  // only a worker can have done it
    }
    tasks.wait();
  });
}

TEST_CASE("runs and outside submission share the workers") {
  scheduler sched(2);
  flow tasks(sched);
  handle<long> total(0);
  std::atomic<bool> over{false};
  std::thread submitter([&] {
    for (int i = 0; i < 5000; ++i) tasks.submit(add(total), [](long& t) { ++t; });
    over = true;
  });
  std::atomic<int> runs{0};
  int expected = 0;
  while (!over) {
    ++expected;
    sched.run([&](worker& w) {
      w.put([&] { ++runs; });
      w.put([&] { ++runs; });
    });
  }
  submitter.join();
  tasks.wait();
  CHECK(total.value() == 5000);
  CHECK(runs == 2 * expected);
}

TEST_CASE("wait-for-strangers: a wait beside another thread's run is over when its own tasks are") {
  tests::for_each_choice({2}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    std::atomic<bool> begun{false};
    std::atomic<bool> released{false};
    std::thread runner([&] {
      sched.run([&] {
        begun = true;
        begun.notify_all();
        released.wait(false);  // until all waits below have returned
      });
    });
    begun.wait(false);
    basic_flow tasks(sched);
    handle<int> first(0);
    handle<int> second(0);
    tasks.submit(write(first), [](int& x) { x = 1; });
    tasks.submit(write(second), [](int& x) { x = 2; });
    tasks.wait(first);
    CHECK(first.value() == 1);
    tasks.wait();
    CHECK(second.value() == 2);
    {
      basic_flow ending(sched);
      ending.submit(write(first), [](int& x) { x = 3; });
    }
    CHECK(first.value() == 3);
    released = true;
    released.notify_all();
    runner.join();
  });
}

TEST_CASE(
    "wait-for-strangers: two threads that wait without the seat, and the one that has it, each for its own") {
  scheduler sched(2);
  for (int round = 0; round < tests::scaled(200); ++round) {
    std::atomic<int> gone{0};
    const auto wait_for_turn = [&](int turn) {
      flow tasks(sched);
      handle<int> mine(0);
      tasks.submit(write(mine), [](int& x) { ++x; });
      if (turn % 2 == 0) tasks.submit(write(mine), [](int& x) { ++x; });
      tasks.wait();
      CHECK(mine.value() == 1 + (turn + 1) % 2);
      ++gone;
    };
    std::vector<std::thread> threads;
    for (int turn = 0; turn < 3; ++turn) threads.emplace_back(wait_for_turn, turn);
    for (auto& each : threads) each.join();
    CHECK(gone == 3);
  }
}

TEST_CASE("wait-for-strangers: the end of a phase is told to a thread that waits without the seat") {
  scheduler sched(2);
  std::atomic<bool> over{false};
  std::atomic<bool> sits{false};
  std::thread holder([&] { sched.help([&] { return sits = true, over.load(); }); });
  while (!sits) std::this_thread::yield();
  flow tasks(sched);
  for (int round = 0; round < tests::scaled(200); ++round) {
    tasks.submit([] {});
    sched.await_rest();
  }
  over = true;
  sched.wake(0);
  holder.join();
}

TEST_CASE("a failed run drops no task of a flow") {
  scheduler sched(2);
  flow tasks(sched);
  handle<int> a(0);
  for (int i = 0; i < 50; ++i) {
    tasks.submit(write(a), [](int& x) { ++x; });
    CHECK_THROWS(sched.run([&](worker& w) {
      tasks.submit(write(a), [](int& x) { ++x; });
      w.put([] { throw 1; });
    }));
  }
  tasks.wait();
  CHECK(a.value() == 100);
}

TEST_CASE("shutdown-race: a scheduler ends while the thread that has submitted to it is still leaving") {
  for (int i = 0; i < tests::scaled(10'000); ++i) {
    std::atomic<bool> seen{false};
    std::thread submitter;
    {
      scheduler sched({.workers = static_cast<unsigned>(1 + i % 2)});
      auto tasks = std::make_unique<flow>(sched);
      std::atomic<bool> done{false};
      submitter = std::thread([&seen, &done, t = tasks.get()] {
        t->submit([&done] { done = true; });
        seen = true;
      });
      while (!done) std::this_thread::yield();
      tasks.reset();
    }
    submitter.join();
    CHECK(seen);
  }
}

TEST_CASE("several threads wait for one flow, and for flows of their own") {
  scheduler sched(3);
  flow shared(sched);
  handle<long> total(0);
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      flow own(sched);
      handle<int> mine(0);
      for (int i = 0; i < 300; ++i) {
        own.submit(write(mine), [](int& x) { ++x; });
        shared.submit(add(total), [](long& x) { ++x; });
      }
      own.wait();
      CHECK(mine.value() == 300);
      shared.wait();
    });
  }
  for (auto& t : threads) t.join();
  shared.wait();
  CHECK(total.value() == 900);
}

TEST_CASE("unbounded-memory: submission from outside helps executing when there are too many tasks") {
  for (const unsigned workers : {1U, 2U}) {
    scheduler sched(workers);
    flow tasks(sched, 200);
    handle<long> a(0);
    std::atomic<long> ended{0};
    long most = 0;
    for (long i = 0; i < tests::scaled(50'000); ++i) {
      tasks.submit(write(a), [&ended](long& x) {
        ++x;
        ++ended;
      });
      most = std::max(most, i + 1 - ended);
    }
    CHECK(most <= 200);
    tasks.wait();
    CHECK(a.value() == tests::scaled(50'000));
  }
}

TEST_CASE("handles outlive the threads to which their registration belongs, and go from one to another") {
  scheduler sched(2);
  flow tasks(sched);
  std::vector<std::unique_ptr<handle<long>>> counts;
  for (int i = 0; i < 8; ++i) counts.push_back(std::make_unique<handle<long>>(0L));
  // each thread begins alone with its first handle, and goes on to those of the others
  const auto submit_some = [&](std::size_t first) {
    for (std::size_t i = 0; i < counts.size() * 40; ++i) {
      auto& one = *counts[(first + i / 40) % counts.size()];
      auto& next = *counts[(first + i / 40 + 1) % counts.size()];
      tasks.submit(write(one), [](long& n) { ++n; });
      if (i % 10 == 9) tasks.submit(write(next), write(one), [](long& n, long& m) { ++n, ++m; });
    }
  };
  const int rounds = tests::scaled(20);
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t) threads.emplace_back([&, t] { submit_some(2 * t); });
    submit_some(1);
    for (auto& each : threads) each.join();
  }
  tasks.wait();
  for (const auto& each : counts) CHECK(each->value() == rounds * 5L * (40 + 4 + 4));
}

}  // namespace outside_test
