// parallel_reduce: maps every index and combines the results, the same bits in every run.
//
// The tree of combinations depends on the number of elements alone: leaves of leaf_size(n) elements from left
// to right, halves above. So floating-point sums are the same for any number of workers and any schedule. Sums and
// products of integers are so in any tree: theirs are parallel/exact_reduction.hpp, where there are more elements than
// leaves.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

#include <jackdaw/base/threads/float_environment.hpp>
#include <jackdaw/fork_join/depth.hpp>
#include <jackdaw/fork_join/stopping.hpp>
#include <jackdaw/parallel/early_end.hpp>
#include <jackdaw/parallel/exact_reduction.hpp>
#include <jackdaw/parallel/parallel_for.hpp>

namespace jackdaw {

namespace fork_join {

/// How many elements of `count` are combined one after the other: about 2000 leaves whatever the count. So a join is
/// cheap next to a leaf of a long range, and a short range of expensive elements is divided to the end.
[[nodiscard]] constexpr std::uint64_t leaf_size(std::uint64_t count) noexcept {
  constexpr std::uint64_t leaves = 2048;
  return count <= leaves ? 1 : (count - 1) / leaves + 1;
}

/// How many leaves of `size` elements `count` of them make, at least one.
[[nodiscard]] constexpr std::uint64_t leaves_of(std::uint64_t size, std::uint64_t count) noexcept {
  return (count - 1) / size + 1;
}

/// The combination of `left`, which is not used afterwards, and `right`. An operation that takes no rvalues, since it
/// takes references to what it may change, gets lvalues.
template <class T, class Combine, class Right>
T combined(Combine& combine, T& left, Right&& right) {
  if constexpr (is_exact<std::remove_cvref_t<Combine>, T>) {
    return exact_operation<std::remove_cvref_t<Combine>, T>::combined(left, right);
  } else if constexpr (std::is_invocable_v<Combine&, T, Right>) {
    return std::invoke(combine, std::move(left), std::forward<Right>(right));
  } else {
    return std::invoke(combine, left, right);
  }
}

/// How the leaves of one reduction are made and combined. `end`: an early_end.
template <class Leaf, class Combine, class End>
struct reduction_tree {
  Leaf& leaf;
  Combine& combine;
  End& end;
  base::float_environment environment = base::float_environment::here();  ///< how the caller computes
};

template <class T, class Worker, class Tree>
T combine_leaves(Worker& w, const Tree& tree, std::uint64_t first, std::uint64_t last);

/// The same, executed as a task (splitting.hpp: run_taken): as the caller computes.
template <class T, class Worker, class Tree>
[[gnu::noinline, gnu::cold]] T combine_taken_leaves(Worker& w, const Tree& tree, std::uint64_t first,
                                                    std::uint64_t last) {
  const base::float_environment_scope as_caller(tree.environment);
  return combine_leaves<T>(w, tree, first, last);
}

/// The combination of leaves [first, last), at least one. Its branches capture one word: frames are small.
template <class T, class Worker, class Tree>
T combine_leaves(Worker& w, const Tree& tree, std::uint64_t first, std::uint64_t last) {
  if (last - first == 1) return tree.leaf(w, first);
  struct {
    const Tree& tree;
    std::uint64_t first, middle, last;
  } const part{tree, first, first + (last - first) / 2, last};
  auto [left, right] = join(
      w, [&part](Worker& v) { return combine_leaves<T>(v, part.tree, part.first, part.middle); },
      either_way(
          part, [](auto& p, Worker& v) { return combine_leaves<T>(v, p.tree, p.middle, p.last); },
          [](auto& p, Worker& v) { return combine_taken_leaves<T>(v, p.tree, p.middle, p.last); }));
  try {
    return combined<T>(tree.combine, left, std::move(right));
  } catch (...) {
    tree.end.report();
    throw;
  }
}

/// How many elements of a leaf are combined before a look whether another part has thrown.
inline constexpr std::uint64_t between_looks = 256;

/// The combination of value(worker, offset) for the offsets from 0 up to, but without, `count`.
template <class T, class Worker, class Value, class Combine, class Stop>
T reduce_offsets(Worker& w, std::uint64_t count, const T& identity, const Value& value, Combine& combine,
                 const Stop& stop) {
  early_end<Stop> end(stop);
  const auto row = [&](Worker& v, std::uint64_t first, std::uint64_t last)
                       __attribute__((noinline)) -> T {  // small frames above it
    if constexpr (!std::is_same_v<Stop, never_stop>) {
      if (stop.stop_requested()) return identity;
    }
    if (end.has_thrown()) [[unlikely]]
      throw left_out();
    try {
      T sum = value(v, first);
      for (std::uint64_t i = first + 1; i != last && !stop.stop_requested();) {
        if (end.has_thrown()) [[unlikely]]
          throw left_out();
        const std::uint64_t until = last - i > between_looks ? i + between_looks : last;
        for (; i != until && !stop.stop_requested(); ++i) sum = combined<T>(combine, sum, value(v, i));
      }
      return sum;
    } catch (const left_out&) { throw; } catch (...) {
      end.report();
      throw;
    }
  };
  try {
    const std::uint64_t size = leaf_size(count);
    if constexpr (is_exact<std::remove_cvref_t<Combine>, T>) {
      if (size > 1) return exact_result<exact_operation<std::remove_cvref_t<Combine>, T>>(w, count, row, end);
    }
    const auto leaf = [&row, size, count](Worker& v, std::uint64_t number) {
      const std::uint64_t first = number * size;
      return row(v, first, count - first < size ? count : first + size);
    };
    const reduction_tree<decltype(leaf), Combine, early_end<Stop>> tree{leaf, combine, end};
    return combine_leaves<T>(w, tree, 0, leaves_of(size, count));
  } catch (const left_out&) { end.rethrow(); }
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
/// map takes an index, with the worker by reference before it or not. combine(a, b) takes two results of neighbouring
/// parts, left one first, and must be associative up to rounding; it need not be commutative.
///     const double sum = parallel_reduce(w, 0, n, 0.0, [&](int i) { return x[i] * y[i]; }, std::plus<>());
///
/// Deterministic: the same bits for any number of workers and in every run, as long as map and combine are. All of it
/// is computed in the floating-point environment of the caller (rounding, denormal numbers).
/// They are not the bits of a plain loop. `identity` must be neutral; it is returned for an empty range, and
/// otherwise only gives the result its type, which must be movable. `stop`: a std::stop_token that is looked at
/// before each call of map. Once it asks to stop, no further calls begin, and the result combines those that
/// have been made, in order. identity, which must be copyable then, stands for the others. Cost: a join for each
/// of about 2000 leaves, whatever the length; leaves are not divided. Sums and products of integers, by std::plus and
/// std::multiplies, cost as a loop does instead, from 2049 elements on. They wrap. No memory. Threads: as parallel_for.
/// Errors: as parallel_for, of map and combine. Once one has thrown, no further leaves begin.
template <fork_join::forking_worker Worker, class First, class Last, class T, class Map, class Combine,
          fork_join::stop_source Stop = fork_join::never_stop>
  requires fork_join::index_range<First, Last>
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

/// The same from a constant up to an unsigned number (see parallel_for).
template <fork_join::forking_worker Worker, std::unsigned_integral Last, class T, class Map, class Combine,
          fork_join::stop_source Stop = fork_join::never_stop>
[[nodiscard]] T parallel_reduce(Worker& w, fork_join::constant_index first, Last last, T identity, Map&& map,
                                Combine&& combine, const Stop& stop = {}) {
  return parallel_reduce(w, static_cast<Last>(first.value), last, std::move(identity), map, combine, stop);
}

/// The same for the elements from iterator `first` to iterator `last`: map(element) or map(worker&, element).
/// Errors: std::length_error, too, for 2^64 elements and more.
template <fork_join::forking_worker Worker, std::random_access_iterator Iterator, class T, class Map,
          class Combine, fork_join::stop_source Stop = fork_join::never_stop>
[[nodiscard]] T parallel_reduce(Worker& w, Iterator first, Iterator last, T identity, Map&& map,
                                Combine&& combine, const Stop& stop = {}) {
  const std::uint64_t count = fork_join::elements_between(first, last);
  fork_join::require_stack(w);
  if (count == 0) return identity;
  const auto value = [&map, first](Worker& v, std::uint64_t offset) -> T {
    return fork_join::mapped<T>(map, v, *fork_join::iterator_at(first, offset));
  };
  return fork_join::reduce_offsets<T>(w, count, identity, value, combine, stop);
}

/// The same for the elements of a range.
template <fork_join::forking_worker Worker, fork_join::sized_random_access_range Range, class T, class Map,
          class Combine, fork_join::stop_source Stop = fork_join::never_stop>
[[nodiscard]] T parallel_reduce(Worker& w, Range&& range, T identity, Map&& map, Combine&& combine,
                                const Stop& stop = {}) {
  const auto first = std::ranges::begin(range);
  return parallel_reduce(w, first, first + std::ranges::distance(range), std::move(identity), map, combine,
                         stop);
}

// ---- from any thread; see join(f, g) ----

/// parallel_reduce without a worker at hand: indices.
template <class First, class Last, class T, class Map, class Combine,
          fork_join::stop_source Stop = fork_join::never_stop>
  requires fork_join::index_range<First, Last>
[[nodiscard]] T parallel_reduce(First first, Last last, T identity, Map&& map, Combine&& combine,
                                const Stop& stop = {}) {
  return fork_join::as_worker(
      [&](worker& w) { return parallel_reduce(w, first, last, std::move(identity), map, combine, stop); });
}

/// The same from a constant up to an unsigned number.
template <std::unsigned_integral Last, class T, class Map, class Combine,
          fork_join::stop_source Stop = fork_join::never_stop>
[[nodiscard]] T parallel_reduce(fork_join::constant_index first, Last last, T identity, Map&& map,
                                Combine&& combine, const Stop& stop = {}) {
  return parallel_reduce(static_cast<Last>(first.value), last, std::move(identity), map, combine, stop);
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
template <fork_join::sized_random_access_range Range, class T, class Map, class Combine,
          fork_join::stop_source Stop = fork_join::never_stop>
[[nodiscard]] T parallel_reduce(Range&& range, T identity, Map&& map, Combine&& combine,
                                const Stop& stop = {}) {
  return fork_join::as_worker(
      [&](worker& w) { return parallel_reduce(w, range, std::move(identity), map, combine, stop); });
}

// ---- what cannot be (parallel/refusal.hpp) ----

template <class... Arguments>
  requires fork_join::no_reduction<Arguments...>
fork_join::refused_result parallel_reduce(Arguments&&...) {
  fork_join::refuse<fork_join::refused_reduction<Arguments...>::value>();
  return {};
}

}  // namespace jackdaw
