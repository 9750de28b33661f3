// The search on the fork_join face: children are halved by joins until one is left.
#pragma once

#include <jackdaw/fork_join/join.hpp>

#include "apps/uts/search.hpp"

namespace jackdaw::apps::uts {

/// Counts the node and all below it.
template <class Count, class Worker>
[[nodiscard]] Count search(Worker& w, const tree& t, const node& n);

/// Of the children from `first` to before `last`, at least one.
template <class Count, class Worker>
[[nodiscard]] Count search_children(Worker& w, const tree& t, const node& parent, int first, int last) {
  if (last - first == 1) return search<Count>(w, t, tree::child(parent, first));
  const int middle = first + (last - first) / 2;
  const auto [a, b] = join(
      w,
      [&t, &parent, first, middle](Worker& here) {
        return search_children<Count>(here, t, parent, first, middle);
      },
      [&t, &parent, middle, last](Worker& here) {
        return search_children<Count>(here, t, parent, middle, last);
      });
  return a + b;
}

template <class Count, class Worker>
Count search(Worker& w, const tree& t, const node& n) {
  const int children = t.children_of(n);
  const Count self = Count::of(n, children);
  return children == 0 ? self : self + search_children<Count>(w, t, n, 0, children);
}

}  // namespace jackdaw::apps::uts
