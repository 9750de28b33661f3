// The phases of a simulation on all workers: by tasks, by parallel loops, by threads that have a part each.
#pragma once

#include <barrier>
#include <cstddef>
#include <string_view>
#include <thread>
#include <vector>

#include <jackdaw/fork_join/parallel_for.hpp>
#include <jackdaw/worker/any_scheduler.hpp>

#include "apps/nbody/schedule.hpp"

namespace jackdaw::apps::nbody {

/// The task of the pool face for one piece of a phase.
struct one_piece {
  static constexpr std::string_view name = "piece";
  const phases* of;
  std::size_t phase, piece;
  arrival done;

  void operator()(any_worker& worker) {
    of->compute(phase, piece);
    done.arrive(worker);
  }
};

/// The task that begins a phase: the last of its pieces puts the beginning of the next phase, so no worker waits.
struct begin_phase {
  static constexpr std::string_view name = "phase";
  const phases* of;
  std::size_t phase;

  void operator()(any_worker& worker) const {
    if (phase == of->count()) return;
    const std::size_t pieces = of->pieces(phase);
    auto all = worker.after(static_cast<unsigned>(pieces), begin_phase{of, phase + 1});
    for (std::size_t i = 0; i < pieces; ++i) worker.put(one_piece{of, phase, i, all.next()});
  }
};

/// The fork_join face: a loop over the pieces of each phase.
template <class Worker>
void run_joined(Worker& w, const phases& all) {
  for (std::size_t phase = 0; phase < all.count(); ++phase)
    parallel_for(w, std::size_t{0}, all.pieces(phase), [&](std::size_t piece) { all.compute(phase, piece); });
}

/// Statically partitioned: each thread has as many pieces of a phase as any other, and waits for all after it.
inline void run_threads(unsigned workers, const phases& all) {
  std::barrier over(workers);
  const auto part = [&](unsigned id) {
    for (std::size_t phase = 0; phase < all.count(); ++phase) {
      const std::size_t last = all.pieces(phase) * (id + 1) / workers;
      for (std::size_t piece = all.pieces(phase) * id / workers; piece < last; ++piece)
        all.compute(phase, piece);
      over.arrive_and_wait();
    }
  };
  std::vector<std::jthread> others;
  for (unsigned id = 1; id < workers; ++id) others.emplace_back(part, id);
  part(0);
}

}  // namespace jackdaw::apps::nbody
