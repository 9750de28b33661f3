// The Cholesky factor on the fork_join face, and the same without workers.
#pragma once

#include "apps/cholesky/pieces.hpp"
#include "apps/support/work/divided.hpp"

namespace jackdaw::apps::cholesky {

template <class Worker>
void factor(Worker& w, const quarters& q) {
  if (q.is_leaf()) return q.compute();
  factor(w, q.first());
  join_divided(w, q.solve_below());
  join_divided(w, q.update_last());
  factor(w, q.last());
}

/// The same operations on the same numbers, so the same factor to the last bit.
inline void factor_serially(const quarters& q) {
  if (q.is_leaf()) return q.compute();
  factor_serially(q.first());
  compute_divided(q.solve_below());
  compute_divided(q.update_last());
  factor_serially(q.last());
}

}  // namespace jackdaw::apps::cholesky
