// All ways to place queens on a board so that none attacks another: a tree search, a task per placed queen.
#pragma once

#include <array>
#include <cstdint>

#include "bench/peers/peer.hpp"

namespace jackdaw::bench::nqueens {

inline constexpr int n = 12;
inline constexpr long solutions = 14'200;
inline constexpr double nodes = 856'189;  ///< positions without an attack, the empty board among them

/// Queens in the first `rows` rows.
struct position {
  std::array<std::int8_t, n> columns{};
  int rows = 0;
};

/// Whether a queen in that column of the next row is attacked by none.
[[nodiscard]] inline bool is_free(const position& from, int column) {
  for (int row = 0; row < from.rows; ++row) {
    const int other = from.columns[static_cast<std::size_t>(row)];
    const int distance = from.rows - row;
    if (other == column || other == column - distance || other == column + distance) return false;
  }
  return true;
}

[[nodiscard]] inline position with_queen(position from, int column) {
  from.columns[static_cast<std::size_t>(from.rows)] = static_cast<std::int8_t>(column);
  ++from.rows;
  return from;
}

/// The measurement of a run, if it is right.
[[nodiscard]] inline measurement checked(long found, double seconds) {
  expect(found, solutions);
  return {seconds, nodes};
}

}  // namespace jackdaw::bench::nqueens
