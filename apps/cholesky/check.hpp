// Matrices to factor, and whether a triangle is the factor of one, up to rounding.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <jackdaw/base/random.hpp>

#include "apps/support/dense/blas.hpp"
#include "apps/support/dense/matrix.hpp"
#include "apps/support/sparse/matrix.hpp"

namespace jackdaw::apps::cholesky {

/// Off the diagonal random numbers from -1 to 1; the diagonal is n, more than the sizes of the others in its row
/// together, so the matrix is positive definite.
[[nodiscard]] inline matrix dominant_matrix(std::size_t n, std::uint64_t seed) {
  base::random random(seed);
  matrix made(n);
  for (std::size_t column = 0; column < n; ++column) {
    made.at(column, column) = static_cast<double>(n);
    for (std::size_t row = column + 1; row < n; ++row)
      made.at(row, column) = made.at(column, row) = random_number(random);
  }
  return made;
}

/// A sparse matrix with its zeros.
[[nodiscard]] inline matrix dense_copy(const sparse::matrix& from) {
  matrix made(static_cast<std::size_t>(from.n));
  for (std::size_t column = 0; column < made.n(); ++column) {
    for (auto at = static_cast<std::size_t>(from.start[column]);
         at < static_cast<std::size_t>(from.start[column + 1]); ++at) {
      const auto row = static_cast<std::size_t>(from.row[at]);
      made.at(row, column) = made.at(column, row) = from.value[at];
    }
  }
  return made;
}

/// The lower triangle of the factor with its diagonal; above there are zeros.
[[nodiscard]] inline matrix lower_triangle(matrix factor) {
  for (std::size_t column = 1; column < factor.n(); ++column)
    for (std::size_t row = 0; row < column; ++row) factor.at(row, column) = 0;
  return factor;
}

/// The root of the sum of the squares of a symmetric matrix, of which the lower triangle is read (Frobenius).
[[nodiscard]] inline double symmetric_norm(const matrix& a) {
  double squares = 0;
  for (std::size_t column = 0; column < a.n(); ++column) {
    double below = 0;
    for (std::size_t row = column + 1; row < a.n(); ++row) below += a.at(row, column) * a.at(row, column);
    squares += a.at(column, column) * a.at(column, column) + 2 * below;
  }
  return std::sqrt(squares);
}

/// A matrix and its factor, by units D near the roots of the diagonal: D⁻¹ A D⁻¹ and D⁻¹ L. All numbers of a positive
/// definite matrix are of size 1 then, or smaller. So no square of theirs overflows or vanishes, and an error in a row of
/// small numbers counts as much as one in a row of large ones. The units are powers of two: nothing is rounded.
struct in_units {
  in_units(matrix whole, matrix factor) : a(std::move(whole)), l(lower_triangle(std::move(factor))) {
    std::vector<double> by;
    for (std::size_t i = 0; i < a.n(); ++i) by.push_back(std::ldexp(1, -std::ilogb(std::sqrt(a.at(i, i)))));
    for (std::size_t column = 0; column < a.n(); ++column) {
      for (std::size_t row = 0; row < a.n(); ++row) {
        a.at(row, column) = a.at(row, column) * by[row] * by[column];
        l.at(row, column) *= by[row];
      }
    }
  }

  matrix a, l;
};

/// |A - L·Lᵀ| / |A|, in units; infinite for what is no number.
[[nodiscard]] inline double residual(const matrix& a, const matrix& factor) {
  in_units both(a, factor);
  matrix rest = both.a;
  blas::subtract_square(both.l.all(), rest.all());
  const double found = symmetric_norm(rest) / symmetric_norm(both.a);
  return std::isnan(found) ? std::numeric_limits<double>::infinity() : found;
}

/// Lᵀ by x; with `sizes` the absolute values.
[[nodiscard]] inline std::vector<double> transposed_times(const matrix& l, const std::vector<double>& x,
                                                          bool sizes = false) {
  std::vector<double> sum(x.size());
  for (std::size_t column = 0; column < x.size(); ++column) {
    for (std::size_t row = column; row < x.size(); ++row) {
      const double by = l.at(row, column) * x[row];
      sum[column] += sizes ? std::abs(by) : by;
    }
  }
  return sum;
}

/// The same as a random vector sees it, by plain loops: L·(Lᵀ·x) against A·x, in units. The worst difference, by what
/// rounding in the factor and here may come to: |A - L·Lᵀ| is at most (n + 1)·ε/2·|L|·|Lᵀ| (Higham, theorem 10.3).
/// At most 1 for the right factor.
[[nodiscard]] inline double probed(const matrix& whole, const matrix& factor, std::uint64_t seed) {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  base::random random(seed);
  const std::vector<double> x = random_probe(whole.n(), random);
  const in_units both(whole, factor);
  const matrix& a = both.a;
  const matrix& l = both.l;
  std::vector<double> allowed = l.times(transposed_times(l, x, true), true);
  const std::vector<double> sizes = a.times(x, true);
  for (std::size_t i = 0; i < allowed.size(); ++i)
    allowed[i] = 2 * static_cast<double>(a.n() + 1) * epsilon * (allowed[i] + sizes[i]);
  return worst_share(l.times(transposed_times(l, x)), a.times(x), allowed);
}

}  // namespace jackdaw::apps::cholesky
