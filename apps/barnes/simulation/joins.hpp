// The simulation on the fork_join face: a parallel loop in each round, and one over the children of each large
// node.
#pragma once

#include <cstddef>

#include <jackdaw/parallel/parallel_for.hpp>

#include "apps/barnes/simulation/simulation.hpp"

namespace jackdaw::apps::barnes {

template <class Worker>
void grow_joined(Worker& w, simulation& s, node& n) {
  if (!s.is_large(n)) return s.growing().grow(n, w.id());
  s.growing().split(n, w.id());
  parallel_for(w, n.below(), [&s](Worker& here, node& child) { grow_joined(here, s, child); });
  s.growing().sum_up(n);
}

template <class Worker>
void run_joined(Worker& w, simulation& s) {
  for (std::size_t round = 0; s.begin(round); ++round) {
    if (s.grows(round))
      grow_joined(w, s, s.growing().root());
    else
      parallel_for(w, std::size_t{0}, s.blocks(),
                   [&s, round](std::size_t block) { s.compute(round, block); });
  }
}

}  // namespace jackdaw::apps::barnes
