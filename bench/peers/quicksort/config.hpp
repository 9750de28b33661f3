// The classic recursive quicksort: partition, then both sides at the same time.
#pragma once

#include <utility>

#include "bench/peers/sorting.hpp"

namespace jackdaw::bench::quicksort {

using sorting::numbers;

struct range {
  int* first;
  int* last;

  [[nodiscard]] bool is_leaf() const { return last - first <= sorting::leaf; }
};

/// Hoare's partition around the median of three: what is left of the cut is not greater, what is right of it
/// not less. Compiled once, for all runtimes, as the leaf.
[[nodiscard]] std::pair<range, range> divide(const range& r);
void sort_leaf(const range& r);

}  // namespace jackdaw::bench::quicksort
