// Whether a factor is right: by multiplication, by a solution, and against CHOLMOD's.
#pragma once

#include <string>
#include <vector>

#include "apps/sparse_cholesky/numeric/factor.hpp"

namespace jackdaw::apps::sparse_cholesky {

/// CHOLMOD's simplicial factor of the same matrix in the same order.
struct reference {
  std::vector<int> rows;       ///< of each column, one column behind the other
  std::vector<double> values;  ///< in the places of ours, when the rows are the same
  double seconds = 0;          ///< that the numerical factorization took, without the analysis
};

/// `name` is that of the matrix, for the message. Throws input_error when it is not positive definite.
[[nodiscard]] reference factor_by_cholmod(const ordered_matrix& a, const std::string& name);

/// Relative errors, and what rounding may amount to. Each entry is measured by the rows that it stands in, with
/// d = √diagonal: so an error in a row of small numbers counts as much as one in a row of large ones.
struct errors {
  double product = 0;     ///< the largest |A - L·Lᵀ|ij / (di dj) (Higham 2002, theorem 10.3)
  double residual = 0;    ///< the largest |A x - b|i / (|L| |Lᵀ| |x| + |b|)i (theorem 10.4)
  double difference = 0;  ///< ‖D⁻¹ (L - CHOLMOD's L)‖₁ / ‖D⁻¹ CHOLMOD's L‖₁
  double allowed = 0;
  double allowed_difference = 0;  ///< grows with the condition of D⁻¹ A D⁻¹
  bool same_entries = false;      ///< L has entries where CHOLMOD's has, and nowhere else

  /// Whether two right factors must be alike: those of a matrix that is nearly singular need not be, and to compare
  /// them would say nothing.
  [[nodiscard]] bool are_comparable() const { return allowed_difference < 0.01; }

  [[nodiscard]] bool passed() const {
    return product <= allowed && residual <= allowed && same_entries &&
           (!are_comparable() || difference <= allowed_difference);
  }
};

/// `x` is the solution of a x = b that was found with the factor.
[[nodiscard]] errors errors_of(const sparse::matrix& a, const factorization& f, const std::vector<double>& b,
                               const std::vector<double>& x, const reference& expected);

}  // namespace jackdaw::apps::sparse_cholesky
