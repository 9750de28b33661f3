// Joins, loops, pools and flows whose threads lose time in the middle of the protocols (base/explore/slow_place.hpp):
// what no fast machine shows. The private part of a split deque also by itself
// (docs/internals/verification/bugs-of-others.md: steal-twice, missed-queue, join-after-free).
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/explore/slow_place.hpp>
#include <jackdaw/jackdaw.hpp>
#include <jackdaw/queue/split/split_deque.hpp>

#include "tests/support/seeds.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;
using base::slow_places;

namespace {

/// Calls `round` until threads have lost time so often.
template <class Round>
void until_losses(int count, Round round) {
  slow_places::use_seed(tests::first_seed());
  const std::uint64_t enough = slow_places::losses() + static_cast<std::uint64_t>(tests::scaled(count));
  while (slow_places::losses() < enough) round();
}

struct no_fence {
  static bool available() { return false; }
  static void heavy() {}
};

/// A deque whose owner makes nested frames, as joins do, and thieves that steal by force all the time.
template <class Fence>
struct frames {
  struct frame : task {
    std::atomic<bool> over{false};
  };

  queue::basic_split_deque<queue::public_ring<31, 4>, Fence> deque;
  std::atomic<bool> stop{false};
  std::atomic<int> stolen{0};
  int begun = 0;
  int taken_back = 0;

  void nest(int depth) {
    if (depth == 0) return;
    ++begun;
    frame mine;
    if (deque.push_frame(mine)) {
      static_cast<void>(deque.answer_steal_request());
      deque.clear_request();
    }
    nest(depth - 1);
    if (deque.pop_top(mine) || deque.take_out(mine)) {
      ++taken_back;
      return;
    }
    while (!mine.over.load(std::memory_order_acquire)) {
      task* const other =
          deque.reclaim();  // frames of this thread are older than `mine`, and are not executed here
      if (other == &mine) return static_cast<void>(++taken_back);
      if (other != nullptr) end(*other);
      std::this_thread::yield();
    }
  }

  void rob() {
    while (!stop.load(std::memory_order_relaxed)) {
      queue::batch got;
      if (deque.has_private()) deque.steal_by_force(got);
      if (got.count == 0) deque.take_old(got);
      if (got.count == 0) static_cast<void>(deque.steal(got));
      if (got.count == 0) std::this_thread::yield();
      for (std::size_t i = 0; i < got.count; ++i) {  // a thread that still follows the link crashes
        std::atomic_ref(got.items[i]->next).store(reinterpret_cast<task*>(0xdead'0000'0000'0008));
        end(*got.items[i]);
      }
    }
  }

  void end(task& of) {
    stolen.fetch_add(1, std::memory_order_relaxed);
    static_cast<frame&>(of).over.store(true, std::memory_order_release);
  }
};

long fib(worker& w, int n) {
  if (n < 2) return n;
  const auto [a, b] =
      join(w, [n](worker& v) { return fib(v, n - 1); }, [n](worker& v) { return fib(v, n - 2); });
  return a + b;
}

struct tree {
  int depth;
  std::atomic<int>* nodes;
  void operator()(auto& w) const {
    nodes->fetch_add(1, std::memory_order_relaxed);
    if (depth == 0) return;
    w.put(tree{depth - 1, nodes});
    w.put(tree{depth - 1, nodes});
  }
};

}  // namespace

TEST_CASE_TEMPLATE("steal-twice: an owner that stalls while three thieves steal by force again and again",
                   Fence, base::asymmetric_fence, no_fence) {
  frames<Fence> f;
  std::vector<std::thread> thieves;
  for (int i = 0; i < 3; ++i) thieves.emplace_back([&f] { f.rob(); });
  until_losses(2000, [&f] { f.nest(1 + f.begun % 3); });
  f.stop = true;
  for (std::thread& each : thieves) each.join();
  CHECK(f.begun == f.taken_back + f.stolen);
  CHECK_FALSE(f.deque.has_private());
}

TEST_CASE("joins and loops") {
  scheduler four(4);
  until_losses(4000, [&] {
    CHECK(four.run([](worker& w) { return fib(w, 12); }) == 144);
    std::array<std::atomic<int>, 64> calls{};
    four.run([&](worker& w) {
      parallel_for(w, std::size_t{0}, calls.size(), [&](std::size_t i) { ++calls[i]; });
    });
    for (const auto& each : calls) REQUIRE(each == 1);
  });
}

TEST_CASE("tasks that put tasks, and tasks from outside") {
  scheduler four(4);
  until_losses(4000, [&] {
    std::atomic<int> nodes{0};
    four.run(tree{7, &nodes});
    CHECK(nodes == 255);
    handle<int> outside(0);
    std::thread guest([&] {
      flow tasks(four);
      for (int i = 0; i < 8; ++i) tasks.submit(write(outside), [](int& count) { ++count; });
      tasks.wait();
    });
    four.run(tree{3, &nodes});
    guest.join();
    CHECK(outside.value() == 8);
    CHECK(nodes == 270);
  });
}

TEST_CASE("flows") {
  scheduler four(4);
  until_losses(4000, [&] {
    flow tasks(four);
    std::deque<handle<int>> cells(6);
    for (int step = 0; step < 10; ++step) {
      for (std::size_t i = 1; i < cells.size(); ++i)
        tasks.submit(read(cells[i - 1]), write(cells[i]),
                     [](const int& left, int& here) { here += left + 1; });
    }
    tasks.wait();
    int expected[6] = {};
    for (int step = 0; step < 10; ++step) {
      for (int i = 1; i < 6; ++i) expected[i] += expected[i - 1] + 1;
    }
    for (std::size_t i = 0; i < cells.size(); ++i) REQUIRE(cells[i].value() == expected[i]);
  });
}
