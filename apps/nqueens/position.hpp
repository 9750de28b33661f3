// Queens in the first rows of a board, as bits: which columns of the next row are attacked.
#pragma once

#include <bit>
#include <cstdint>

namespace jackdaw::apps::nqueens {

struct position {
  std::uint32_t columns = 0;  ///< that have a queen
  std::uint32_t left = 0;     ///< attacked in the next row along diagonals to the left
  std::uint32_t right = 0;    ///< the same to the right

  [[nodiscard]] std::uint32_t free(std::uint32_t board) const noexcept {
    return board & ~(columns | left | right);
  }
  /// With a queen (one bit) in the next row.
  [[nodiscard]] position with(std::uint32_t queen) const noexcept {
    return {columns | queen, (left | queen) << 1, (right | queen) >> 1};
  }
};

/// The columns of a board of n × n.
[[nodiscard]] constexpr std::uint32_t board_of(int n) { return (1U << n) - 1; }

[[nodiscard]] constexpr std::uint32_t first_of(std::uint32_t bits) { return bits & (~bits + 1); }

/// Ways to fill the other rows, `rows` of them, at least one.
[[nodiscard]] inline std::uint64_t count(std::uint32_t board, const position& from, int rows) {
  std::uint32_t free = from.free(board);
  if (rows == 1) return static_cast<std::uint64_t>(std::popcount(free));
  std::uint64_t found = 0;
  for (; free != 0; free &= free - 1) found += count(board, from.with(first_of(free)), rows - 1);
  return found;
}

/// Ways to place all queens are counted with the first one in the left half only, and doubled: the other
/// half are their mirror images. Calls `visit(position, weight)` for each place of the first queen; n > 1.
template <class Visit>
void for_each_first_queen(int n, Visit&& visit) {
  for (int column = 0; column < n / 2; ++column) visit(position{}.with(1U << column), 2);
  if (n % 2 == 1) visit(position{}.with(1U << (n / 2)), 1);
}

/// The serial reference.
[[nodiscard]] inline std::uint64_t count_all(int n) {
  if (n == 1) return 1;
  std::uint64_t found = 0;
  for_each_first_queen(
      n, [&](const position& from, unsigned weight) { found += weight * count(board_of(n), from, n - 1); });
  return found;
}

}  // namespace jackdaw::apps::nqueens
