// Merge sort on the fork_join face, of any kind of worker.
#pragma once

#include <jackdaw/parallel/parallel_invoke.hpp>

#include "apps/msort/ranges.hpp"

namespace jackdaw::apps::msort {

/// The ends of the recursion, for callers that want no others: benches give all runtimes the same compiled
/// ones.
struct own_leaves {
  static void sort(const range& r) { sort_leaf(r); }
  static void merge_two(const merge& m) { m.compute(); }
};

template <class Leaves = own_leaves, class Worker>
void combine(Worker& w, const merge& m) {
  if (m.is_leaf()) return Leaves::merge_two(m);
  const auto halves = m.halves();
  join(
      w, [&halves](Worker& here) { combine<Leaves>(here, halves.first); },
      [&halves](Worker& here) { combine<Leaves>(here, halves.second); });
}

/// Sorts a range; its room is overwritten.
template <class Leaves = own_leaves, class Worker>
void sort(Worker& w, const range& r) {
  if (r.is_leaf()) return Leaves::sort(r);
  const auto q = r.quarters();
  parallel_invoke(
      w, [&q](Worker& here) { sort<Leaves>(here, q[0]); }, [&q](Worker& here) { sort<Leaves>(here, q[1]); },
      [&q](Worker& here) { sort<Leaves>(here, q[2]); }, [&q](Worker& here) { sort<Leaves>(here, q[3]); });
  join(
      w, [&q](Worker& here) { combine<Leaves>(here, first_merge(q)); },
      [&q](Worker& here) { combine<Leaves>(here, second_merge(q)); });
  combine<Leaves>(w, last_merge(q));
}

}  // namespace jackdaw::apps::msort
