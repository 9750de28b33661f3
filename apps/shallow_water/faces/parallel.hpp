// The stages on all workers: by parallel loops, by threads that have a part each. By tasks: apps/support/work/phases.hpp.
#pragma once

#include <barrier>
#include <cstddef>

#include <jackdaw/parallel/parallel_for.hpp>

#include "apps/shallow_water/water/model.hpp"
#include "apps/support/work/threads.hpp"

namespace jackdaw::apps::shallow_water {

/// The fork_join face, of any kind of worker: a loop over the nodes in each stage, which finds its grain by itself.
template <class Worker>
void run_joined(Worker& w, run_state& run, std::size_t steps) {
  for (std::size_t phase = 0; phase < stages * steps; ++phase)
    parallel_for_blocked(w, std::size_t{0}, run.count(), [&run, phase](std::size_t first, std::size_t last) {
      run.compute(phase % stages, first, last);
    });
}

/// Statically partitioned: each thread has as many nodes as any other, and waits for all after each stage.
inline void run_threads(unsigned workers, run_state& run, std::size_t steps) {
  std::barrier over(workers);
  run_in_threads(workers, [&](const share& mine) {
    const auto [first, last] = mine.of(run.count());
    for (std::size_t phase = 0; phase < stages * steps; ++phase) {
      run.compute(phase % stages, first, last);
      over.arrive_and_wait();
    }
  });
}

}  // namespace jackdaw::apps::shallow_water
