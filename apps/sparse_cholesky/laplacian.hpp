// Generated matrices: discrete Laplacians on a rectangle and on a cube, whose edges are kept at 0.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "apps/support/sparse/matrix.hpp"

namespace jackdaw::apps::sparse_cholesky {

/// The points of a grid: two or three dimensions, with at most as many points as an int tells.
struct grid {
  int dimensions;
  std::array<int, 3> sides;

  [[nodiscard]] static grid rectangle(int width, int height) { return {2, {width, height, 1}}; }
  [[nodiscard]] static grid square(int side) { return rectangle(side, side); }
  [[nodiscard]] static grid cube(int side) { return {3, {side, side, side}}; }
};

/// The Laplacian on the grid (2 dimensions: five points, 3: seven points). Symmetric and positive definite.
[[nodiscard]] inline sparse::matrix laplacian(const grid& of) {
  sparse::matrix a;
  a.n = of.sides[0] * of.sides[1] * of.sides[2];
  a.start.reserve(static_cast<std::size_t>(a.n) + 1);
  const auto add = [&a](int row, double value) {
    a.row.push_back(row);
    a.value.push_back(value);
  };
  for (int point = 0; point < a.n; ++point) {
    add(point, 2.0 * of.dimensions);
    int along = 1;
    for (const int side : of.sides) {
      if (point / along % side + 1 < side) add(point + along, -1);
      along *= side;
    }
    a.start.push_back(static_cast<int>(a.row.size()));
  }
  return a;
}

/// No ordering on offer makes a factor of fewer entries, by what they make of sides from 24 up to 512: known before
/// the matrix is made, which may take minutes and gigabytes. Of a rectangle by the squares that lie in it.
[[nodiscard]] inline double least_factor_entries(const grid& of) {
  const int shortest = std::min(of.sides[0], of.sides[1]);
  const double n = shortest;
  if (of.dimensions == 2) {
    const int squares = std::max(of.sides[0], of.sides[1]) / shortest;
    return squares * n * n * std::max(1.0, 3.9 * std::log2(n) - 9);
  }
  return n * n * n * (shortest < 8 ? 1 : shortest < 24 ? 2 * n : 4 * n);
}

}  // namespace jackdaw::apps::sparse_cholesky
