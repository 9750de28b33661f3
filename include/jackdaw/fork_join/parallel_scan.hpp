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
#include <utility>
#include <vector>

#include <jackdaw/fork_join/parallel_reduce.hpp>
#include <jackdaw/fork_join/stopping.hpp>

namespace jackdaw {

namespace fork_join {

/// Nothing comes before the first element: the scan is inclusive.
template <class Iterator>
inline constexpr const std::iter_value_t<Iterator>* no_value = nullptr;

/// Both kinds of scan.
template <class Worker, class Iterator, class Out, class Combine, class Stop>
Out scan_blocks(Worker& w, Iterator first, Iterator last, Out out, const std::iter_value_t<Iterator>* init,
                Combine& combine, const Stop& stop) {
  using value = std::iter_value_t<Iterator>;
  using distance = std::iter_difference_t<Iterator>;
  using out_distance = std::iter_difference_t<Out>;
  if (first == last) return out;
  const distance count = last - first;
  const auto size = static_cast<distance>(leaf_size(static_cast<std::uint64_t>(count)));
  const distance blocks = (count + size - 1) / size;
  const auto end_of = [&](distance block) { return block + 1 == blocks ? count : (block + 1) * size; };

  std::vector<value> before;  // before[b]: the sum of block b, then that of all up to its end
  before.reserve(static_cast<std::size_t>(blocks));
  for (distance b = 0; b < blocks; ++b) before.push_back(first[b * size]);
  const auto sum_up = [&](distance b) {
    value& place = before[static_cast<std::size_t>(b)];
    value sum = std::move(place);
    const Iterator end = first + end_of(b);
    for (Iterator i = first + (b * size + 1); i != end && !stop.stop_requested(); ++i)
      sum = std::invoke(combine, std::move(sum), *i);
    place = std::move(sum);
  };
  parallel_for(w, distance{0}, blocks - 1, sum_up, stop);
  if (init != nullptr && blocks > 1 && !stop.stop_requested())
    before[0] = std::invoke(combine, *init, std::move(before[0]));
  for (std::size_t b = 1; b + 1 < before.size() && !stop.stop_requested(); ++b) {
    before[b] = std::invoke(combine, std::as_const(before[b - 1]), std::move(before[b]));
  }
  const auto scan = [&](distance b) {
    const value* const left = b != 0 ? &before[static_cast<std::size_t>(b) - 1] : init;
    Iterator i = first + b * size;
    const Iterator end = first + end_of(b);
    Out to = out + static_cast<out_distance>(b * size);
    if (init != nullptr) {
      value sum = *left;
      for (; i != end && !stop.stop_requested(); ++i, ++to) {
        value next = std::invoke(combine, std::as_const(sum), *i);  // before the write: out may be first
        *to = std::move(sum);
        sum = std::move(next);
      }
      return;
    }
    value sum = *i;
    if (left != nullptr) sum = std::invoke(combine, *left, std::move(sum));
    *to = sum;
    for (++i, ++to; i != end && !stop.stop_requested(); ++i, ++to) {
      sum = std::invoke(combine, std::move(sum), *i);
      *to = sum;
    }
  };
  parallel_for(w, distance{0}, blocks, scan, stop);
  if (stop.stop_requested()) return out;
  return out + static_cast<out_distance>(count);
}

}  // namespace fork_join

/// Writes to out[i] the combination of the elements from `first` up to and with the i-th; returns the end of
/// what was written. combine(a, b) takes two results of neighbouring parts, left one first, and must be
/// associative up to rounding.
///
/// `out` may be `first`, but must not overlap the range otherwise. Not for short ranges: combine is called
/// twice for each element. Deterministic as parallel_reduce. `stop`: a std::stop_token that is looked at before
/// each element; once it has asked to stop, `out` is returned, and what is written is unspecified, as for
/// exceptions. Cost: memory for about 2000 values. Threads: inside a task, with the worker that was handed to it.
/// Errors: std::bad_alloc, recursion_too_deep, and an exception of combine or of an assignment, after all calls
/// that have begun are over; what is written then is unspecified.
template <fork_join::forking_worker Worker, std::random_access_iterator Iterator,
          std::random_access_iterator Out, class Combine = std::plus<>,
          fork_join::stop_source Stop = fork_join::never_stop>
Out parallel_scan(Worker& w, Iterator first, Iterator last, Out out, Combine combine = {},
                  const Stop& stop = {}) {
  return fork_join::scan_blocks(w, first, last, out, fork_join::no_value<Iterator>, combine, stop);
}

/// The same without the i-th element itself, and with `init` before the first: out[0] is init.
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
