// Sums and products of integers: whatever the grouping, the result is the same to the last bit.
//
// So such a reduction is divided by need, as a loop is (parallel/splitting.hpp): chunks of some microseconds, in rows
// that the compiler sees as a loop. All others have leaves of a fixed size (parallel/parallel_reduce.hpp).
// Invariants
//   ER-I1  each offset is in exactly one row (OC-I1, parallel/open_chunk.hpp), and what rows give is combined once.
//   ER-I2  little is hidden. While a worker is inside a call, all offsets that have not begun are in tasks that a thief
//          may take, but those of its row. That is as many as took 0.1 us before, 256 and a 256th of all at most.
//   ER-I3  once a call has thrown, or `stop` asks to stop, no further row begins, and nothing is divided any more. A
//          part that is left out is neutral.
// Callers: reduce_offsets (parallel/parallel_reduce.hpp). Cost: as a loop of parallel/splitting.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <type_traits>

#include <jackdaw/base/threads/float_environment.hpp>
#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/parallel/aligned_cut.hpp>
#include <jackdaw/parallel/open_chunk.hpp>
#include <jackdaw/parallel/splitting.hpp>

namespace jackdaw::fork_join {

template <class Combine, class T>
inline constexpr bool is_sum = std::is_same_v<Combine, std::plus<>> || std::is_same_v<Combine, std::plus<T>>;
template <class Combine, class T>
inline constexpr bool is_product =
    std::is_same_v<Combine, std::multiplies<>> || std::is_same_v<Combine, std::multiplies<T>>;

/// Whether it does not matter how the elements are grouped, to the last bit.
template <class Combine, class T>
inline constexpr bool is_exact =
    std::is_integral_v<T> && !std::is_same_v<T, bool> && (is_sum<Combine, T> || is_product<Combine, T>);

/// What such an operation does. It wraps: a part may be out of range where the whole is not.
template <class Combine, class T>
struct exact_operation {
  using value_type = T;
  static constexpr T neutral = is_product<Combine, T> ? 1 : 0;

  [[nodiscard]] static constexpr T combined(T left, T right) noexcept {
    using wide = std::common_type_t<std::make_unsigned_t<T>, unsigned>;
    const auto a = static_cast<wide>(left);
    const auto b = static_cast<wide>(right);
    return static_cast<T>(is_product<Combine, T> ? a * b : a + b);
  }
};

/// What the parts of one reduction share: row(worker, first, last) of some offsets.
template <class Operation, class Row, class End>
struct exact_reduction : Operation {
  exact_reduction(Row& of, const End& at, std::uint64_t longest) : row(of), end(at), longest_row(longest) {}

  Row& row;
  const End& end;  ///< an early_end
  std::uint64_t longest_row;
  base::float_environment environment = base::float_environment::here();  ///< how the caller computes
};

template <class Worker, class Reduction>
typename Reduction::value_type exact_part(Worker& w, const Reduction& of, loop_view& own, std::uint64_t first,
                                          std::uint64_t last);

/// Offsets [first, last), executed as a task (splitting.hpp: run_taken).
template <class Worker, class Reduction>
[[gnu::noinline, gnu::cold]] typename Reduction::value_type taken_exact_part(Worker& w, const Reduction& of,
                                                                             std::uint64_t start,
                                                                             std::uint64_t first,
                                                                             std::uint64_t last) {
  const base::float_environment_scope as_caller(of.environment);
  loop_view own{chunk_size(start), w.place(), last};
  return exact_part(w, of, own, first, last);
}

/// A chunk, which others may take before it has begun.
template <class Worker, class Reduction>
[[gnu::noinline]] typename Reduction::value_type open_exact_chunk(Worker& w, const Reduction& of,
                                                                  loop_view& own, std::uint64_t first,
                                                                  std::uint64_t last) {
  struct {
    open_chunk chunk;
    const Reduction& of;
    loop_view& own;
    std::uint64_t first, last, start;
  } open{open_chunk(first, last), of, own, first, last, own.chunk.elsewhere()};
  const auto [left, right] = join(
      w,
      [&open](Worker& v) {
        const std::uint64_t row = std::min(open.own.chunk.row(), open.of.longest_row);
        const auto row_end = [&](std::uint64_t from) {
          return open.last - from > row ? aligned_cut(from, from + row) : open.last;
        };
        auto sum = Reduction::neutral;
        std::uint64_t i = open.first;
        for (std::uint64_t until = row_end(i);
             i != open.last && !open.of.end.is_over() && open.chunk.begins(i, until); until = row_end(i)) {
          sum = Reduction::combined(sum, open.of.row(v, i, until));
          i = until;
        }
        if (i != open.first) open.own.chunk.learn(i - open.first, i != open.last);
        if (i == open.last) return sum;
        const std::uint64_t end = open.chunk.kept_from(i);
        return i == end ? sum : Reduction::combined(sum, exact_part(v, open.of, open.own, i, end));
      },
      either_way(
          open,
          [](auto& chunk, Worker& v) {
            const std::uint64_t rest = chunk.chunk.take_rest(true);
            return rest == chunk.last ? Reduction::neutral
                                      : exact_part(v, chunk.of, chunk.own, rest, chunk.last);
          },
          [](auto& chunk, Worker& v) {
            const std::uint64_t rest = chunk.chunk.take_rest(v.place() == chunk.own.worker);
            return rest == chunk.last ? Reduction::neutral
                                      : taken_exact_part(v, chunk.of, chunk.start, rest, chunk.last);
          }));
  return Reduction::combined(left, right);
}

/// Offsets [first, last), at least one; `own` belongs to worker `w`.
template <class Worker, class Reduction>
typename Reduction::value_type exact_part(Worker& w, const Reduction& of, loop_view& own, std::uint64_t first,
                                          std::uint64_t last) {
  if (of.end.is_over()) [[unlikely]]
    return Reduction::neutral;  // ER-I3
  if (last - first <= own.chunk.pieces()) {
    if (last - first > 1) return open_exact_chunk(w, of, own, first, last);
    const auto value = of.row(w, first, last);
    own.chunk.learn(1);
    return value;
  }
  struct {
    const Reduction& of;
    loop_view& own;
    std::uint64_t first, middle, last, start;
  } const part{of, own, first, aligned_half(first, last), last, own.chunk.elsewhere()};
  const auto [left, right] = join(
      w, [&part](Worker& v) { return exact_part(v, part.of, part.own, part.first, part.middle); },
      either_way(
          part, [](auto& p, Worker& v) { return exact_part(v, p.of, p.own, p.middle, p.last); },
          [](auto& p, Worker& v) { return taken_exact_part(v, p.of, p.start, p.middle, p.last); }));
  return Reduction::combined(left, right);
}

/// Of all `count` offsets, more than 256.
template <class Operation, class Worker, class Row, class End>
typename Operation::value_type exact_result(Worker& w, std::uint64_t count, Row& row, const End& end) {
  const exact_reduction<Operation, Row, End> of{row, end, count / 256};
  loop_view own{chunk_size(1), w.place(), count};
  return exact_part(w, of, own, 0, count);
}

}  // namespace jackdaw::fork_join
