// KR02's synthetic algorithm (apps/synthetic) as a task for any worker, not only for the type-erased one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <jackdaw/base/cache_line.hpp>

#include "apps/synthetic/algorithm.hpp"

namespace jackdaw::bench {

namespace synthetic = apps::synthetic;

/// What all tasks of one run share. `f`: length of the simulated work; a tally for each worker.
using synthetic_state = synthetic::run_state;

[[nodiscard]] inline synthetic_state make_synthetic_state(std::uint64_t f, unsigned workers) {
  return {f, std::vector<base::padded<synthetic::tally>>(workers)};
}

using synthetic::sum_of;

/// The task A(i) in the pool face.
struct synthetic_task {
  synthetic_state* state;
  int i;

  void operator()(auto& w) const {
    synthetic::step(*state, i, w.id(), [&](int j) { w.put(synthetic_task{state, j}); });
  }
};

/// The initial tasks A(k-1) … A(0).
[[nodiscard]] inline std::vector<synthetic_task> initial_tasks(synthetic_state& state, int k) {
  std::vector<synthetic_task> tasks;
  for (int i = k - 1; i >= 0; --i) tasks.push_back({&state, i});
  return tasks;
}

}  // namespace jackdaw::bench
