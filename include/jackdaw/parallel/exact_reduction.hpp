// Sums and products of integers: whatever the grouping, the result is the same to the last bit.
//
// So the parts of such a reduction are chosen by need, as those of a loop are (parallel/splitting.hpp): chunks of some
// microseconds, which the compiler sees as a loop. parallel_reduce has leaves of a fixed size for all others.
// Invariants
//   ER-I1  each offset is in exactly one part, and parts are combined in their order.
//   ER-I2  little is hidden. While a worker is inside a call of a row, at most the rest of its chunk is in no task:
//          a 32nd of all offsets. When the row is over, a thief that requests work gets half of that rest. A row is
//          as many as took 0.1 us before, 1024 at most.
// Callers: reduce_offsets (parallel/parallel_reduce.hpp). Cost: as split_by_need, a look for requests a row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

#include <jackdaw/base/threads/float_environment.hpp>
#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/parallel/splitting.hpp>

namespace jackdaw::fork_join {

/// Whether it does not matter how the elements are grouped, to the last bit.
template <class Combine, class T>
inline constexpr bool is_exact =
    std::is_integral_v<T> && !std::is_same_v<T, bool> &&
    (std::is_same_v<Combine, std::plus<>> || std::is_same_v<Combine, std::plus<T>> ||
     std::is_same_v<Combine, std::multiplies<>> || std::is_same_v<Combine, std::multiplies<T>>);

/// The combination of `left`, which is not used afterwards, and `right`. An operation that takes no rvalues, since it
/// takes references to what it may change, gets lvalues.
template <class T, class Combine, class Right>
T combined(Combine& combine, T& left, Right&& right) {
  if constexpr (std::is_invocable_v<Combine&, T, Right>) {
    return std::invoke(combine, std::move(left), std::forward<Right>(right));
  } else {
    return std::invoke(combine, left, right);
  }
}

/// What the parts of one reduction share: sum(worker, first, last) of a row of offsets.
template <class Sum, class Combine>
struct exact_reduction {
  Sum& sum;
  Combine& combine;
  std::uint64_t longest_chunk;
  base::float_environment environment = base::float_environment::here();  ///< how the caller computes
};

template <class T, class Worker, class Reduction>
T exact_part(Worker& w, const Reduction& of, loop_view& own, std::uint64_t first, std::uint64_t last);

/// On a worker that has taken it from another one, which says where to start.
template <class T, class Worker, class Reduction>
[[gnu::noinline, gnu::cold]] T taken_exact_part(Worker& w, const Reduction& of, std::uint64_t start,
                                                std::uint64_t first, std::uint64_t last) {
  const base::float_environment_scope as_caller(of.environment);
  loop_view own{chunk_size(start), w.place()};
  return exact_part<T>(w, of, own, first, last);
}

/// In halves, of which the further one is offered.
template <class T, class Worker, class Reduction>
T exact_halves(Worker& w, const Reduction& of, loop_view& own, std::uint64_t first, std::uint64_t last) {
  struct {
    const Reduction& of;
    loop_view& own;
    std::uint64_t first, middle, last, start;
  } const part{of, own, first, first + (last - first) / 2, last, own.chunk.elsewhere()};
  auto [left, right] = join(
      w, [&part](Worker& v) { return exact_part<T>(v, part.of, part.own, part.first, part.middle); },
      [&part](Worker& v) {
        if (v.place() != part.own.worker) [[unlikely]]
          return taken_exact_part<T>(v, part.of, part.start, part.middle, part.last);
        return exact_part<T>(v, part.of, part.own, part.middle, part.last);
      });
  return combined<T>(of.combine, left, std::move(right));
}

/// As one chunk, until work is requested.
template <class T, class Worker, class Reduction>
[[gnu::noinline]] T exact_chunk(Worker& w, const Reduction& of, loop_view& own, std::uint64_t first,
                                std::uint64_t last) {
  const std::uint64_t row = own.chunk.row(1024);
  std::uint64_t i = last - first > row ? first + row : last;
  T sum = of.sum(w, first, i);
  while (i != last && !w.own().deque.work_requested()) {
    const std::uint64_t end = last - i > row ? i + row : last;
    sum = combined<T>(of.combine, sum, of.sum(w, i, end));
    i = end;
  }
  own.chunk.learn(i - first);
  if (i == last) return sum;
  return combined<T>(of.combine, sum,
                     last - i > 1 ? exact_halves<T>(w, of, own, i, last) : of.sum(w, i, last));
}

/// Offsets [first, last), at least one; `own` belongs to worker `w`.
template <class T, class Worker, class Reduction>
T exact_part(Worker& w, const Reduction& of, loop_view& own, std::uint64_t first, std::uint64_t last) {
  if (last - first <= std::min(own.chunk.pieces(), of.longest_chunk))
    return exact_chunk<T>(w, of, own, first, last);
  return exact_halves<T>(w, of, own, first, last);
}

/// All `count` offsets, at least 32.
template <class T, class Worker, class Sum, class Combine>
T exact_sum(Worker& w, std::uint64_t count, Sum& sum, Combine& combine) {
  const exact_reduction<Sum, Combine> of{sum, combine, count / 32};
  loop_view own{chunk_size(1), w.place()};
  return exact_part<T>(w, of, own, 0, count);
}

}  // namespace jackdaw::fork_join
