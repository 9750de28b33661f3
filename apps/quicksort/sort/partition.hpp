// One step of quicksort: choose a pivot, split a range around it.
//
// The comparison is a parameter so that tests can count comparisons or answer as an adversary. Elements are
// numbers: copied freely, never moved-from.
#pragma once

#include <cstddef>
#include <utility>

namespace jackdaw::apps::quicksort {

/// [first, left_end) is not greater than the elements of [left_end, right_begin), which are in their final
/// place (at least one element: the pivot), and those are not greater than the elements of [right_begin,
/// last).
template <class T>
struct split {
  T* left_end;
  T* right_begin;
};

template <class T, class Less>
[[nodiscard]] T* median_of_three(T* a, T* b, T* c, const Less& less) {
  if (less(*b, *a)) std::swap(a, b);
  if (!less(*c, *b)) return b;
  return less(*c, *a) ? a : c;
}

/// Median of medians of medians … of the three regions of `size` elements that begin at a, b and c: Tukey's
/// ninther carried on to about n^0.53 samples. The halves of a large range come out within a few percent,
/// which matters here: the first tasks decide how soon every worker has work. Recursion depth at most
/// log8(n).
template <class T, class Less>
[[nodiscard]] T* pseudo_median(T* a, T* b, T* c, std::size_t size, const Less& less) {
  if (size >= 8) {
    const std::size_t eighth = size / 8;
    a = pseudo_median(a + eighth, a + eighth * 4, a + eighth * 6, eighth, less);
    b = pseudo_median(b + eighth, b + eighth * 4, b + eighth * 6, eighth, less);
    c = pseudo_median(c + eighth, c + eighth * 4, c + eighth * 6, eighth, less);
  }
  return median_of_three(a, b, c, less);
}

/// The pivot's place in [first, last), which holds at least two elements. Samples keep away from both ends:
/// partition_branchless rotates its parts by one, so in sorted input the ends are where small elements meet,
/// and a median that looks there splits off one or two elements every time. Deterministic, so an adversary
/// can defeat it: the limit on bad splits in the callers is what keeps the sort from being quadratic, not
/// this function.
template <class T, class Less>
[[nodiscard]] T* choose_pivot(T* first, T* last, const Less& less) {
  const auto size = static_cast<std::size_t>(last - first);
  if (size < 64)
    return median_of_three(first + size / 4, first + size / 2, first + size - 1 - size / 4, less);
  const std::size_t eighth = size / 8;
  return pseudo_median(first + eighth, first + eighth * 4, first + eighth * 6, eighth, less);
}

/// Moves the elements for which `goes_left` holds to the front and returns their end. One pass without a
/// branch on the data: element after element is rotated through a gap (Lomuto's scheme with two moves instead
/// of a swap), so random input costs no mispredicted branches; about 1 ns an element where Hoare's scheme
/// takes 3 to 4.
template <class T, class GoesLeft>
[[nodiscard]] T* partition_branchless(T* first, T* last, const GoesLeft& goes_left) {
  if (first == last) return first;
  const T lifted = *first;
  T* left = first;
  T* gap = first;
  for (T* right = first + 1; right != last; ++right) {
    const T value = *right;
    *gap = *left;
    *left = value;
    gap = right;
    left += static_cast<std::ptrdiff_t>(goes_left(value));
  }
  *gap = *left;
  *left = lifted;
  left += static_cast<std::ptrdiff_t>(goes_left(lifted));
  return left;
}

/// Splits [first, last), at least two elements, around a pivot of its own choice. `has_lower_bound`:
/// first[-1] exists, is in its final place and is not greater than any element of the range; that is so for
/// every range but the leftmost ones.
///
/// Equal keys: a pivot that is the smallest of its range has its equals gathered and left out of both parts,
/// so a range with k different keys takes O(n log k) on average, and all equal keys take one step of two
/// passes.
template <class T, class Less>
[[nodiscard]] split<T> split_range(T* first, T* last, bool has_lower_bound, const Less& less) {
  std::swap(*first, *choose_pivot(first, last, less));
  const T pivot = *first;
  const auto equals_pivot = [&](const T& value) {
    return !less(pivot, value);
  };  // where nothing is below the pivot
  if (has_lower_bound && !less(first[-1], pivot)) {
    return {first, partition_branchless(first + 1, last, equals_pivot)};
  }
  T* right_begin = partition_branchless(first + 1, last, [&](const T& value) { return less(value, pivot); });
  T* place = right_begin - 1;
  std::swap(*first, *place);
  if (place == first) right_begin = partition_branchless(right_begin, last, equals_pivot);
  return {place, right_begin};
}

}  // namespace jackdaw::apps::quicksort
