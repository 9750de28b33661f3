// Both faces: a task, or a branch of a join, for each queen placed above the rows that are filled serially.
#pragma once

#include <cstdint>
#include <string_view>

#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/worker/by_name/any_scheduler.hpp>

#include "apps/nqueens/position.hpp"
#include "apps/support/work/per_worker.hpp"

namespace jackdaw::apps::nqueens {

struct search {
  std::uint32_t board;
  int serial_rows;  ///< so many rows, or fewer, are filled without tasks; at least 1
  per_worker<std::uint64_t>* found;
};

/// The task of the pool face: fills the `rows` rows that are left.
struct place {
  static constexpr std::string_view name = "place";
  const search* in;
  position from;
  std::int16_t rows;
  std::int16_t weight;

  void operator()(any_worker& worker) const {
    if (rows <= in->serial_rows) {
      in->found->of(worker.id()) += static_cast<std::uint64_t>(weight) * count(in->board, from, rows);
      return;
    }
    for (std::uint32_t free = from.free(in->board); free != 0; free &= free - 1)
      worker.put(place{in, from.with(first_of(free)), static_cast<std::int16_t>(rows - 1), weight});
  }
};

template <class Worker>
[[nodiscard]] std::uint64_t count(Worker& w, const search& in, const position& from, int rows);

/// The fork_join face: of the queens in `free`, at least one, the first here and the others beside it.
template <class Worker>
[[nodiscard]] std::uint64_t count_some(Worker& w, const search& in, const position& from, std::uint32_t free,
                                       int rows) {
  const position next = from.with(first_of(free));
  const std::uint32_t others = free & (free - 1);
  if (others == 0) return count(w, in, next, rows - 1);
  const auto [a, b] = join(
      w, [&in, &next, rows](Worker& here) { return count(here, in, next, rows - 1); },
      [&in, &from, others, rows](Worker& here) { return count_some(here, in, from, others, rows); });
  return a + b;
}

template <class Worker>
std::uint64_t count(Worker& w, const search& in, const position& from, int rows) {
  if (rows <= in.serial_rows) return count(in.board, from, rows);
  const std::uint32_t free = from.free(in.board);
  return free == 0 ? 0 : count_some(w, in, from, free, rows);
}

}  // namespace jackdaw::apps::nqueens
