// A x = b with the factor known: L y = b, then Lᵀ x = y.
#pragma once

#include <cstddef>
#include <vector>

#include "apps/sparse_cholesky/numeric/factor.hpp"

namespace jackdaw::apps::sparse_cholesky {

/// `b` and the solution are in the order of A's rows.
[[nodiscard]] inline std::vector<double> solve(const factorization& f, const std::vector<double>& b) {
  const structure& s = f.symbolic();
  const auto& original = f.ordered().original;
  std::vector<double> x(b.size());
  for (std::size_t i = 0; i < b.size(); ++i) x[i] = b[static_cast<std::size_t>(original[i])];
  const auto column = [&](std::size_t c, const auto& with) {
    const supernode& node = s.supernodes[static_cast<std::size_t>(s.supernode_of[c])];
    const int diagonal = static_cast<int>(c) - node.first;
    with(f.values().data() + s.at(static_cast<int>(c), diagonal),
         s.rows.data() + node.rows + static_cast<std::size_t>(diagonal), node.row_count - diagonal);
  };
  for (std::size_t c = 0; c < x.size(); ++c) {
    column(c, [&](const double* value, const int* row, int count) {
      x[c] /= value[0];
      for (int k = 1; k < count; ++k) x[static_cast<std::size_t>(row[k])] -= value[k] * x[c];
    });
  }
  for (std::size_t c = x.size(); c-- > 0;) {
    column(c, [&](const double* value, const int* row, int count) {
      for (int k = 1; k < count; ++k) x[c] -= value[k] * x[static_cast<std::size_t>(row[k])];
      x[c] /= value[0];
    });
  }
  std::vector<double> result(b.size());
  for (std::size_t i = 0; i < x.size(); ++i) result[static_cast<std::size_t>(original[i])] = x[i];
  return result;
}

}  // namespace jackdaw::apps::sparse_cholesky
