// Quicksort by several workers: the partition is sequential, both sides are sorted at the same time.
//
// Callers: parallel_sort, and string_sort for its keys. Short ranges are sorted by one worker
// (parallel/sort/short_sort.hpp, of numbers parallel/sort/radix_sort.hpp).
#pragma once

#include <cstddef>

#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/parallel/sort/radix_sort.hpp>
#include <jackdaw/parallel/sort/short_sort.hpp>

namespace jackdaw::fork_join {

/// Below it a range is sorted by one worker: some tens of microseconds.
inline constexpr std::ptrdiff_t short_sort = 2048;

/// `pivots`: as sort_alone.
template <class Worker, class Iterator, class Compare, class Stop>
void quicksort(Worker& w, Iterator first, Iterator last, Compare& less, int pivots, const Stop& stop) {
  if (stop.stop_requested()) return;
  if constexpr (sorts_by_digits<Iterator, Compare>) {
    if (last - first <= most_by_digits) return radix_sort<Iterator, Compare>::sort(first, last, less, pivots);
  }
  if (last - first <= short_sort || pivots == 0) return sort_alone(first, last, less, pivots);
  const in_place<Iterator> middle = partition_by_median(first, last, less);
  join(
      w, [&](Worker& v) { quicksort(v, first, middle.first, less, pivots - 1, stop); },
      [&](Worker& v) { quicksort(v, middle.last, last, less, pivots - 1, stop); });
}

}  // namespace jackdaw::fork_join
