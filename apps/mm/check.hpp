// Whether a matrix is the product of two others, up to rounding.
//
// Adding up n products in any order, with or without fused operations, is off by at most n·ε/2 times the sum
// of their sizes, to first order (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <jackdaw/base/random.hpp>

#include "apps/support/dense/matrix.hpp"

namespace jackdaw::apps::mm {

inline constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Freivalds' probe: c·x against a·(b·x), by plain loops, in n² steps. The worst difference, by what rounding
/// in c and in the three products here may come to together; at most 1 when c is right.
[[nodiscard]] inline double probed(const matrix& a, const matrix& b, const matrix& c, std::uint64_t seed) {
  base::random random(seed);
  const std::vector<double> x = random_probe(c.n(), random);
  std::vector<double> allowed = a.times(b.times(x, true), true);
  for (double& each : allowed) each *= 2 * static_cast<double>(c.n() + 1) * epsilon;
  return worst_share(c.times(x), a.times(b.times(x)), allowed);
}

/// Every number of c against its definition, in n³ steps: the worst difference, as above.
[[nodiscard]] inline double compared(const matrix& a, const matrix& b, const matrix& c) {
  const std::size_t n = c.n();
  std::vector<double> expected(n * n);
  std::vector<double> allowed(n * n);
  for (std::size_t column = 0; column < n; ++column) {
    for (std::size_t row = 0; row < n; ++row) {
      double sum = 0;
      double sizes = 0;
      for (std::size_t k = 0; k < n; ++k) {
        sum += a.at(row, k) * b.at(k, column);
        sizes += std::abs(a.at(row, k) * b.at(k, column));
      }
      expected[row + column * n] = sum;
      allowed[row + column * n] = static_cast<double>(n + 1) * epsilon * sizes;
    }
  }
  return worst_share(c.numbers(), expected, allowed);
}

}  // namespace jackdaw::apps::mm
