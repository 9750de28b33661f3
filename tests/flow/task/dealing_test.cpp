// Where tasks that are ready run: dealt in turn when they come from outside, next when a task has woken them.
#include <array>
#include <atomic>
#include <cstddef>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/support/schedulers.hpp"

namespace dealing_test {

using namespace jackdaw;

TEST_CASE("tasks that are ready when one thread from outside submits them are dealt to the workers in turn") {
  scheduler sched(2);
  flow tasks(sched);
  std::atomic<int> held{0};
  std::atomic<bool> go{false};
  for (const unsigned worker : {0U, 1U}) {
    tasks.submit(pinned(worker), [&] {
      ++held;
      while (!go) std::this_thread::yield();
    });
  }
  constexpr std::size_t count = 8;
  std::array<std::atomic<unsigned>, count> ran_on{};
  std::atomic<unsigned> begun{0};
  std::thread outside([&] {
    while (held < 2) std::this_thread::yield();  // so neither takes what is for the other
    for (std::size_t i = 0; i < count; ++i) {
      tasks.submit([&, i] {
        ran_on[i] = sched.worker_here()->id();
        const unsigned both = begun++ / 2 * 2 + 2;
        while (begun < both) std::this_thread::yield();  // each worker takes one, and then the next
      });
    }
    go = true;
  });
  tasks.wait();
  outside.join();
  tasks.wait();
  for (std::size_t i = 0; i < count; ++i) CHECK(ran_on[i] == (i % 2 == 0 ? ran_on[0] : ran_on[1]).load());
  CHECK(ran_on[0] != ran_on[1].load());
}

TEST_CASE("a task that was woken is the next one on the worker that has woken it") {
  for (const char* const pool : {"jackdaw", "superglue"}) {
    CAPTURE(pool);
    any_scheduler sched =
        tests::make_scheduler({.pool = pool, .memory = "cgbkof", .idle = idle_of(pool), .workers = 1});
    basic_flow tasks(sched);
    handle<void> first;
    handle<void> second;
    std::string order;
    const auto submit = [&](char name, auto... accesses) {
      tasks.submit(accesses..., [&order, name] { order += name; });
    };
    std::atomic<bool> all_there{false};
    tasks.submit([&all_there] { all_there.wait(false); });
    submit('.');
    submit('a', write(first));
    submit('.');
    submit('b', read(first), write(second));
    submit('c', read(second));
    submit('.');
    all_there = true;
    all_there.notify_all();
    tasks.wait();
    CHECK(order.find("abc") != std::string::npos);
    CHECK(order.size() == 6);
  }
}

}  // namespace dealing_test
