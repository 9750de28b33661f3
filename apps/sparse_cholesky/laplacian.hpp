// Generated matrices: discrete Laplacians on a square and on a cube, whose edges are kept at 0.
#pragma once

#include <array>
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

}  // namespace jackdaw::apps::sparse_cholesky
