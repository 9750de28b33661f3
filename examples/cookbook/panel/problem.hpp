// LU factorization in tiles, without pivoting.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

struct problem {
  static constexpr std::size_t tiles = 10;  // along each side
  static constexpr std::size_t width = 24;  // of a tile
  using tile = std::array<std::array<double, width>, width>;

  /// L and U of a tile, in its place.
  static void factor(tile& a) {
    for (std::size_t k = 0; k < width; ++k) {
      for (std::size_t i = k + 1; i < width; ++i) {
        a[i][k] /= a[k][k];
        for (std::size_t j = k + 1; j < width; ++j) a[i][j] -= a[i][k] * a[k][j];
      }
    }
  }
  /// A tile below: of L.
  static void solve_column(const tile& diagonal, tile& a) {
    for (std::size_t i = 0; i < width; ++i) {
      for (std::size_t k = 0; k < width; ++k) {
        for (std::size_t j = 0; j < k; ++j) a[i][k] -= a[i][j] * diagonal[j][k];
        a[i][k] /= diagonal[k][k];
      }
    }
  }
  /// A tile to the right: of U.
  static void solve_row(const tile& diagonal, tile& a) {
    for (std::size_t k = 0; k < width; ++k) {
      for (std::size_t i = k + 1; i < width; ++i) {
        for (std::size_t j = 0; j < width; ++j) a[i][j] -= diagonal[i][k] * a[k][j];
      }
    }
  }
  static void update(const tile& l, const tile& u, tile& a) {
    for (std::size_t i = 0; i < width; ++i) {
      for (std::size_t k = 0; k < width; ++k) {
        for (std::size_t j = 0; j < width; ++j) a[i][j] -= l[i][k] * u[k][j];
      }
    }
  }

  problem() : start(tiles * tiles) {
    for (std::size_t row = 0; row < tiles * width; ++row) {
      for (std::size_t column = 0; column < tiles * width; ++column)
        start[row / width * tiles + column / width][row % width][column % width] =
            row == column ? 500 : static_cast<double>((row * 7 + column * 13) % 11) / 11;
    }
    expected = start;
    for (std::size_t k = 0; k < tiles; ++k) {
      const auto at = [this](std::size_t i, std::size_t j) -> tile& { return expected[i * tiles + j]; };
      factor(at(k, k));
      for (std::size_t i = k + 1; i < tiles; ++i) solve_column(at(k, k), at(i, k));
      for (std::size_t j = k + 1; j < tiles; ++j) solve_row(at(k, k), at(k, j));
      for (std::size_t i = k + 1; i < tiles; ++i) {
        for (std::size_t j = k + 1; j < tiles; ++j) update(at(i, k), at(k, j), at(i, j));
      }
    }
  }

  std::vector<tile> start;
  std::vector<tile> expected;
};
