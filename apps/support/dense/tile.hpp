// A rectangle of a matrix of doubles that is stored column by column, as BLAS and LAPACK have it.
#pragma once

#include <cstddef>
#include <utility>

#include "apps/support/work/parts.hpp"

namespace jackdaw::apps {

/// The owner of the numbers makes sure that they outlive the tile.
struct tile {
  double* first = nullptr;  ///< upper left
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t stride = 0;  ///< from a column to the next one, in doubles

  [[nodiscard]] double& at(std::size_t row, std::size_t column) const { return first[row + column * stride]; }

  [[nodiscard]] tile part(std::size_t row, std::size_t column, std::size_t height, std::size_t width) const {
    return {first + row + column * stride, height, width, stride};
  }
  [[nodiscard]] std::pair<tile, tile> cut_below(std::size_t row) const {
    return {part(0, 0, row, columns), part(row, 0, rows - row, columns)};
  }
  [[nodiscard]] std::pair<tile, tile> cut_beside(std::size_t column) const {
    return {part(0, 0, rows, column), part(0, column, rows, columns - column)};
  }
};

/// About the middle, at a whole number of blocks; `length` is more than `block`.
[[nodiscard]] inline std::size_t middle(std::size_t length, std::size_t block) {
  return block * (parts(length, block) / 2);
}

}  // namespace jackdaw::apps
