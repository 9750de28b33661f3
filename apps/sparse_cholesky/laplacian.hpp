// Generated matrices: discrete Laplacians on a square and on a cube, whose edges are kept at 0.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "apps/support/sparse/matrix.hpp"

namespace jackdaw::apps::sparse_cholesky {

/// The Laplacian of side^dimensions points (2: five points, 3: seven points), which must be an int's. Symmetric
/// and positive definite.
[[nodiscard]] inline sparse::matrix laplacian(int side, int dimensions) {
  const std::array<int, 3> stride{1, side, side * side};
  sparse::matrix a;
  a.n = dimensions == 2 ? side * side : side * side * side;
  a.start.reserve(static_cast<std::size_t>(a.n) + 1);
  const auto add = [&a](int row, double value) {
    a.row.push_back(row);
    a.value.push_back(value);
  };
  for (int point = 0; point < a.n; ++point) {
    add(point, 2.0 * dimensions);
    for (int d = 0; d < dimensions; ++d) {
      const int along = stride[static_cast<std::size_t>(d)];
      if (point / along % side + 1 < side) add(point + along, -1);
    }
    a.start.push_back(static_cast<int>(a.row.size()));
  }
  return a;
}

/// No ordering on offer makes a factor of fewer entries, by what they make of sides from 24 up to 512: known before
/// the matrix is made, which may take minutes and gigabytes.
[[nodiscard]] inline double least_factor_entries(int side, int dimensions) {
  const double n = side;
  if (dimensions == 2) return n * n * std::max(1.0, 3.9 * std::log2(n) - 9);
  return n * n * n * (side < 8 ? 1 : side < 24 ? 2 * n : 4 * n);
}

}  // namespace jackdaw::apps::sparse_cholesky
