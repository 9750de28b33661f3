// The fork_join face, of any kind of worker: children are halved by joins until one is left.
#pragma once

#include <jackdaw/fork_join/join.hpp>

#include "apps/skynet/sum.hpp"

namespace jackdaw::apps::skynet {

template <class Worker>
[[nodiscard]] long sum(Worker& w, long first, long size);

/// Of `many` neighbours of `part` leaves each.
template <class Worker>
[[nodiscard]] inline long sum_of_some(Worker& w, long first, long part, int many) {
  if (many == 1) return sum(w, first, part);
  const int half = many / 2;
  const auto [a, b] = join(
      w, [first, part, half](Worker& here) { return sum_of_some(here, first, part, half); },
      [first, part, half, many](Worker& here) {
        return sum_of_some(here, first + half * part, part, many - half);
      });
  return a + b;
}

template <class Worker>
inline long sum(Worker& w, long first, long size) {
  return size == 1 ? first : sum_of_some(w, first, size / children, children);
}

}  // namespace jackdaw::apps::skynet
