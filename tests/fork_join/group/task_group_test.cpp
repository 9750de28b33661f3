// task_group: all its tasks, once, before wait() returns.
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/base/threads/pause.hpp>
#include <jackdaw/jackdaw.hpp>

#include "tests/fork_join/support.hpp"
#include "tests/support/sizes.hpp"

namespace task_group_test {

using namespace jackdaw;
using tests::scaled;

namespace {

/// A binary tree of groups, in whose frames joins, puts and more groups take turns.
void tree(worker& w, tests::tally& ran, std::size_t number, std::size_t size) {
  if (number >= size) return;
  ran(number);
  const auto child = [&](std::size_t i) { return [&ran, i, size](worker& v) { tree(v, ran, i, size); }; };
  switch (number % 3) {
    case 0: {
      task_group group(w);
      group.spawn(w, child(2 * number));
      group.spawn(child(2 * number + 1));
      group.wait();
      break;
    }
    case 1:
      join(w, child(2 * number), child(2 * number + 1));
      break;
    default:
      join(
          w,
          [&](worker& v) {
            task_group group(v);
            v.put([] { tests::work(20); });  // on top of a branch: taken out from below
            join(v, [&](worker& u) { u.put([] { tests::work(20); }); }, [] { tests::work(50); });
            group.spawn(v, child(2 * number));
            v.put([] { tests::work(20); });
          },
          child(2 * number + 1));
  }
}

/// A group whose task is stolen, and which returns as soon as the thief says that it is over.
[[gnu::noinline]] void leave_a_stolen_group(worker& w) {
  std::atomic<bool> stolen{false};
  task_group group(w);
  group.spawn(w, [&] { stolen = true; });
  while (!stolen) std::this_thread::yield();
  group.wait();
}

}  // namespace

TEST_CASE("every task once, and all before wait() returns") {
  tests::for_each_size([](scheduler& sized) {
    for (const int size : {0, 1, 2, 100, scaled(20000)}) {
      CAPTURE(size);
      tests::tally ran(static_cast<std::size_t>(size));
      sized.run([&](worker& w) {
        task_group group(w);
        for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i)
          group.spawn(w, [&ran, i] { ran(i); });
        group.wait();
        CHECK(ran.wrong() == 0);
        group.wait();
        for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i) group.spawn([&ran, i] { ran(i); });
      });
      CHECK(ran.wrong(2) == 0);
    }
  });
}

TEST_CASE("tasks of the group spawn more into it") {
  tests::for_each_size([](scheduler& sized) {
    const auto size = static_cast<std::size_t>(scaled(20000));
    tests::tally ran(size);
    sized.run([&](worker& w) {
      task_group group(w);
      std::function<void(worker&, std::size_t)> grow = [&](worker& v, std::size_t number) {
        ran(number);
        for (const std::size_t child : {2 * number + 1, 2 * number + 2}) {
          if (child < size) group.spawn(v, [&grow, child](worker& u) { grow(u, child); });
        }
      };
      group.spawn(w, [&grow](worker& v) { grow(v, 0); });
      group.wait();
      CHECK(ran.wrong() == 0);
    });
  });
}

TEST_CASE("groups, joins and puts in each other's frames") {
  tests::for_each_size([](scheduler& sized) {
    for (int round = 0; round < 10; ++round) {
      const auto size = static_cast<std::size_t>(scaled(20000));
      tests::tally ran(size);
      sized.run([&](worker& w) {
        ran(0);
        tree(w, ran, 1, size);
      });
      CHECK(ran.wrong() == 0);
    }
  });
}

TEST_CASE(
    "a group on top of a branch, with an emptied place between: the branch is not mistaken for another "
    "task") {
  tests::for_each_size([](scheduler& sized) {
    for (int round = 0; round < scaled(2000); ++round) {
      tests::tally ran(6);
      sized.run([&](worker& w) {
        join(
            w,
            [&](worker& v) {
              task_group group(v);
              // The put makes join take its branch out from below, which leaves an empty place.
              join(v, [&](worker& u) { u.put([&] { ran(0); }); }, [&] { ran(1); });
              group.spawn(v, [&](worker& u) {
                tests::work(round % 500);
                u.put([&] { ran(2); });
              });
              group.wait();
              v.put([&] { ran(3); });  // must not be mistaken for the branch below
            },
            [&] { ran(4); });
        ran(5);
      });
      CHECK(ran.wrong() == 0);
    }
  });
}

TEST_CASE("a task hidden behind a wait for a slow stolen one is still found by others") {
  scheduler four(4);
  for (int round = 0; round < scaled(100); ++round) {
    tests::tally ran(40);
    four.run([&](worker& w) {
      for (std::size_t i = 0; i < 30; ++i)
        w.put([&ran, i] {
          tests::work(1000);
          ran(i);
        });
      task_group group(w);
      for (std::size_t i = 30; i < 40; ++i)
        group.spawn(w, [&ran, i] {
          tests::work(5000);
          ran(i);
        });
    });
    CHECK(ran.wrong() == 0);
  }
}

TEST_CASE("a group that is gone as soon as its last task is over (join-after-free)") {
  tests::for_each_size([](scheduler& sized) {
    std::atomic<int> sum{0};
    const int rounds = scaled(20000);
    sized.run([&](worker& w) {
      const auto loop = [&](worker& v) {
        for (int i = 0; i < rounds; ++i) {
          auto group = std::make_unique<task_group>(v);  // on the heap, so that its end is seen
          group->spawn(v, [&sum, i] {
            tests::work(i % 64);
            ++sum;
          });
          tests::work(i % 32);
          group->wait();
        }
      };
      join(w, loop, loop);
    });
    CHECK(sum == 2 * rounds);
  });
}

TEST_CASE("join-after-free: what lies below a group that has just been left belongs to its caller") {
  scheduler two(2);
  two.run([](worker& w) {
    for (int round = 0; round < scaled(500); ++round) {
      leave_a_stolen_group(w);
      REQUIRE(tests::stack_is_left_alone());
    }
  });
}

TEST_CASE("large and over-aligned closures, move-only ones") {
  struct alignas(128) wide {
    std::array<int, 100> values{};
  };
  scheduler two(2);
  std::atomic<int> right{0};
  two.run([&](worker& w) {
    task_group group;
    for (int i = 0; i < 100; ++i) {
      wide big;
      big.values[99] = i;
      group.spawn(w, [&right, big, i] {
        if (reinterpret_cast<std::uintptr_t>(&big) % 128 == 0 && big.values[99] == i) ++right;
      });
      group.spawn(w, [&right, held = std::make_unique<int>(i), i] { right += *held == i ? 1 : 0; });
    }
  });
  CHECK(right == 200);
}

TEST_CASE("a group waited for inside a join that was begun after it may take the join's own branch, once") {
  scheduler two(2);
  int wrong = 0;
  for (int round = 0; round < tests::scaled(2000); ++round) {
    std::atomic<int> branch{0};
    std::atomic<int> put{0};
    std::atomic<bool> go{false};
    two.run([&](worker& w) {
      task_group group(w);
      group.spawn(w, [&] {  // to be stolen, so that what lies above it stays here
        while (!go) base::pause();
      });
      for (int i = 0; i < 100000 && w.own().deque.has_private(); ++i) parallel_for(w, 0, 3, [](int) {});
      join(
          w,
          [&](worker& v) {
            group.spawn(v, [&] { go = true; });
            group.wait();
            v.put([&] { ++put; });
          },
          [&] {
            ++branch;
            go = true;
          });
    });
    wrong += branch != 1 || put != 1 ? 1 : 0;
  }
  CHECK(wrong == 0);
}

}  // namespace task_group_test
