// The tree on the fork_join face, of any kind of worker.
#pragma once

#include <jackdaw/fork_join/join.hpp>

#include "apps/knary/tree.hpp"

namespace jackdaw::apps::knary {

/// visit(worker, tree) is a node's own work.
template <class Worker, class Visit>
void grow(Worker& w, const tree& t, const Visit& visit);

/// `count` children, at once: halved until one is left.
template <class Worker, class Visit>
void grow_some(Worker& w, const tree& child, int count, const Visit& visit) {
  if (count == 1) return grow(w, child, visit);
  join(
      w, [&child, count, &visit](Worker& here) { grow_some(here, child, count / 2, visit); },
      [&child, count, &visit](Worker& here) { grow_some(here, child, count - count / 2, visit); });
}

template <class Worker, class Visit>
void grow(Worker& w, const tree& t, const Visit& visit) {
  visit(w, t);
  if (t.height == 0) return;
  const tree child = t.lower();
  for (int i = 0; i < t.serial; ++i) grow(w, child, visit);
  if (t.parallel() > 0) grow_some(w, child, t.parallel(), visit);
}

}  // namespace jackdaw::apps::knary
