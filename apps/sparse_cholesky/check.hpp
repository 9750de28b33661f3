// Whether a factor is right: by multiplication, by a solution, and against CHOLMOD's.
#pragma once

#include <string>
#include <vector>

#include "apps/sparse_cholesky/factor.hpp"

namespace jackdaw::apps::sparse_cholesky {

/// CHOLMOD's simplicial factor of the same matrix in the same order.
struct reference {
  std::vector<int> rows;       ///< of each column, one column behind the other
  std::vector<double> values;  ///< in the places of ours, when the rows are the same
  double seconds = 0;          ///< that the numerical factorization took, without the analysis
};

/// `name` is that of the matrix, for the message. Throws input_error when it is not positive definite.
[[nodiscard]] reference factor_by_cholmod(const ordered_matrix& a, const std::string& name);

/// Relative errors, and what rounding may amount to.
struct errors {
  double product = 0;     ///< ‖A - L·Lᵀ‖₁ / ‖A‖₁
  double residual = 0;    ///< ‖A x - b‖∞ / (‖A‖∞ ‖x‖∞ + ‖b‖∞)
  double difference = 0;  ///< ‖L - CHOLMOD's L‖₁ / ‖CHOLMOD's L‖₁
  double allowed = 0;
  double allowed_difference = 0;
  bool same_entries = false;  ///< L has entries where CHOLMOD's has, and nowhere else

  [[nodiscard]] bool passed() const {
    return product <= allowed && residual <= allowed && difference <= allowed_difference && same_entries;
  }
};

/// `x` is the solution of a x = b that was found with the factor.
[[nodiscard]] errors errors_of(const sparse::matrix& a, const factorization& f, const std::vector<double>& b,
                               const std::vector<double>& x, const reference& expected);

}  // namespace jackdaw::apps::sparse_cholesky
