// Which workers are moved to another processor, and when: on a machine that is made up; and that the kernel moves a
// thread.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/processors/cpu_list.hpp>
#include <jackdaw/base/processors/processor.hpp>
#include <jackdaw/jackdaw.hpp>
#include <jackdaw/worker/engine/worker_placement.hpp>

#include "tests/support/sizes.hpp"

namespace placement_test {

using namespace jackdaw;

namespace {

/// The calling thread stands for all workers.
struct made_up {
  inline static int processor = 0;
  inline static std::int64_t time = 0;
  inline static std::vector<int> left;  // the processors from which a worker was moved
  inline static std::size_t asked_for = 0;

  static int here() noexcept { return processor; }
  static std::int64_t now() noexcept { return time; }
  static void change(int from, std::size_t least) {
    left.push_back(from);
    asked_for = least;
    processor = from + 1;
  }
};
using placement = working::placement<made_up>;

void begins_on(placement& all, unsigned id, int processor) {
  made_up::processor = processor;
  all.begins(id, 3);
}

}  // namespace

TEST_CASE("a worker that begins where another one works gets another place, at most once in a while") {
  made_up::left.clear();
  placement all(3, true);
  begins_on(all, 0, 4);
  begins_on(all, 1, 4);
  CHECK(made_up::left == std::vector{4});
  CHECK(made_up::asked_for == 3);
  begins_on(all, 2, 5);  // where worker 1 is now
  CHECK(made_up::left == std::vector{4, 5});
  all.ends(1);
  begins_on(all, 1, 4);
  CHECK(made_up::left.size() == 2);  // not again, so soon
  all.ends(1);
  made_up::time += placement::pause;
  begins_on(all, 1, 4);
  CHECK(made_up::left == std::vector{4, 5, 4});
}

TEST_CASE("no worker moves for those that do not work, for itself, without need; worker 0 never does") {
  made_up::left.clear();
  placement all(3, true);
  begins_on(all, 1, 4);
  all.ends(1);
  begins_on(all, 1, 4);
  begins_on(all, 2, 7);
  all.ends(1);
  all.ends(2);
  begins_on(all, 2, 4);  // where worker 1 has been
  all.ends(2);
  begins_on(all, 1, 3);
  begins_on(all, 0, 3);
  begins_on(all, 0, 1024 + 7);
  begins_on(all, 2, 7);
  begins_on(all, 1, -1);  // the kernel does not say
  CHECK(made_up::left.empty());
  placement bound(3, false);
  begins_on(bound, 0, 4);
  begins_on(bound, 1, 4);
  placement alone(1, true);
  begins_on(alone, 0, 4);
  CHECK(made_up::left.empty());
}

TEST_CASE("a thread goes to another processor, and keeps its mask") {
  const base::cpu_list mask = base::affinity_of();
  bool somewhere_else = mask.size() < 2;
  for (int tries = 0; tries < 100 && !somewhere_else; ++tries) {
    const int before = base::current_processor();
    CHECK(base::change_processor(before, 2));
    somewhere_else = base::current_processor() != before;
  }
  CHECK(somewhere_else);
  CHECK(base::affinity_of() == mask);
  CHECK(!base::change_processor(base::current_processor(), mask.size() + 1));
  CHECK(!base::change_processor(-1, 2));
  CHECK(base::changes_of_place::begun.load() == base::changes_of_place::ended.load());
  std::thread([] {
    base::bind_calling_thread(base::affinity_of().front());
    CHECK(!base::change_processor(base::current_processor(), 1));
    CHECK(base::affinity_of().size() == 1);
  }).join();
  CHECK(base::affinity_of() == mask);
}

TEST_CASE("workers keep the mask of the thread that made them, however often they were moved") {
  const base::cpu_list mask = base::affinity_of();
  scheduler sched({.workers = 4, .surplus = surplus_use::work});
  std::atomic<int> wrong{0};
  for (int round = 0; round < tests::scaled(200); ++round) {
    sched.run([&](worker& w) {
      for (int i = 0; i < 20; ++i) {
        w.put([&] {
          if (base::affinity_of() != mask) ++wrong;
        });
      }
    });
  }
  CHECK(wrong == 0);
}

}  // namespace placement_test
