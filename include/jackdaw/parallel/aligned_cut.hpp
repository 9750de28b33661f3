// Where a range is cut: at pieces whose number is a multiple of 16, where that moves a cut by little. A cache line has
// 16 elements of 4 bytes, or 8 of 8. So the vectors of a loop over an array lie as those of a serial loop do. Without
// that they begin one element off, behind a first row of one piece, and many lie across two lines: a fourth slower
// (docs/lab/faces/join.md#loops).
#pragma once

#include <cstdint>

namespace jackdaw::fork_join {

inline constexpr std::uint64_t pieces_of_a_line = 16;

/// Where to end a row or a chunk that begins at `from`: `at`, or a little earlier. It has one piece at least.
[[nodiscard]] constexpr std::uint64_t aligned_cut(std::uint64_t from, std::uint64_t at) noexcept {
  return at - from < pieces_of_a_line ? at : at & ~(pieces_of_a_line - 1);
}

/// The same for two halves, which stay nearly as long as each other.
[[nodiscard]] constexpr std::uint64_t aligned_half(std::uint64_t first, std::uint64_t last) noexcept {
  const std::uint64_t middle = last - (last - first) / 2;
  return middle - first < 16 * pieces_of_a_line ? middle : aligned_cut(first, middle);
}

}  // namespace jackdaw::fork_join
