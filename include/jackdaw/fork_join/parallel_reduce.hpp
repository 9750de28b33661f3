// parallel_reduce: maps every index and combines the results, the same bits in every run.
//
// The tree of combinations depends on the number of elements alone: leaves of leaf_size(n) elements from left
// to right, halves above. So floating-point sums are the same for any number of workers and any schedule.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <iterator>
#include <ranges>
#include <type_traits>
#include <utility>

#include <jackdaw/base/float_environment.hpp>
#include <jackdaw/fork_join/depth.hpp>
#include <jackdaw/fork_join/parallel_for.hpp>
#include <jackdaw/fork_join/stopping.hpp>

namespace jackdaw {

namespace fork_join {

/// How many elements of `count` are combined one after the other: about 2000 leaves whatever the count, so
/// that a join is cheap next to a leaf of a long range, and a short range of dear elements is divided to the
/// end.
[[nodiscard]] constexpr std::uint64_t leaf_size(std::uint64_t count) noexcept {
  constexpr std::uint64_t leaves = 2048;
  return count <= leaves ? 1 : (count + leaves - 1) / leaves;
}

template <class T, class Worker, class Leaf, class Combine>
T combine_leaves(Worker& w, std::uint64_t first, std::uint64_t last, Leaf& leaf, Combine& combine);

/// The same on a worker that has taken them from another one: it computes as that one does.
template <class T, class Worker, class Leaf, class Combine>
[[gnu::noinline, gnu::cold]] T combine_taken_leaves(Worker& w, std::uint64_t first, std::uint64_t last,
                                                    Leaf& leaf, Combine& combine) {
  const base::float_environment_scope as_caller(leaf.environment);
  return combine_leaves<T>(w, first, last, leaf, combine);
}

/// The combination of leaves [first, last), at least one; leaf(worker, number) makes one.
template <class T, class Worker, class Leaf, class Combine>
T combine_leaves(Worker& w, std::uint64_t first, std::uint64_t last, Leaf& leaf, Combine& combine) {
  if (last - first == 1) return leaf(w, first);
  const std::uint64_t middle = first + (last - first) / 2;
  auto [left, right] = join(
      w, [&](Worker& v) { return combine_leaves<T>(v, first, middle, leaf, combine); },
      [&](Worker& v) {
        if (&v != &w) [[unlikely]]
          return combine_taken_leaves<T>(v, middle, last, leaf, combine);
        return combine_leaves<T>(v, middle, last, leaf, combine);
      });
  return std::invoke(combine, std::move(left), std::move(right));
}

/// Makes leaves, and knows how the caller computes.
template <class Make>
struct leaf_maker {
  Make make;
  base::float_environment environment = base::float_environment::here();
  auto operator()(auto& w, std::uint64_t number) const { return make(w, number); }
};

/// The combination of value(worker, offset) for the offsets from 0 up to, but without, `count`.
template <class T, class Worker, class Value, class Combine, class Stop>
T reduce_offsets(Worker& w, std::uint64_t count, const T& identity, const Value& value, Combine& combine,
                 const Stop& stop) {
  const std::uint64_t size = leaf_size(count);
  const auto make = [&](Worker& v, std::uint64_t number) -> T {
    const std::uint64_t begin = number * size;
    const std::uint64_t end = count - begin < size ? count : begin + size;
    if constexpr (!std::is_same_v<Stop, never_stop>) {
      if (stop.stop_requested()) return identity;
    }
    T sum = value(v, begin);
    for (std::uint64_t i = begin + 1; i != end && !stop.stop_requested(); ++i)
      sum = std::invoke(combine, std::move(sum), value(v, i));
    return sum;
  };
  const leaf_maker<decltype(make)> leaf{make};
  return combine_leaves<T>(w, 0, (count + size - 1) / size, leaf, combine);
}

/// What map makes of `argument`.
template <class T, class Worker, class Map, class Argument>
T mapped(Map& map, Worker& w, Argument&& argument) {
  if constexpr (std::is_invocable_v<Map&, Worker&, Argument>) {
    return std::invoke(map, w, std::forward<Argument>(argument));
  } else {
    return std::invoke(map, std::forward<Argument>(argument));
  }
}

}  // namespace fork_join

/// Combines `map(i)` for the indices from `first` up to, but without, `last`; `identity` when there are none.
/// map takes an index, with the worker by reference before it or not; combine(a, b) takes two results of
/// neighbouring parts, left one first, and must be associative up to rounding; it need not be commutative.
///     const double sum = parallel_reduce(w, 0, n, 0.0, [&](int i) { return x[i] * y[i]; }, std::plus<>());
///
/// Deterministic: the same bits for any number of workers and in every run, as long as map and combine are. All of it
/// is computed in the floating-point environment of the caller (rounding, denormal numbers).
/// They are not the bits of a plain loop. `identity` must be neutral; it is returned for an empty range, and
/// otherwise only gives the result its type, which must be movable. `stop`: a std::stop_token that is looked at
/// before each call of map; once it asks to stop, no further calls begin, and the result combines those that
/// have been made, in order; identity, which must be copyable then, stands for the others. Cost: a join for each
/// of about 2000 leaves, whatever the length, which nobody divides; no memory. Threads, errors: as parallel_for.
template <fork_join::forking_worker Worker, std::integral First, std::integral Last, class T, class Map,
          class Combine, fork_join::stop_source Stop = fork_join::never_stop>
[[nodiscard]] T parallel_reduce(Worker& w, First first, Last last, T identity, Map&& map, Combine&& combine,
                                const Stop& stop = {}) {
  const std::uint64_t count = fork_join::distance_of(first, last);
  fork_join::require_stack(w);
  if (count == 0) return identity;
  const auto origin = static_cast<fork_join::index_of<First, Last>>(first);
  const auto value = [&map, origin](Worker& v, std::uint64_t offset) -> T {
    const auto i = fork_join::index_at(origin, offset);
    return fork_join::mapped<T>(map, v, i);
  };
  return fork_join::reduce_offsets<T>(w, count, identity, value, combine, stop);
}

/// The same for the elements from iterator `first` to iterator `last`: map(element) or map(worker&, element).
template <fork_join::forking_worker Worker, std::random_access_iterator Iterator, class T, class Map,
          class Combine, fork_join::stop_source Stop = fork_join::never_stop>
[[nodiscard]] T parallel_reduce(Worker& w, Iterator first, Iterator last, T identity, Map&& map,
                                Combine&& combine, const Stop& stop = {}) {
  using distance = std::iter_difference_t<Iterator>;
  const std::uint64_t count = fork_join::distance_of(distance{0}, last - first);
  fork_join::require_stack(w);
  if (count == 0) return identity;
  const auto value = [&map, first](Worker& v, std::uint64_t offset) -> T {
    return fork_join::mapped<T>(map, v, *(first + static_cast<distance>(offset)));
  };
  return fork_join::reduce_offsets<T>(w, count, identity, value, combine, stop);
}

/// The same for the elements of a range.
template <fork_join::forking_worker Worker, std::ranges::random_access_range Range, class T, class Map,
          class Combine, fork_join::stop_source Stop = fork_join::never_stop>
  requires std::ranges::sized_range<Range>
[[nodiscard]] T parallel_reduce(Worker& w, Range&& range, T identity, Map&& map, Combine&& combine,
                                const Stop& stop = {}) {
  const auto first = std::ranges::begin(range);
  return parallel_reduce(w, first, first + std::ranges::distance(range), std::move(identity), map, combine,
                         stop);
}

// ---- from any thread; see join(f, g) ----

/// parallel_reduce without a worker at hand: indices.
template <std::integral First, std::integral Last, class T, class Map, class Combine,
          fork_join::stop_source Stop = fork_join::never_stop>
[[nodiscard]] T parallel_reduce(First first, Last last, T identity, Map&& map, Combine&& combine,
                                const Stop& stop = {}) {
  return fork_join::as_worker(
      [&](worker& w) { return parallel_reduce(w, first, last, std::move(identity), map, combine, stop); });
}

/// parallel_reduce without a worker at hand: iterators.
template <std::random_access_iterator Iterator, class T, class Map, class Combine,
          fork_join::stop_source Stop = fork_join::never_stop>
[[nodiscard]] T parallel_reduce(Iterator first, Iterator last, T identity, Map&& map, Combine&& combine,
                                const Stop& stop = {}) {
  return fork_join::as_worker(
      [&](worker& w) { return parallel_reduce(w, first, last, std::move(identity), map, combine, stop); });
}

/// parallel_reduce without a worker at hand: a range.
template <std::ranges::random_access_range Range, class T, class Map, class Combine,
          fork_join::stop_source Stop = fork_join::never_stop>
  requires std::ranges::sized_range<Range>
[[nodiscard]] T parallel_reduce(Range&& range, T identity, Map&& map, Combine&& combine,
                                const Stop& stop = {}) {
  return fork_join::as_worker(
      [&](worker& w) { return parallel_reduce(w, range, std::move(identity), map, combine, stop); });
}

}  // namespace jackdaw
