// parallel_sort and parallel_stable_sort.
//
// parallel_sort is quicksort in place: the partition is sequential, both sides are sorted at the same time,
// short ranges by std::sort. parallel_stable_sort is merge sort between the range and a buffer, and its
// merges are parallel, too (Cormen et al., third edition, section 27.3).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/fork_join/depth.hpp>
#include <jackdaw/fork_join/stopping.hpp>

namespace jackdaw {

namespace fork_join {

/// Below it a range is sorted, or merged, by one worker: some tens of microseconds.
inline constexpr std::ptrdiff_t short_sort = 2048;

/// The iterator to the median of three elements.
template <class Iterator, class Compare>
Iterator median_of(Iterator a, Iterator b, Iterator c, Compare& less) {
  if (less(*a, *b)) return less(*b, *c) ? b : (less(*a, *c) ? c : a);
  return less(*a, *c) ? a : (less(*b, *c) ? c : b);
}

/// `depth`: how many bad pivots in a row are borne before std::sort, which bears any input, takes over.
template <class Worker, class Iterator, class Compare, class Stop>
void quicksort(Worker& w, Iterator first, Iterator last, Compare& less, int depth, const Stop& stop) {
  if (stop.stop_requested()) return;
  const auto size = last - first;
  if (size <= short_sort || depth == 0) {
    std::sort(first, last, std::ref(less));
    return;
  }
  const auto step = size / 8;  // the pivot: median of three medians of three (Tukey's ninther)
  const Iterator middle = first + size / 2;
  std::iter_swap(first, median_of(median_of(first, first + step, first + 2 * step, less),
                                  median_of(middle - step, middle, middle + step, less),
                                  median_of(last - 1 - 2 * step, last - 1 - step, last - 1, less), less));
  // Elements equal to the pivot stop both sides, so that equal elements are divided evenly.
  Iterator left = first;
  Iterator right = last;
  for (;;) {
    do ++left;
    while (left != last && less(*left, *first));
    do --right;
    while (less(*first, *right));
    if (left >= right) break;
    std::iter_swap(left, right);
  }
  std::iter_swap(first, right);
  join(
      w, [&, right](Worker& v) { quicksort(v, first, right, less, depth - 1, stop); },
      [&, right](Worker& v) { quicksort(v, right + 1, last, less, depth - 1, stop); });
}

/// Moves the merge of [a, a_end) and [b, b_end) to `out`. Equal elements: those of a first. Stopped: in any
/// order.
template <class Worker, class From, class To, class Compare, class Stop>
void merge_moving(Worker& w, From a, From a_end, From b, From b_end, To out, Compare& less,
                  const Stop& stop) {
  if (stop.stop_requested()) {
    std::move(b, b_end, std::move(a, a_end, out));
    return;
  }
  const auto in_a = a_end - a;
  const auto in_b = b_end - b;
  if (in_a + in_b <= short_sort) {
    std::merge(std::make_move_iterator(a), std::make_move_iterator(a_end), std::make_move_iterator(b),
               std::make_move_iterator(b_end), out, std::ref(less));
    return;
  }
  const bool a_is_longer = in_a >= in_b;
  const From a_cut = a_is_longer ? a + in_a / 2 : std::upper_bound(a, a_end, b[in_b / 2], std::ref(less));
  const From b_cut = a_is_longer ? std::lower_bound(b, b_end, a[in_a / 2], std::ref(less)) : b + in_b / 2;
  const To out_cut = out + (a_cut - a) + (b_cut - b);
  join(
      w, [&](Worker& v) { merge_moving(v, a, a_cut, b, b_cut, out, less, stop); },
      [&](Worker& v) { merge_moving(v, a_cut, a_end, b_cut, b_end, out_cut, less, stop); });
}

/// Stable, for a few elements.
template <class Iterator, class Compare>
void insertion_sort(Iterator first, Iterator last, Compare& less) {
  for (Iterator i = first; i != last; ++i) {
    auto element = std::move(*i);
    Iterator hole = i;
    for (; hole != first && less(element, *(hole - 1)); --hole) *hole = std::move(*(hole - 1));
    *hole = std::move(element);
  }
}

/// Sorts `count` elements that lie at `here`; the result is moved to `there` if `moved`, else it stays here.
/// Both places hold live objects. Stopped: all are moved, in any order.
template <class Worker, class Here, class There, class Compare, class Stop>
void merge_sort(Worker& w, Here here, There there, std::ptrdiff_t count, bool moved, Compare& less,
                const Stop& stop) {
  if (const bool stopped = stop.stop_requested(); count <= 32 || stopped) {
    if (!stopped) insertion_sort(here, here + count, less);
    if (moved) std::move(here, here + count, there);
    return;
  }
  const std::ptrdiff_t half = count / 2;
  join(
      w, [&](Worker& v) { merge_sort(v, here, there, half, !moved, less, stop); },
      [&](Worker& v) { merge_sort(v, here + half, there + half, count - half, !moved, less, stop); });
  if (moved) {
    merge_moving(w, here, here + half, here + half, here + count, there, less, stop);
  } else {
    merge_moving(w, there, there + half, there + half, there + count, here, less, stop);
  }
}

}  // namespace fork_join

/// Sorts [first, last) in place; equal elements may change places.
///
/// Not where the order of equal elements matters, and not for many workers: the first partition is
/// sequential, so that the speed-up ends at about half the logarithm of the length; parallel_stable_sort
/// scales further. `stop`: a std::stop_token that is looked at between partitions; once it has asked to stop,
/// the range holds all elements in some order. Cost: about that of std::sort with one worker; no memory.
/// Threads: inside a task, with the worker that was handed to it; `less` is called by several at the same time.
/// Errors: recursion_too_deep, and an exception of less, of a move or a swap, after all branches are over; the
/// range then holds valid objects, one of which may be moved from for each std::sort that was broken off.
template <fork_join::forking_worker Worker, std::random_access_iterator Iterator, class Compare = std::less<>,
          fork_join::stop_source Stop = fork_join::never_stop>
void parallel_sort(Worker& w, Iterator first, Iterator last, Compare less = {}, const Stop& stop = {}) {
  fork_join::require_stack(w);
  if (last - first < 2) return;
  const int depth = 2 * static_cast<int>(std::bit_width(static_cast<std::size_t>(last - first)));
  fork_join::quicksort(w, first, last, less, depth, stop);
}

/// Sorts [first, last); equal elements stay in their order.
///
/// Not where memory for a second copy is missing. `stop`: as for parallel_sort; elements are moved back then,
/// without a comparison. Cost: a buffer of as many elements, to which they are moved by one worker first.
/// Threads: as parallel_sort. Errors: std::bad_alloc, the range is unchanged then; an
/// exception of less or of a move, after all branches are over: the range then holds valid objects, but some
/// elements may be lost with the buffer.
template <fork_join::forking_worker Worker, std::random_access_iterator Iterator, class Compare = std::less<>,
          fork_join::stop_source Stop = fork_join::never_stop>
void parallel_stable_sort(Worker& w, Iterator first, Iterator last, Compare less = {},
                          const Stop& stop = {}) {
  fork_join::require_stack(w);
  const std::ptrdiff_t count = last - first;
  if (count < 2) return;
  std::vector<std::iter_value_t<Iterator>> buffer;
  buffer.reserve(static_cast<std::size_t>(count));
  buffer.assign(std::make_move_iterator(first), std::make_move_iterator(last));
  fork_join::merge_sort(w, buffer.begin(), first, count, true, less, stop);
}

// ---- from any thread; see join(f, g) ----

/// parallel_sort without a worker at hand.
template <std::random_access_iterator Iterator, class Compare = std::less<>,
          fork_join::stop_source Stop = fork_join::never_stop>
void parallel_sort(Iterator first, Iterator last, Compare less = {}, const Stop& stop = {}) {
  fork_join::as_worker([&](worker& w) { parallel_sort(w, first, last, std::move(less), stop); });
}

/// parallel_stable_sort without a worker at hand.
template <std::random_access_iterator Iterator, class Compare = std::less<>,
          fork_join::stop_source Stop = fork_join::never_stop>
void parallel_stable_sort(Iterator first, Iterator last, Compare less = {}, const Stop& stop = {}) {
  fork_join::as_worker([&](worker& w) { parallel_stable_sort(w, first, last, std::move(less), stop); });
}

}  // namespace jackdaw
