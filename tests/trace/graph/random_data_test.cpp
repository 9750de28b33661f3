// Flows of many kinds of tasks on several workers: recordings forget nothing, and replays of them come to their end.
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/observe/both.hpp>
#include <jackdaw/replay/read_program.hpp>
#include <jackdaw/replay/replay.hpp>
#include <jackdaw/trace/graph/graph.hpp>
#include <jackdaw/trace/record/recorder.hpp>

#include "tests/support/schedulers.hpp"
#include "tests/support/sizes.hpp"

namespace random_data_test {

using namespace jackdaw;
using namespace jackdaw::tests;

namespace {

template <class Observer>
using scheduler_with = basic_scheduler<pool::split_pool, working::spin_yield_park, memory::cgbkof, Observer>;

}  // namespace

TEST_CASE("with several workers, and by name: nothing is forgotten, and the replay comes to its end") {
  const auto run = [](auto& sched) {
    basic_flow tasks(sched);
    std::vector<handle<int>> data(8);
    std::uint32_t random = 1;
    const auto next = [&random] { return (random = random * 1664525 + 1013904223) >> 16U; };
    for (int i = 0; i < 400; ++i) {
      auto& one = data[next() % 8];
      auto& other = data[next() % 8];
      switch (next() % 4) {
        case 0:
          tasks.submit(read(one), write(other), [](const int&, int& y) { ++y; });
          break;
        case 1:
          tasks.submit(add(one), read(other), [](int& x, const int&) { ++x; });
          break;
        case 2:
          tasks.submit(reduce_in_order(one), [](int& x) { ++x; });
          break;
        default:
          tasks.submit(priority(static_cast<int>(next() % 3)), add(one), add(other),
                       [](int& x, int&) { ++x; });
      }
    }
    tasks.wait();
    sched.await_rest();
  };
  const auto look = [](const trace::recording& seen) {
    CHECK(seen.complete());
    const auto order = trace::graph_reader::read(seen);
    const replay::program program = replay::read_program(seen);
    CHECK(order.span <= order.work);
    CHECK(program.span() <= 1.000001 * program.work());
    for (const unsigned workers : {1U, 3U, 16U}) {
      const auto found = replay::replay_run(program, *replay::policy_of("dq2"), {.workers = workers});
      CHECK(found.tasks == program.tasks.size());
      CHECK(found.nanoseconds >= 0.999999 * program.span());
    }
  };
  using seen_by_both = observe::both<trace::recorder, observe::activity>;
  for (int i = 0; i < scaled(20); ++i) {
    scheduler_with<trace::recorder> sched(3);
    run(sched);
    look(sched.observer().take());
    any_scheduler named = tests::make_scheduler(
        {.pool = "dq8", .workers = 3, .observer = &observe::any_observer::make<seen_by_both>});
    run(named);
    look(named.observer<trace::recorder>()->take());
  }
}

}  // namespace random_data_test
