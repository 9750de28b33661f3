// LU factors on the fork_join face, and the same without workers.
#pragma once

#include <jackdaw/fork_join/join.hpp>

#include "apps/lu/pieces.hpp"
#include "apps/support/work/divided.hpp"

namespace jackdaw::apps::lu {

template <class Worker>
void factor(Worker& w, const quarters& q) {
  if (q.is_leaf()) return factor_leaf(q.a);
  factor(w, q.first());
  join(
      w, [&q](Worker& here) { join_divided(here, q.solve_right()); },
      [&q](Worker& here) { join_divided(here, q.solve_below()); });
  join_divided(w, q.update_last());
  factor(w, q.last());
}

/// The same operations on the same numbers, so the same factors to the last bit.
inline void factor_serially(const quarters& q) {
  if (q.is_leaf()) return factor_leaf(q.a);
  factor_serially(q.first());
  compute_divided(q.solve_right());
  compute_divided(q.solve_below());
  compute_divided(q.update_last());
  factor_serially(q.last());
}

}  // namespace jackdaw::apps::lu
