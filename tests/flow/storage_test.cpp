// Objects in several instances, and memory for the time of a task.
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/buffered.hpp>
#include <jackdaw/flow/scratch.hpp>
#include <jackdaw/fork_join/current.hpp>

#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

namespace storage_test {

using namespace jackdaw;

TEST_CASE("a new value does not wait for readers of the old one") {
  scheduler sched(2);
  flow tasks(sched);
  buffered<int, 2> value(1);
  std::atomic<bool> written{false};
  tasks.submit(read(value.current()), [&](const int& x) {
    while (!written) std::this_thread::yield();  // with one instance this would never end
    CHECK(x == 1);
  });
  tasks.submit(write(value.next()), [&](int& x) {
    x = 2;
    written = true;
  });
  tasks.submit(read(value.current()), [](const int& x) { CHECK(x == 2); });
  tasks.wait();
  CHECK(value.value() == 2);
}

TEST_CASE("each reader sees the value that was submitted before it, with any number of instances") {
  scheduler sched(3);
  flow tasks(sched);
  const auto check = [&](auto& value) {
    std::atomic<int> wrong{0};
    for (int i = 1; i <= tests::scaled(2000); ++i) {
      tasks.submit(write(value.next()), [i](int& x) { x = i; });
      for (int r = 0; r < 2; ++r)
        tasks.submit(read(value.current()), [i, &wrong](const int& x) { wrong += x != i ? 1 : 0; });
      tasks.submit(add(value.current()), [](int& x) { x = -x; });
      tasks.submit(add(value.current()), [](int& x) { x = -x; });
    }
    tasks.wait();
    CHECK(wrong == 0);
    CHECK(value.value() == tests::scaled(2000));
  };
  buffered<int, 2> two;
  buffered<int, 5> five(7);
  check(two);
  check(five);
}

TEST_CASE(
    "a new value is never in the place of the old one; a free instance is taken before one that is not") {
  scheduler sched(1);
  flow tasks(sched);
  buffered<int, 2> two;
  for (int i = 0; i < 5; ++i) {
    handle<int>* const old = &two.current();
    CHECK(&two.next() != old);
    CHECK(&two.current() != old);
  }
  buffered<int, 3> three;
  handle<int>* const first = &three.next();
  handle<int>* const second = &three.next();
  std::atomic<bool> go{false};  // until then no task is over
  tasks.submit(read(*second), [&go](int) { go.wait(false); });
  handle<int>* const third = &three.next();
  CHECK(third != first);
  CHECK(third != second);
  tasks.submit(read(*third), [](int) {});
  CHECK(&three.next() == first);
  CHECK(&three.next() == second);  // both others are in use: in turn
  go = true;
  go.notify_all();
  tasks.wait();
  CHECK(&three.next() == third);
}

TEST_CASE(
    "workspace-overflow: scratch memory is aligned, the task's own, and given back at the end of the block") {
  tests::for_each_choice({1, 3}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    basic_flow tasks(sched);
    scratch space(sched, 1 << 12);
    std::atomic<int> wrong{0};
    for (int i = 0; i < 100; ++i) {
      tasks.submit([&, i] {
        const auto numbers = space.take<int>(100);
        const auto bytes = space.take<unsigned char>(33, 256);
        std::iota(numbers.begin(), numbers.end(), i);
        for (unsigned char& b : bytes) b = static_cast<unsigned char>(i);
        wrong += reinterpret_cast<std::uintptr_t>(numbers.data()) % 64 != 0 ? 1 : 0;
        wrong += reinterpret_cast<std::uintptr_t>(bytes.data()) % 256 != 0 ? 1 : 0;
        const std::span<int> all = numbers;
        wrong += std::accumulate(all.begin(), all.end(), 0) != 100 * i + 4950 ? 1 : 0;
        wrong += bytes[32] != static_cast<unsigned char>(i) || bytes.size() != 33 ? 1 : 0;
      });
    }
    tasks.wait();
    CHECK(wrong == 0);
    CHECK(space.held() <= 3 * (1 << 12));
  });
}

TEST_CASE("scratch memory grows, what was taken stays where it is, and soon one piece has room for all") {
  scheduler sched(1);
  scratch space(sched, 256);
  sched.run([&](worker&) {
    const auto first = space.take<int>(50);
    std::fill(first.begin(), first.end(), 7);
    {
      const auto second = space.take<int>(5000);
      std::fill(second.begin(), second.end(), 8);
    }
    const auto third = space.take<int>(5000);
    CHECK(std::accumulate(first.begin(), first.end(), 0) == 350);
    CHECK(third[0] == 8);  // the same place
  });
  const std::size_t held = space.held();
  CHECK(held >= 20'200);
  for (int i = 0; i < 10; ++i) {
    sched.run([&](worker&) {
      const auto first = space.take<int>(50);
      const auto second = space.take<int>(4900);
      CHECK(second.data() > first.data());
      CHECK(second.data() < first.data() + 200);  // one piece
    });
  }
  CHECK(space.held() == held);
}

TEST_CASE("workspace-overflow: scratch memory with a bound throws beyond it, and goes on") {
  scheduler sched(1);
  scratch space(sched, 1024, 1024);
  const auto message_of = [&](std::size_t bytes) {
    try {
      const auto some = space.take<char>(bytes);
      return std::string();
    } catch (const std::length_error& e) { return std::string(e.what()); }
  };
  sched.run([&](worker&) {
    for (int i = 0; i < 3; ++i) {
      CHECK(message_of(1024) == "");
      CHECK(message_of(1025) ==
            "a task takes 1025 bytes of scratch memory more, where its worker may get 0 of 1024; expected "
            "less, or a "
            "larger bound");
      const auto half = space.take<char>(512);
      CHECK(message_of(512) == "");
      CHECK(message_of(513) != "");
    }
    CHECK_THROWS_AS(static_cast<void>(space.take<double>(~std::size_t{0} / 4)), std::length_error);
  });
  CHECK(space.held() == 1024);
}

TEST_CASE("scratch memory outside of tasks is refused") {
  scheduler sched(2);
  scratch space(sched, 64);
  CHECK_THROWS_AS(static_cast<void>(space.take<int>(1)), std::logic_error);
}

TEST_CASE("a task that runs on top of one that waits takes scratch memory above its") {
  scheduler sched(2);
  flow tasks(sched);
  scratch space(sched, 128);
  std::atomic<int> wrong{0};
  for (int i = 0; i < 50; ++i) {
    tasks.submit([&, i] {
      const auto mine = space.take<int>(10);
      std::fill(mine.begin(), mine.end(), i);
      flow inner(sched);
      for (int k = 0; k < 10; ++k) {
        inner.submit([&, k] {
          const auto its = space.take<int>(40);
          std::fill(its.begin(), its.end(), -k);
          join([] {}, [] {});
          for (const int x : its) wrong += x != -k ? 1 : 0;
        });
      }
      inner.wait();
      for (const int x : mine) wrong += x != i ? 1 : 0;
    });
  }
  tasks.wait();
  CHECK(wrong == 0);
}

}  // namespace storage_test
