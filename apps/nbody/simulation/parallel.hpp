// The phases of a simulation on all workers: by parallel loops, by threads that have a part each. By tasks:
// apps/support/work/phases.hpp.
#pragma once

#include <barrier>
#include <cstddef>

#include <jackdaw/parallel/parallel_for.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

#include "apps/nbody/simulation/schedule.hpp"
#include "apps/support/work/threads.hpp"

namespace jackdaw::apps::nbody {

/// The fork_join face: a loop over the pieces of each phase.
template <class Worker>
void run_joined(Worker& w, const phases& all) {
  for (std::size_t phase = 0; phase < all.count(); ++phase)
    parallel_for(w, std::size_t{0}, all.pieces(phase), [&](std::size_t piece) { all.compute(phase, piece); });
}

/// Statically partitioned: each thread has as many pieces of a phase as any other, and waits for all after it.
inline void run_threads(unsigned workers, const phases& all) {
  std::barrier over(workers);
  run_in_threads(workers, [&](const apps::share& mine) {
    for (std::size_t phase = 0; phase < all.count(); ++phase) {
      const auto [first, last] = mine.of(all.pieces(phase));
      for (std::size_t piece = first; piece < last; ++piece) all.compute(phase, piece);
      over.arrive_and_wait();
    }
  });
}

}  // namespace jackdaw::apps::nbody
