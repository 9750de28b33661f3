// The count on the pool of a cluster: a task for each queen placed above the rows that are filled serially, which may run
// on any rank.
#pragma once

#include <cstdint>
#include <string_view>

#include <jackdaw/cluster/pool/pool.hpp>

#include "apps/nqueens/position.hpp"

namespace jackdaw::apps::nqueens {

/// The same on all ranks, and counted by all.
struct search_anywhere {
  cluster::reduction<std::uint64_t> found;
  std::uint32_t board;
  std::int16_t serial_rows;  ///< so many rows, or fewer, are filled without tasks; at least 1
};

/// Fills the `rows` rows that are left.
struct place_anywhere {
  static constexpr std::string_view name = "place";
  search_anywhere in;
  position from;
  std::int16_t rows;
  std::int16_t weight;

  void operator()(cluster::worker& worker) const {
    if (rows <= in.serial_rows) {
      worker.at(in.found) += static_cast<std::uint64_t>(weight) * count(in.board, from, rows);
      return;
    }
    for (std::uint32_t free = from.free(in.board); free != 0; free &= free - 1)
      worker.put(place_anywhere{in, from.with(first_of(free)), static_cast<std::int16_t>(rows - 1), weight});
  }
};

/// Begins with each place of the first queen; n > 1.
struct place_first {
  static constexpr std::string_view name = "begin";
  search_anywhere in;
  std::int16_t n;

  void operator()(cluster::worker& worker) const {
    for_each_first_queen(n, [&](const position& from, std::int16_t weight) {
      worker.put(place_anywhere{in, from, static_cast<std::int16_t>(n - 1), weight});
    });
  }
};

}  // namespace jackdaw::apps::nqueens
