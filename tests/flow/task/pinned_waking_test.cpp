// Pinned tasks and workers that sleep, rest, stand aside or wait: each is woken for its own tasks, and no other worker.
#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include <doctest/doctest.h>
#include <unistd.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/flow/task/pinned.hpp"
#include "tests/support/machine/asleep.hpp"
#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

namespace pinned_waking_test {

using namespace jackdaw;
using tests::here;
using tests::tally;
using tests::until;

TEST_CASE("missed-queue: the worker of a pinned task is woken, and no other executes it") {
  tests::for_each_choice({3}, [](const scheduler_choice& choice) {
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    basic_flow tasks(sched);
    for (int i = 0; i < tests::scaled(20); ++i) {
      if (i % 4 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      const unsigned to = 1 + static_cast<unsigned>(i) % 2;
      std::atomic<unsigned> where{99};
      tasks.submit(pinned(to), [&] { where = here(sched); });
      until([&] { return where != 99; });
      CHECK(where == to);
    }
    tasks.wait();
  });
}

TEST_CASE(
    "what is pinned to a busy worker waits for it, while others sleep, and the flow is not over before") {
  scheduler sched(3);
  flow tasks(sched);
  std::atomic<bool> go_on{false};
  std::atomic<bool> begun{false};
  std::atomic<pid_t> other{0};
  std::atomic<int> done{0};
  tasks.submit(pinned(2), [&] { other = gettid(); });
  tasks.submit(pinned(1), [&] {
    begun = true;
    until([&] { return go_on.load(); });
    CHECK(done == 0);
  });
  until([&] { return begun && other != 0; });
  for (int i = 0; i < 10; ++i) tasks.submit(pinned(1), [&] { done += here(sched) == 1 ? 1 : 100; });
  until([&] { return tests::asleep(other); });  // no worker waits actively for what it may not take
  CHECK(done == 0);
  go_on = true;
  tasks.wait();
  CHECK(done == 10);
}

TEST_CASE("a worker without work sleeps while a task that is pinned to a busy worker 0 waits for it") {
  scheduler sched(2);
  flow tasks(sched);
  std::atomic<pid_t> other{0};
  std::atomic<bool> begun{false};
  std::atomic<bool> go_on{false};
  std::atomic<bool> done{false};
  tasks.submit(pinned(1), [&] { other = gettid(); });
  tasks.submit(pinned(0), [&] {
    begun = true;
    go_on.wait(false);
  });
  until([&] { return begun && other != 0; });
  tasks.submit(pinned(0), [&] { done = true; });
  bool stays = false;
  for (int tries = 0; tries < 100 && !stays;
       ++tries) {  // at first it may have been blocked on its way to sleep
    until([&] { return tests::asleep(other); });
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    stays = tests::asleep(other);
  }
  CHECK(stays);
  CHECK(!done);
  go_on = true;
  go_on.notify_all();
  tasks.wait();
  CHECK(done);
}

TEST_CASE("a surplus worker comes for what is pinned to it, and rests again") {
  tests::for_each_choice({4}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    basic_flow tasks(sched);
    tally all;
    sched.allow_workers(1);
    for (int i = 0; i < tests::scaled(40); ++i) {
      const unsigned to = static_cast<unsigned>(i) % 4;
      if (i % 10 == 9) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      tasks.submit(pinned(to), [&, to] {
        all.note(here(sched) == to);
        tasks.submit(pinned((to + 1) % 4), [&, to] { all.note(here(sched) == (to + 1) % 4); });
        tasks.submit([&] { all.note(true); });
      });
    }
    tasks.wait();
    CHECK(all.wrong == 0);
    CHECK(all.right == 3 * tests::scaled(40));
  });
}

TEST_CASE("quota: a surplus worker that stands aside with tasks of its own comes for a pinned one") {
  for (int round = 0; round < tests::scaled(50); ++round) {
    scheduler sched(3);
    flow tasks(sched);
    std::atomic<bool> blocked{false};
    std::atomic<bool> go_on{false};
    std::atomic<bool> came{false};
    std::atomic<int> ran{0};
    tasks.submit(pinned(1), [&] {  // the one that may work, and does not end
      blocked = true;
      until([&] { return go_on.load(); });
    });
    until([&] { return blocked.load(); });
    tasks.submit(pinned(2), [&] {
      for (int i = 0; i < 2000; ++i) tasks.submit([&] { ++ran; });
      sched.allow_workers(2);
    });
    tasks.submit(pinned(2), [&] { came = here(sched) == 2; });
    until([&] { return came.load(); });
    go_on = true;
    tasks.wait();
    CHECK(ran == 2000);
  }
}

TEST_CASE(
    "a worker that waits for a branch executes what is pinned to it and what guests bring, and sleeps else") {
  for (int round = 0; round < tests::scaled(30); ++round) {
    scheduler sched(2);
    flow tasks(sched);
    std::atomic<int> ran{0};
    std::atomic<bool> taken{false};
    std::atomic<unsigned> forking{99};  // either of the two: what run() begins with may be stolen
    std::atomic<pid_t> waiting{0};
    std::thread guest([&] {
      until([&] { return taken.load(); });
      until([&] { return tests::asleep(waiting); });
      tasks.submit(pinned(forking), [&] { ran += here(sched) == forking ? 1 : 100; });
      until([&] { return ran == 1; });
      tasks.submit([&] { ++ran; });
    });
    sched.run([&](worker& w) {
      forking = w.id();
      waiting = gettid();
      join(
          w, [&] { until([&] { return taken.load(); }); },
          [&] {
            taken = true;
            until([&] { return ran == 2; });
          });
    });
    guest.join();
    tasks.wait();
    CHECK(ran == 2);
  }
}

TEST_CASE("pinned tasks and runs: one that comes while a run is dealt is found") {
  for (const char* pool : {"jackdaw", "dq1", "dq2", "sq4", "hood-block"}) {
    CAPTURE(pool);
    any_scheduler sched = tests::make_scheduler({.pool = pool, .workers = 3});
    basic_flow tasks(sched);
    std::array<std::atomic<pid_t>, 3> threads{};
    for (const unsigned id : {1U, 2U}) tasks.submit(pinned(id), [&threads, id] { threads[id] = gettid(); });
    tasks.wait();
    for (int i = 0; i < tests::scaled(200); ++i) {
      const unsigned to = 1 + static_cast<unsigned>(i) % 2;
      std::atomic<bool> claimed{false};
      std::atomic<bool> brought{false};
      std::atomic<int> ran{0};
      std::thread guest([&] {
        until([&] { return claimed.load(); });
        tasks.submit(pinned(to), [&] { ran += here(sched) == to ? 1 : 100; });
        tasks.submit(pinned(to), [&] { ran += here(sched) == to ? 1 : 100; });
        brought = true;
      });
      struct list {  // dealt when it is iterated
        std::atomic<bool>* claimed;
        std::atomic<bool>* brought;
        pid_t thread;
        int i;
        auto begin() const {
          claimed->store(true);
          if (i % 2 == 0) {
            until([this] { return brought->load(); });
            if (i % 8 == 0) until([this] { return tests::asleep(thread); });  // it was woken, and saw no run
          }
          return static_cast<void (*const*)()>(nullptr);
        }
        auto end() const { return static_cast<void (*const*)()>(nullptr); }
      };
      sched.run_each(list{&claimed, &brought, threads[to], i});
      guest.join();
      until([&] { return ran.load() >= 2; });
      CHECK(ran == 2);
      tasks.wait();
    }
  }
}

}  // namespace pinned_waking_test
