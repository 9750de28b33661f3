// parallel_sort and parallel_stable_sort.
//
// parallel_sort is quicksort in place: the partition is sequential, both sides are sorted at the same time, short
// ranges by one worker (parallel/sort/short_sort.hpp), of numbers by their digits (parallel/sort/radix_sort.hpp).
// parallel_stable_sort is merge sort between the range and a buffer (parallel/sort/merge_sort.hpp); of integers it is
// the same as parallel_sort. Both sort strings by their characters (parallel/sort/string_sort.hpp).
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/fork_join/depth.hpp>
#include <jackdaw/fork_join/stopping.hpp>
#include <jackdaw/parallel/refusal.hpp>
#include <jackdaw/parallel/sort/merge_sort.hpp>
#include <jackdaw/parallel/sort/quicksort.hpp>
#include <jackdaw/parallel/sort/string_sort.hpp>

namespace jackdaw {

/// Sorts [first, last) in place; equal elements may change places.
///     parallel_sort(w, all.begin(), all.end(), [](const item& a, const item& b) { return a.key < b.key; });
///
/// Not where the order of equal elements matters, and not for many workers. The first partition is sequential, so
/// that the speed-up ends at about half the logarithm of the length. parallel_stable_sort scales further, but not for
/// integers. `less` is called as std::sort calls it, with lvalues of elements that are not const. It takes them by
/// value or by reference; or it is a pointer to a member function. `stop`: a std::stop_token that is looked at
/// between partitions. Once it has asked to stop, the range holds all elements in some order. Cost: about that of
/// std::sort with one worker. No memory. Numbers of up to 64 bits, by std::less or std::greater: an eighth to a half
/// of that for ten thousand and more, with 128 KB for each worker. A thousand, or numbers in reverse order, may take
/// a little more than it. Strings of char or char8_t by these: a third to two thirds, with a buffer of as many
/// strings, and 16 bytes for each besides. Where memory is missing, as any other elements. Threads: inside a task,
/// with the worker that was handed to it; `less` is called by several at the same time. Errors: recursion_too_deep,
/// and an exception of less, after all branches are over. The range holds all elements then, too, each once. An
/// exception of a move or a swap: valid objects. A comparison that is no strict weak order, such as <= or one that
/// answers at random: some order, with each element once, at no higher cost than n log n.
template <fork_join::forking_worker Worker, std::random_access_iterator Iterator, class Compare = std::less<>,
          fork_join::stop_source Stop = fork_join::never_stop>
void parallel_sort(Worker& w, Iterator first, Iterator last, Compare less = {}, const Stop& stop = {}) {
  fork_join::require_stack(w);
  if (last - first < 2) return;
  if constexpr (fork_join::sorts_by_characters<Iterator, Compare>) {
    if (last - first > fork_join::few_strings &&
        fork_join::sort_strings(w, first, static_cast<std::size_t>(last - first), less, stop))
      return;
  }
  if constexpr (fork_join::can_be_written_by_several<Iterator>())
    fork_join::quicksort(w, first, last, less, fork_join::pivots_for(last - first), stop);
}

/// Sorts [first, last); equal elements stay in their order.
///     parallel_stable_sort(w, all.begin(), all.end(), [](const item& a, const item& b) { return a.key < b.key; });
///
/// Not where memory for a second copy is missing. `less` and `stop`: as for parallel_sort. Threads: as for
/// parallel_sort. Cost: a buffer of as many elements, to which they are moved by one worker first. Integers by
/// std::less or std::greater: as parallel_sort, for equal ones are alike. Errors: std::bad_alloc: the range is
/// unchanged then. recursion_too_deep, and an exception of less, after all branches are over: the range holds all
/// elements then, each once. An exception of a move: valid objects, but some elements may be lost with the buffer. A
/// comparison that is no strict weak order: as for parallel_sort.
template <fork_join::forking_worker Worker, std::random_access_iterator Iterator, class Compare = std::less<>,
          fork_join::stop_source Stop = fork_join::never_stop>
void parallel_stable_sort(Worker& w, Iterator first, Iterator last, Compare less = {},
                          const Stop& stop = {}) {
  fork_join::require_stack(w);
  if (last - first < 2) return;
  if constexpr (fork_join::equal_ones_are_alike<Iterator, Compare>) {
    fork_join::quicksort(w, first, last, less, fork_join::pivots_for(last - first), stop);
  } else if constexpr (fork_join::can_be_written_by_several<Iterator>()) {
    const auto count = static_cast<std::ptrdiff_t>(last - first);
    if constexpr (fork_join::sorts_by_characters<Iterator, Compare>) {
      if (count > fork_join::few_strings &&
          fork_join::sort_strings(w, first, static_cast<std::size_t>(count), less, stop))
        return;
    }
    fork_join::moved_elements<std::iter_value_t<Iterator>> moved(first, static_cast<std::size_t>(count));
    fork_join::stable_sort sorting(less, stop);
    sorting.sort(w, moved.begin(), first, count, true);
    sorting.rethrow();
  }
}

/// The same for all elements of a range.
///     parallel_sort(w, names);
template <fork_join::forking_worker Worker, fork_join::sized_random_access_range Range,
          class Compare = std::less<>, fork_join::stop_source Stop = fork_join::never_stop>
void parallel_sort(Worker& w, Range&& range, Compare less = {}, const Stop& stop = {}) {
  const auto first = std::ranges::begin(range);
  parallel_sort(w, first, first + std::ranges::distance(range), std::move(less), stop);
}
template <fork_join::forking_worker Worker, fork_join::sized_random_access_range Range,
          class Compare = std::less<>, fork_join::stop_source Stop = fork_join::never_stop>
void parallel_stable_sort(Worker& w, Range&& range, Compare less = {}, const Stop& stop = {}) {
  const auto first = std::ranges::begin(range);
  parallel_stable_sort(w, first, first + std::ranges::distance(range), std::move(less), stop);
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

/// parallel_sort without a worker at hand: a range.
template <fork_join::sized_random_access_range Range, class Compare = std::less<>,
          fork_join::stop_source Stop = fork_join::never_stop>
void parallel_sort(Range&& range, Compare less = {}, const Stop& stop = {}) {
  fork_join::as_worker([&](worker& w) { parallel_sort(w, range, std::move(less), stop); });
}

/// parallel_stable_sort without a worker at hand: a range.
template <fork_join::sized_random_access_range Range, class Compare = std::less<>,
          fork_join::stop_source Stop = fork_join::never_stop>
void parallel_stable_sort(Range&& range, Compare less = {}, const Stop& stop = {}) {
  fork_join::as_worker([&](worker& w) { parallel_stable_sort(w, range, std::move(less), stop); });
}

// ---- what cannot be (parallel/refusal.hpp) ----

template <class... Arguments>
  requires fork_join::no_loop<Arguments...>
void parallel_sort(Arguments&&...) {
  fork_join::refuse<fork_join::refused_loop<Arguments...>::value>();
}
template <class... Arguments>
  requires fork_join::no_loop<Arguments...>
void parallel_stable_sort(Arguments&&...) {
  fork_join::refuse<fork_join::refused_loop<Arguments...>::value>();
}

}  // namespace jackdaw
