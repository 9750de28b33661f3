// What the temperatures are at any time, in closed form: sums of waves that keep their shape and fade.
//
// On a plate of a × b the wave sin(jπx/a) sin(kπy/b) is an eigenfunction of the heat equation: it fades as
// exp(-((j/a)² + (k/b)²)π²t). On a mesh it is one of the scheme, too, which multiplies it in each step by
// 1 - 4 ratio (sin²(jπ/2a) + sin²(kπ/2b)), with lengths in mesh widths. So what a program computes can be
// checked to the last digits.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <vector>

#include "apps/heat/plate.hpp"

namespace jackdaw::apps::heat {

struct mode {
  int j, k;
  double height;
};

/// One broad hill, and waves that fade sooner.
[[nodiscard]] inline std::vector<mode> initial_modes() {
  return {{1, 1, 1.0}, {3, 2, 0.6}, {2, 5, -0.5}, {6, 6, 0.35}, {9, 4, 0.3}, {16, 16, 0.25}};
}

/// The phase of `waves` half waves from edge to edge, one mesh width from the edge.
[[nodiscard]] inline double phase(int waves, std::size_t points) {
  return waves * std::numbers::pi / static_cast<double>(points + 1);
}

/// What is left of a mode after some steps on a plate like `p`, by the scheme.
[[nodiscard]] inline double left_by_scheme(const mode& m, const plate& p, std::size_t steps) {
  const double a = std::sin(phase(m.j, p.columns()) / 2);
  const double b = std::sin(phase(m.k, p.rows()) / 2);
  return m.height * std::pow(1 - 4 * ratio * (a * a + b * b), static_cast<double>(steps));
}

/// The same by the heat equation.
[[nodiscard]] inline double left_by_equation(const mode& m, const plate& p, std::size_t steps) {
  const double a = phase(m.j, p.columns());
  const double b = phase(m.k, p.rows());
  return m.height * std::exp(-(a * a + b * b) * ratio * static_cast<double>(steps));
}

/// A plate with the sum of the modes, each as high as `left(mode, plate)` says.
template <class Left>
[[nodiscard]] plate superposed(std::size_t rows, std::size_t columns, const Left& left) {
  plate p(rows, columns);
  std::vector<double> along(columns + 1), across(rows + 1);
  for (const mode& m : initial_modes()) {
    const double height = left(m, p);
    for (std::size_t i = 1; i <= columns; ++i)
      along[i] = std::sin(phase(m.j, columns) * static_cast<double>(i));
    for (std::size_t i = 1; i <= rows; ++i)
      across[i] = height * std::sin(phase(m.k, rows) * static_cast<double>(i));
    for (std::size_t row = 1; row <= rows; ++row)
      for (std::size_t i = 1; i <= columns; ++i) p.at(row, i) += across[row] * along[i];
  }
  return p;
}

/// How the plate begins.
[[nodiscard]] inline plate initial(std::size_t rows, std::size_t columns) {
  return superposed(rows, columns, [](const mode& m, const plate&) { return m.height; });
}

/// The largest difference of two plates of the same size; infinite where one has no number.
[[nodiscard]] inline double difference(const plate& a, const plate& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.temperatures().size(); ++i) {
    const double here = std::abs(a.temperatures()[i] - b.temperatures()[i]);
    if (std::isnan(here)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, here);
  }
  return largest;
}

}  // namespace jackdaw::apps::heat
