// Serial quicksort of one range: what a task does below the grain, and the limit that keeps every range O(n
// log n).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include "apps/quicksort/sort/partition.hpp"

namespace jackdaw::apps::quicksort {

/// Bad splits that a range of `size` elements may suffer, itself and its parts together along any path,
/// before it is finished by heapsort. A good split leaves at most 7/8 in a part, so no path is longer than
/// log2(n) + log8/7(n) steps of at most O(n) each: O(n log n) for any input (introsort's argument, with
/// pattern-defeating quicksort's counting).
[[nodiscard]] constexpr int allowed_bad_splits(std::size_t size) noexcept {
  return static_cast<int>(std::bit_width(size));
}

/// A split that leaves more than 7/8 of `size` elements in one part. Equal keys that left both parts count as
/// progress.
[[nodiscard]] constexpr bool is_bad_split(std::size_t size, std::size_t larger_part) noexcept {
  return larger_part > size - size / 8;
}

/// Up to this many elements insertion sort wins.
inline constexpr std::ptrdiff_t insertion_limit = 20;

template <class T, class Less>
void insertion_sort(T* first, T* last, const Less& less) {
  if (first == last) return;
  for (T* next = first + 1; next != last; ++next) {
    const T value = *next;
    T* hole = next;
    for (; hole != first && less(value, hole[-1]); --hole) *hole = hole[-1];
    *hole = value;
  }
}

/// O(n log n) whatever the input and without recursion; several times slower than quicksort, hence only the
/// last resort.
template <class T, class Less>
void heap_sort(T* first, T* last, const Less& less) {
  std::make_heap(first, last, less);
  std::sort_heap(first, last, less);
}

/// Sorts [first, last) in the calling thread and returns how often it fell back to heapsort.
/// `has_lower_bound` as in split_range; `allowed_bad` is what is left of the whole sort's allowance. The
/// smaller part is the recursive one, so the stack holds at most log2(n) frames.
template <class T, class Less>
std::size_t sort_serially(T* first, T* last, bool has_lower_bound, int allowed_bad, const Less& less) {
  std::size_t heapsorts = 0;
  while (last - first > insertion_limit) {
    if (allowed_bad == 0) {
      heap_sort(first, last, less);
      return heapsorts + 1;
    }
    const auto [left_end, right_begin] = split_range(first, last, has_lower_bound, less);
    const auto left = static_cast<std::size_t>(left_end - first);
    const auto right = static_cast<std::size_t>(last - right_begin);
    if (is_bad_split(static_cast<std::size_t>(last - first), std::max(left, right))) --allowed_bad;
    if (left < right) {
      heapsorts += sort_serially(first, left_end, has_lower_bound, allowed_bad, less);
      first = right_begin;
      has_lower_bound = true;
    } else {
      heapsorts += sort_serially(right_begin, last, true, allowed_bad, less);
      last = left_end;
    }
  }
  insertion_sort(first, last, less);
  return heapsorts;
}

}  // namespace jackdaw::apps::quicksort
