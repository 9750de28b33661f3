// Sorting by one worker: the short ranges of parallel_sort and parallel_stable_sort.
//
// Not std::sort and std::merge: a comparison that throws makes these lose the element that they hold outside of the
// range. Here a comparison is called only while all elements are in their places, or an element outside is put back.
// Invariants
//   SS-S1  a comparison gets lvalues of elements that have their values, whatever the iterator's reference type is.
//   SS-S2  when a comparison throws, the range holds the elements that it held before, in some order.
//   SS-S3  whatever a comparison answers, it gets elements of the range only, and each division takes at least one
//          element out of what is left: one that is no order ends in some order. A pivot is no sentinel: less(x, x) may
//          be true.
// Sources: quicksort as Bentley and McIlroy (1993) have it, for numbers in blocks (parallel/sort/block_partition.hpp);
// heapsort where pivots are bad (Musser's introsort).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <iterator>
#include <utility>

#include <jackdaw/parallel/sort/block_partition.hpp>

namespace jackdaw::fork_join {

/// Whether `a` comes before `b`. SS-S1: also what an iterator gives as an rvalue is an lvalue here.
template <class Compare, class A, class B>
[[nodiscard]] constexpr bool precedes(Compare& less, A&& a, B&& b) {  // NOLINT(*-missing-std-forward)
  return static_cast<bool>(std::invoke(less, a, b));
}

/// The iterator to the median of three elements.
template <class Iterator, class Compare>
Iterator median_of(Iterator a, Iterator b, Iterator c, Compare& less) {
  if (precedes(less, *a, *b)) return precedes(less, *b, *c) ? b : (precedes(less, *a, *c) ? c : a);
  return precedes(less, *a, *c) ? a : (precedes(less, *b, *c) ? c : b);
}

/// Elements that are where they belong: those before them do not come after them, those behind do not come before.
template <class Iterator>
struct in_place {
  Iterator first, last;
};

/// The pivot is at `first`. Where few come before it, as among many copies of it, its copies are put beside it.
template <class Iterator, class Compare>
in_place<Iterator> partition_in_blocks(Iterator first, Iterator last, Compare& less) {
  const std::iter_value_t<Iterator> pivot = *first;
  const Iterator border = divide_in_blocks(first, last, [&](auto each) { return less(each, pivot); });
  std::swap(*first, *(border - 1));
  if (border - first > (last - first) / 8) return {border - 1, border};
  return {border - 1, divide_in_blocks(border - 1, last, [&](auto each) { return !less(pivot, each); })};
}

/// Divides a range of 16 elements and more.
template <class Iterator, class Compare>
in_place<Iterator> partition_by_median(Iterator first, Iterator last, Compare& less) {
  const auto size = last - first;
  const Iterator middle = first + size / 2;
  Iterator pivot = middle;
  if (size > 128) {  // the median of three medians of three (Tukey's ninther)
    const auto step = size / 8;
    pivot = median_of(median_of(first, first + step, first + 2 * step, less),
                      median_of(middle - step, middle, middle + step, less),
                      median_of(last - 1 - 2 * step, last - 1 - step, last - 1, less), less);
  } else {  // not of the ends: those of what was a descending range have been exchanged
    pivot = median_of(first + size / 4, middle, last - 1 - size / 4, less);
  }
  std::ranges::iter_swap(first, pivot);
  if constexpr (divides_in_blocks<Iterator, Compare>) return partition_in_blocks(first, last, less);
  // Elements equal to the pivot stop both sides, so that equal elements are divided evenly.
  Iterator left = first;
  Iterator right = last;
  for (;;) {
    do ++left;
    while (left != last && precedes(less, *left, *first));
    do --right;
    while (right != first && precedes(less, *first, *right));  // SS-S3
    if (left >= right) break;
    std::ranges::iter_swap(left, right);
  }
  std::ranges::iter_swap(first, right);
  return {right, right + 1};
}

/// Stable, for a few elements.
template <class Iterator, class Compare>
void insertion_sort(Iterator first, Iterator last, Compare& less) {
  if (first == last) return;
  for (Iterator i = first + 1; i != last; ++i) {
    if (!precedes(less, *i, *(i - 1))) continue;
    std::iter_value_t<Iterator> element = std::ranges::iter_move(i);
    Iterator hole = i;
    try {
      do {
        *hole = std::ranges::iter_move(hole - 1);
        --hole;
      } while (hole != first && precedes(less, element, *(hole - 1)));
    } catch (...) {
      *hole = std::move(element);  // SS-S2
      throw;
    }
    *hole = std::move(element);
  }
}

/// Not stable. By swaps, so that no element is ever outside of the range (SS-S2).
template <class Iterator, class Compare>
void heap_sort(Iterator first, Iterator last, Compare& less) {
  using distance = std::iter_difference_t<Iterator>;
  const auto sift = [&](distance at, distance end) {
    for (distance child = 2 * at + 1; child < end; at = child, child = 2 * at + 1) {
      if (child + 1 < end && precedes(less, *(first + child), *(first + (child + 1)))) ++child;
      if (!precedes(less, *(first + at), *(first + child))) return;
      std::ranges::iter_swap(first + at, first + child);
    }
  };
  const distance size = last - first;
  for (distance at = size / 2; at > 0; --at) sift(at - 1, size);
  for (distance end = size - 1; end > 0; --end) {
    std::ranges::iter_swap(first, first + end);
    sift(0, end);
  }
}

/// How many pivots in a row a range of `size` elements is divided by before it is sorted in another way.
template <class Distance>
[[nodiscard]] constexpr int pivots_for(Distance size) noexcept {
  return 2 * static_cast<int>(std::bit_width(static_cast<std::size_t>(size)));
}

/// Not stable; any length. `pivots`: how many divisions are made, where halves should be the rule.
template <class Iterator, class Compare>
void sort_alone(Iterator first, Iterator last, Compare& less, int pivots) {
  while (last - first > 24) {
    if (pivots-- == 0) return heap_sort(first, last, less);
    const in_place<Iterator> middle = partition_by_median(first, last, less);
    sort_alone(middle.last, last, less, pivots);
    last = middle.first;
  }
  insertion_sort(first, last, less);
}

}  // namespace jackdaw::fork_join
