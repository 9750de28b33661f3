// Work that comes in phases, one after another, of pieces that are independent of each other: on the pool face.
//
// A class of phases has count(), pieces(phase), and compute(phase, piece), which any number of threads may call at the
// same time for different pieces of the same phase. There are no phases without pieces.
#pragma once

#include <cstddef>
#include <string_view>

#include <jackdaw/worker/by_name/any_scheduler.hpp>

namespace jackdaw::apps {

/// The task for one piece of a phase.
template <class Phases>
struct one_piece {
  static constexpr std::string_view name = "piece";
  Phases* of;
  std::size_t phase, piece;
  arrival done;

  void operator()(any_worker& worker) {
    of->compute(phase, piece);
    done.arrive(worker);
  }
};

/// The task that begins a phase: the last of its pieces puts the beginning of the next phase, so no worker waits.
/// scheduler.run(begin_phase{&all, 0}) runs all phases, which outlive the tasks.
template <class Phases>
struct begin_phase {
  static constexpr std::string_view name = "phase";
  Phases* of;
  std::size_t phase;

  void operator()(any_worker& worker) const {
    if (phase == of->count()) return;
    const std::size_t pieces = of->pieces(phase);
    auto all = worker.after(static_cast<unsigned>(pieces), begin_phase{of, phase + 1});
    for (std::size_t i = 0; i < pieces; ++i) worker.put(one_piece<Phases>{of, phase, i, all.next()});
  }
};
template <class Phases>
begin_phase(Phases*, std::size_t) -> begin_phase<Phases>;

}  // namespace jackdaw::apps
