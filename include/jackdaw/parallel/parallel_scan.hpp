// parallel_scan and parallel_exclusive_scan: all prefix sums, the same bits in every run.
//
// Source: the two passes of Blelloch (1990) over blocks: each block is summed up, the sums are scanned one
// after the other, each block is scanned from the sum of what is before it. The blocks are those of
// parallel_reduce: they depend on the number of elements alone.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

#include <jackdaw/fork_join/stopping.hpp>
#include <jackdaw/parallel/parallel_reduce.hpp>

namespace jackdaw {

namespace fork_join {

/// Nothing comes before the first element: the scan is inclusive.
template <class Iterator>
inline constexpr std::iter_value_t<Iterator>* no_value = nullptr;

/// The combination of `left`, which stays as it is, and `right`; lvalues as for combined().
template <class T, class Combine, class Right>
T combined_after(Combine& combine, T& left, Right&& right) {
  if constexpr (std::is_invocable_v<Combine&, const T&, Right>) {
    return std::invoke(combine, std::as_const(left), std::forward<Right>(right));
  } else {
    return std::invoke(combine, left, right);
  }
}

/// Both kinds of scan.
template <class Worker, class Iterator, class Out, class Combine, class Stop>
Out scan_blocks(Worker& w, Iterator first, Iterator last, Out out, std::iter_value_t<Iterator>* init,
                Combine& combine, const Stop& stop) {
  using value = std::iter_value_t<Iterator>;
  static_assert(
      !std::is_same_v<Out, std::vector<bool>::iterator>,
      "jackdaw: elements of a std::vector<bool> share words, which several workers cannot write at a time");
  const std::uint64_t count = elements_between(first, last);
  if (count == 0) return out;
  const std::uint64_t size = leaf_size(count);
  const std::uint64_t blocks = leaves_of(size, count);
  const auto end_of = [&](std::uint64_t block) {
    return iterator_at(first, block + 1 == blocks ? count : (block + 1) * size);
  };

  struct place {  // so that neighbours share no word, whatever the type
    value sum;
  };
  std::vector<place> before;  // before[b]: the sum of block b, then that of all up to its end
  before.reserve(blocks);
  for (std::uint64_t b = 0; b < blocks; ++b) before.push_back({*iterator_at(first, b * size)});
  const auto sum_up = [&](std::uint64_t b) {
    value sum = std::move(before[b].sum);
    const Iterator end = end_of(b);
    for (Iterator i = iterator_at(first, b * size + 1); i != end && !stop.stop_requested(); ++i)
      sum = combined<value>(combine, sum, *i);
    before[b].sum = std::move(sum);
  };
  parallel_for(w, std::uint64_t{0}, blocks - 1, sum_up, stop);
  if (init != nullptr && blocks > 1 && !stop.stop_requested())
    before[0].sum = combined_after(combine, *init, std::move(before[0].sum));
  for (std::size_t b = 1; b + 1 < before.size() && !stop.stop_requested(); ++b)
    before[b].sum = combined_after(combine, before[b - 1].sum, std::move(before[b].sum));
  const auto scan = [&](std::uint64_t b) {
    value* const left = b != 0 ? &before[b - 1].sum : init;
    Iterator i = iterator_at(first, b * size);
    const Iterator end = end_of(b);
    Out to = iterator_at(out, b * size);
    if (init != nullptr) {
      value sum = *left;
      for (; i != end && !stop.stop_requested(); ++i, ++to) {
        value next = combined_after(combine, sum, *i);  // before the write: out may be first
        *to = std::move(sum);
        sum = std::move(next);
      }
      return;
    }
    value sum = *i;
    if (left != nullptr) sum = combined_after(combine, *left, std::move(sum));
    *to = sum;
    for (++i, ++to; i != end && !stop.stop_requested(); ++i, ++to) {
      sum = combined<value>(combine, sum, *i);
      *to = sum;
    }
  };
  parallel_for(w, std::uint64_t{0}, blocks, scan, stop);
  if (stop.stop_requested()) return out;
  return iterator_at(out, count);
}

}  // namespace fork_join

/// Writes to out[i] the combination of the elements from `first` up to and with the i-th; returns the end of
/// what was written. combine(a, b) takes two results of neighbouring parts, left one first, and must be
/// associative up to rounding.
///     parallel_scan(w, lengths.begin(), lengths.end(), ends.begin());  // ends[i] = lengths[0] + … + lengths[i]
///
/// `out` may be `first`, but must not overlap the range otherwise. Not for short ranges: combine is called
/// twice for each element. Deterministic as parallel_reduce. `stop`: a std::stop_token that is looked at before
/// each element. Once it has asked to stop, `out` is returned, and what is written is unspecified, as for
/// exceptions. Cost: memory for about 2000 values. Threads: inside a task, with the worker that was handed to it.
/// Errors: std::bad_alloc, recursion_too_deep, and an exception of combine or of an assignment, after all calls
/// that have begun are over. What is written then is unspecified.
template <fork_join::forking_worker Worker, std::random_access_iterator Iterator,
          std::random_access_iterator Out, class Combine = std::plus<>,
          fork_join::stop_source Stop = fork_join::never_stop>
Out parallel_scan(Worker& w, Iterator first, Iterator last, Out out, Combine combine = {},
                  const Stop& stop = {}) {
  return fork_join::scan_blocks(w, first, last, out, fork_join::no_value<Iterator>, combine, stop);
}

/// The same without the i-th element itself, and with `init` before the first: out[0] is init.
///     parallel_exclusive_scan(w, lengths.begin(), lengths.end(), begins.begin(), 0L);
///
/// Cost: as parallel_scan. Threads: as parallel_scan. Errors: as parallel_scan.
template <fork_join::forking_worker Worker, std::random_access_iterator Iterator,
          std::random_access_iterator Out, class Combine = std::plus<>,
          fork_join::stop_source Stop = fork_join::never_stop>
Out parallel_exclusive_scan(Worker& w, Iterator first, Iterator last, Out out,
                            std::iter_value_t<Iterator> init, Combine combine = {}, const Stop& stop = {}) {
  return fork_join::scan_blocks(w, first, last, out, &init, combine, stop);
}

/// The same from any thread; see join(f, g).
template <std::random_access_iterator Iterator, std::random_access_iterator Out, class Combine = std::plus<>,
          fork_join::stop_source Stop = fork_join::never_stop>
Out parallel_scan(Iterator first, Iterator last, Out out, Combine combine = {}, const Stop& stop = {}) {
  return fork_join::as_worker([&](worker& w) { return parallel_scan(w, first, last, out, combine, stop); });
}

/// The same from any thread; see join(f, g).
template <std::random_access_iterator Iterator, std::random_access_iterator Out, class Combine = std::plus<>,
          fork_join::stop_source Stop = fork_join::never_stop>
Out parallel_exclusive_scan(Iterator first, Iterator last, Out out, std::iter_value_t<Iterator> init,
                            Combine combine = {}, const Stop& stop = {}) {
  return fork_join::as_worker([&](worker& w) {
    return parallel_exclusive_scan(w, first, last, out, std::move(init), combine, stop);
  });
}

}  // namespace jackdaw
