// Whether two triangles are the factors of a matrix, up to rounding.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <jackdaw/base/random.hpp>

#include "apps/support/dense/blas.hpp"
#include "apps/support/dense/matrix.hpp"

namespace jackdaw::apps::lu {

inline constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Off the diagonal random numbers from -1 to 1; the diagonal is n, more than the sizes of the others in its
/// column or row together. Such a matrix needs no pivots, and dgetrf, which looks for them, exchanges no rows.
[[nodiscard]] inline matrix dominant_matrix(std::size_t n, std::uint64_t seed) {
  base::random random(seed);
  matrix made = random_matrix(n, random);
  for (std::size_t i = 0; i < n; ++i) made.at(i, i) = static_cast<double>(n);
  return made;
}

/// The upper triangle of the factors with its diagonal; below there are zeros.
[[nodiscard]] inline matrix upper_triangle(matrix factors) {
  for (std::size_t column = 0; column < factors.n(); ++column)
    for (std::size_t row = column + 1; row < factors.n(); ++row) factors.at(row, column) = 0;
  return factors;
}

/// The largest number in A - L·U, by the largest in A.
[[nodiscard]] inline double residual(const matrix& a, matrix factors) {
  matrix found = upper_triangle(factors);
  blas::multiply_lower(factors.all(), found.all());
  return largest_difference(found, a) / largest(a.numbers());
}

/// x by the lower triangle of the factors, which has ones on its diagonal; with `sizes` the absolute values.
[[nodiscard]] inline std::vector<double> lower_times(const matrix& factors, const std::vector<double>& x,
                                                     bool sizes = false) {
  std::vector<double> sum = x;
  for (std::size_t column = 0; column < x.size(); ++column) {
    for (std::size_t row = column + 1; row < x.size(); ++row) {
      const double by = factors.at(row, column) * x[column];
      sum[row] += sizes ? std::abs(by) : by;
    }
  }
  return sum;
}

/// The same as a random vector sees it, by plain loops: L·(U·x) against A·x. The worst difference, by what
/// rounding in the factors and here may come to: |A - L·U| is at most n·ε/2·|L|·|U| (Higham, theorem 9.3). At
/// most 1 for right factors.
[[nodiscard]] inline double probed(const matrix& a, const matrix& factors, std::uint64_t seed) {
  base::random random(seed);
  const std::vector<double> x = random_probe(a.n(), random);
  const matrix upper = upper_triangle(factors);
  std::vector<double> allowed = lower_times(factors, upper.times(x, true), true);
  const std::vector<double> sizes = a.times(x, true);
  for (std::size_t i = 0; i < allowed.size(); ++i)
    allowed[i] = 2 * static_cast<double>(a.n() + 1) * epsilon * (allowed[i] + sizes[i]);
  return worst_share(lower_times(factors, upper.times(x)), a.times(x), allowed);
}

}  // namespace jackdaw::apps::lu
