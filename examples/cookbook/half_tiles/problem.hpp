// QR factorization in tiles. A tile on the diagonal has two halves with lives of their own: R above, and the reflectors below
// it.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

struct problem {
  static constexpr std::size_t tiles = 6;   // along each side
  static constexpr std::size_t width = 16;  // of a tile
  using tile = std::array<std::array<double, width>, width>;

  /// Householder reflections, one for each column: of a tile itself, or of the tile below R.
  struct reflectors {
    tile
        v{};  // column k: the vector of reflection k, without its first entry where that is 1 and in R's place
    std::array<double, width> scale{};
  };

  /// A tile becomes R, which is upper triangular.
  static void factor(tile& r, reflectors& q) {
    for (std::size_t k = 0; k < width; ++k) {
      double length = 0;
      for (std::size_t i = k + 1; i < width; ++i) length += r[i][k] * r[i][k];
      const double first = reflector(r[k][k], length, q.scale[k]);
      for (std::size_t i = k + 1; i < width; ++i) {
        q.v[i][k] = first == 0 ? 0 : r[i][k] / first;
        r[i][k] = 0;
      }
      for (std::size_t j = k + 1; j < width; ++j) {
        double sum = r[k][j];
        for (std::size_t i = k + 1; i < width; ++i) sum += q.v[i][k] * r[i][j];
        r[k][j] -= q.scale[k] * sum;
        for (std::size_t i = k + 1; i < width; ++i) r[i][j] -= q.scale[k] * sum * q.v[i][k];
      }
    }
  }
  /// The same reflections of a tile to the right.
  static void apply(const reflectors& q, tile& c) {
    for (std::size_t k = 0; k < width; ++k) {
      for (std::size_t j = 0; j < width; ++j) {
        double sum = c[k][j];
        for (std::size_t i = k + 1; i < width; ++i) sum += q.v[i][k] * c[i][j];
        c[k][j] -= q.scale[k] * sum;
        for (std::size_t i = k + 1; i < width; ++i) c[i][j] -= q.scale[k] * sum * q.v[i][k];
      }
    }
  }
  /// R and a tile below it become another R.
  static void factor_below(tile& r, const tile& below, reflectors& q) {
    q.v = below;
    for (std::size_t k = 0; k < width; ++k) {
      double length = 0;
      for (std::size_t i = 0; i < width; ++i) length += q.v[i][k] * q.v[i][k];
      const double first = reflector(r[k][k], length, q.scale[k]);
      for (std::size_t i = 0; i < width; ++i) q.v[i][k] = first == 0 ? 0 : q.v[i][k] / first;
      for (std::size_t j = k + 1; j < width; ++j) {
        double sum = r[k][j];
        for (std::size_t i = 0; i < width; ++i) sum += q.v[i][k] * q.v[i][j];
        r[k][j] -= q.scale[k] * sum;
        for (std::size_t i = 0; i < width; ++i) q.v[i][j] -= q.scale[k] * sum * q.v[i][k];
      }
    }
  }
  /// The same reflections of a tile to the right of R and one to the right of the tile below.
  static void apply_below(const reflectors& q, tile& above, tile& below) {
    for (std::size_t k = 0; k < width; ++k) {
      for (std::size_t j = 0; j < width; ++j) {
        double sum = above[k][j];
        for (std::size_t i = 0; i < width; ++i) sum += q.v[i][k] * below[i][j];
        above[k][j] -= q.scale[k] * sum;
        for (std::size_t i = 0; i < width; ++i) below[i][j] -= q.scale[k] * sum * q.v[i][k];
      }
    }
  }

  problem() : start(tiles * tiles) {
    for (std::size_t row = 0; row < tiles * width; ++row) {
      for (std::size_t column = 0; column < tiles * width; ++column)
        start[row / width * tiles + column / width][row % width][column % width] =
            static_cast<double>((row * row * 7 + column * 13 + row * column) % 23) / 23 +
            (row == column ? 3 : 0);
    }
  }

  /// Whether R' R = A' A, and R is upper triangular: R is tile (i, j) of `found` for i <= j.
  [[nodiscard]] bool is_right(const auto& found) const {
    constexpr std::size_t n = tiles * width;
    const auto entry = [](const auto& of, std::size_t i, std::size_t j) {
      return of(i / width, j / width)[i % width][j % width];
    };
    const auto a = [this](std::size_t i, std::size_t j) -> const tile& { return start[i * tiles + j]; };
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i; j < n; ++j) {
        double of_r = 0;
        double of_a = 0;
        for (std::size_t k = 0; k <= i; ++k) of_r += entry(found, k, i) * entry(found, k, j);
        for (std::size_t k = 0; k < n; ++k) of_a += entry(a, k, i) * entry(a, k, j);
        if (!(std::abs(of_r - of_a) < 1e-9 * (1 + std::abs(of_a)))) return false;
      }
    }
    return true;
  }

  std::vector<tile> start;

 private:
  /// Makes the entry `head` the length of the column whose other entries have this sum of squares. Returns what these are
  /// divided by to be the reflector, whose first entry is 1; 0: there is nothing to reflect.
  static double reflector(double& head, double squares, double& scale) {
    if (squares == 0) return scale = 0;
    const double length = std::sqrt(head * head + squares);
    const double target = head > 0 ? -length : length;
    const double first = head - target;
    scale = (target - head) / target;
    head = target;
    return first;
  }
};
