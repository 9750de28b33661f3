// parallel_scan and parallel_exclusive_scan: all prefix sums, the same bits in every run.
//
// How: parallel/block_scan.hpp.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>

#include <jackdaw/fork_join/stopping.hpp>
#include <jackdaw/parallel/block_scan.hpp>

namespace jackdaw {

namespace fork_join {

/// What the sums of an exclusive scan are: what `init` is, where elements convert to it, and else what they are. Where
/// both are numbers, the type that holds both: a scan of doubles that begins with 0 is one of doubles.
template <class Element, class Init>
struct scan_value {
  using type = std::conditional_t<std::is_convertible_v<const Element&, Init>, Init, Element>;
};
template <class Element, class Init>
  requires std::is_arithmetic_v<Element> && std::is_arithmetic_v<Init>
struct scan_value<Element, Init> {
  using type = std::common_type_t<Element, Init>;
};

/// Both kinds of scan. `init`: null where nothing comes before the first element, the scan is inclusive.
template <class T, class Worker, class Iterator, class Out, class Combine, class Stop>
Out scan_blocks(Worker& w, Iterator first, Iterator last, Out out, T* init, Combine& combine,
                const Stop& stop) {
  static_assert(can_be_written_by_several<Out>());
  const std::uint64_t count = elements_between(first, last);
  if (count == 0) return out;
  block_scan<T, Iterator, Out, Combine, Stop>(first, count, out, init, combine, stop).run(w);
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
  return fork_join::scan_blocks<std::iter_value_t<Iterator>>(w, first, last, out, nullptr, combine, stop);
}

/// The same without the i-th element itself, and with `init` before the first: out[0] is init.
///     parallel_exclusive_scan(w, lengths.begin(), lengths.end(), begins.begin(), 0L);
///
/// Sums have the type of `init`, as in std::exclusive_scan, if elements convert to it; else `init` is converted to
/// theirs. Where both are numbers, it is the type that holds both (std::common_type): ints that begin with 0L are
/// summed as longs, doubles that begin with 0 as doubles.
/// Cost: as parallel_scan. Threads: as parallel_scan. Errors: as parallel_scan.
template <fork_join::forking_worker Worker, std::random_access_iterator Iterator,
          std::random_access_iterator Out, class Init = std::iter_value_t<Iterator>,
          class Combine = std::plus<>, fork_join::stop_source Stop = fork_join::never_stop>
Out parallel_exclusive_scan(Worker& w, Iterator first, Iterator last, Out out, Init init,
                            Combine combine = {}, const Stop& stop = {}) {
  using value = typename fork_join::scan_value<std::iter_value_t<Iterator>, Init>::type;
  auto before = static_cast<value>(std::move(init));
  return fork_join::scan_blocks<value>(w, first, last, out, std::addressof(before), combine, stop);
}

/// The same from any thread; see join(f, g).
template <std::random_access_iterator Iterator, std::random_access_iterator Out, class Combine = std::plus<>,
          fork_join::stop_source Stop = fork_join::never_stop>
Out parallel_scan(Iterator first, Iterator last, Out out, Combine combine = {}, const Stop& stop = {}) {
  return fork_join::as_worker([&](worker& w) { return parallel_scan(w, first, last, out, combine, stop); });
}

/// The same from any thread; see join(f, g).
template <std::random_access_iterator Iterator, std::random_access_iterator Out,
          class Init = std::iter_value_t<Iterator>, class Combine = std::plus<>,
          fork_join::stop_source Stop = fork_join::never_stop>
Out parallel_exclusive_scan(Iterator first, Iterator last, Out out, Init init, Combine combine = {},
                            const Stop& stop = {}) {
  return fork_join::as_worker([&](worker& w) {
    return parallel_exclusive_scan(w, first, last, out, std::move(init), combine, stop);
  });
}

}  // namespace jackdaw
