// One scheduler for a great many tasks of all faces: nothing is lost, and memory stays flat. `./dev soak` has it execute
// 20 times as many tasks as `./dev test`, round after round.
#include <array>
#include <atomic>
#include <cstdint>
#include <fstream>
#include <thread>

#include <doctest/doctest.h>
#include <unistd.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/jackdaw.hpp>

#include "tests/support/seeds.hpp"
#include "tests/support/sizes.hpp"
#include "tests/support/work_done.hpp"

using namespace jackdaw;

namespace {

/// Of this process, in pages that are in memory.
long resident_kilobytes() {
  long all = 0;
  long resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

std::uint64_t leaves(worker& w, unsigned levels) {
  if (levels == 0) return 1;
  const auto [left, right] = join(
      w, [levels](worker& v) { return leaves(v, levels - 1); },
      [levels](worker& v) { return leaves(v, levels - 1); });
  return left + right;
}

struct node {
  std::atomic<std::uint64_t>* ran;
  unsigned levels;
  void operator()(worker& w) const {
    ran->fetch_add(1, std::memory_order_relaxed);
    if (levels == 0) return;
    w.put(node{ran, levels - 1});
    w.put(node{ran, levels - 1});
  }
};

// Each returns how many tasks it has had executed, and checks that they were.

std::uint64_t by_joins(scheduler& sched, unsigned levels) {
  const std::uint64_t found = sched.run([levels](worker& w) { return leaves(w, levels); });
  REQUIRE(found == std::uint64_t{1} << levels);
  return found;  // a join is one task beside its caller
}

std::uint64_t by_puts(scheduler& sched, unsigned levels) {
  std::atomic<std::uint64_t> ran{0};
  sched.run(node{&ran, levels});
  REQUIRE(ran == (std::uint64_t{2} << levels) - 1);
  return ran;
}

std::uint64_t by_group(scheduler& sched, unsigned count) {
  std::atomic<std::uint64_t> ran{0};
  sched.run([&](worker& w) {
    task_group group(w);
    for (unsigned i = 0; i < count; ++i) {
      group.spawn(w, [&] { ran.fetch_add(1, std::memory_order_relaxed); });
    }
    group.wait();
    REQUIRE(ran == count);
  });
  return count;
}

std::uint64_t by_flow(scheduler& sched, unsigned count, base::random& random) {
  constexpr std::size_t cells = 8;
  std::array<handle<std::uint64_t>, cells> sums{};
  flow tasks(sched);
  for (unsigned i = 0; i < count; ++i) {
    auto& to = sums[random.below(cells)];
    if (random.below(4) == 0) {
      tasks.submit(add(to), [](std::uint64_t& sum) { ++sum; });
    } else {
      tasks.submit(read(sums[random.below(cells)]), write(to),
                   [](const std::uint64_t&, std::uint64_t& sum) { ++sum; });
    }
  }
  tasks.wait();
  std::uint64_t all = 0;
  for (auto& sum : sums) all += sum.value();
  REQUIRE(all == count);
  return count;
}

/// A thread that is no worker, while a run is under way.
std::uint64_t from_outside(scheduler& sched, unsigned count) {
  std::atomic<std::uint64_t> ran{0};
  std::thread outside([&] {
    flow tasks(sched);
    for (unsigned i = 0; i < count; ++i) tasks.submit([&] { ran.fetch_add(1, std::memory_order_relaxed); });
    tasks.wait();
  });
  const std::uint64_t others = by_puts(sched, 8);
  outside.join();
  REQUIRE(ran == count);
  return others + count;
}

}  // namespace

TEST_CASE("a great many tasks of all faces: none is lost, and memory stays flat") {
  const std::uint64_t wanted = tests::scaled_seeds(static_cast<std::uint64_t>(tests::scaled(4'000'000)));
  base::random random(tests::first_seed() + 1);
  scheduler sched(3);
  std::uint64_t done = 0;
  long early = 0;
  while (done < wanted) {
    switch (random.below(8)) {
      case 0:
        done += by_puts(sched, 4 + static_cast<unsigned>(random.below(10)));
        break;
      case 1:
        done += by_group(sched, 1 + static_cast<unsigned>(random.below(3'000)));
        break;
      case 2:
        done += by_flow(sched, 1 + static_cast<unsigned>(random.below(3'000)), random);
        break;
      case 3:
        done += from_outside(sched, 1 + static_cast<unsigned>(random.below(500)));
        break;
      default:
        done += by_joins(sched, 4 + static_cast<unsigned>(random.below(13)));
        break;
    }
    if (early == 0 && done > wanted / 4) early = resident_kilobytes();
  }
  tests::work_done(tests::work_kind::tasks, done);
  const long late = resident_kilobytes();
  MESSAGE(done, " tasks; ", early, " KB after a quarter of them, ", late, " KB at the end");
  // A leak of a byte for each task of a soak would be more than that.
  if (!tests::sanitized) CHECK(late <= early + 16'384);
}
