// parallel_scan and parallel_exclusive_scan: all prefix sums, the same bits in every run.
//
// How: parallel/block_scan.hpp.
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
#include <jackdaw/parallel/block_scan.hpp>

namespace jackdaw {

namespace fork_join {

/// Nothing comes before the first element: the scan is inclusive.
template <class Iterator>
inline constexpr std::iter_value_t<Iterator>* no_value = nullptr;

/// Both kinds of scan.
template <class Worker, class Iterator, class Out, class Combine, class Stop>
Out scan_blocks(Worker& w, Iterator first, Iterator last, Out out, std::iter_value_t<Iterator>* init,
                Combine& combine, const Stop& stop) {
  static_assert(
      !std::is_same_v<Out, std::vector<bool>::iterator>,
      "jackdaw: elements of a std::vector<bool> share words, which several workers cannot write at a time");
  const std::uint64_t count = elements_between(first, last);
  if (count == 0) return out;
  block_scan<Iterator, Out, Combine, Stop>(first, count, out, init, combine, stop).run(w);
  return stop.stop_requested() ? out : iterator_at(out, count);
}

}  // namespace fork_join

/// Writes to out[i] the combination of the elements from `first` up to and with the i-th; returns the end of
/// what was written. combine(a, b) takes two results of neighbouring parts, left one first, and must be
/// associative up to rounding.
///     parallel_scan(w, lengths.begin(), lengths.end(), ends.begin());  // ends[i] = lengths[0] + … + lengths[i]
///
/// `out` may be `first`, but must not overlap the range otherwise. Not for short ranges: combine is called
/// twice for each element, once at best for sums and products of integers. Deterministic as parallel_reduce. `stop`: a
/// std::stop_token that is looked at before each element. Once it has asked to stop, `out` is returned, and what is
/// written is unspecified, as for exceptions. Cost: memory for about 1000 values, or one for 8192 elements of a long
/// range; that is read from memory once, as a rule. Threads: inside a task, with the worker that was handed to it.
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
