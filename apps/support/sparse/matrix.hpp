// Sparse symmetric matrices.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace jackdaw::apps::sparse {

/// The lower triangle, with the diagonal, of a symmetric matrix, by columns. Rows are counted from 0, ascend
/// within a column, and begin with the diagonal.
struct matrix {
  int n = 0;
  std::vector<int> start{0};  ///< where each column begins in `row` and `value`; n + 1 of them
  std::vector<int> row;
  std::vector<double> value;

  [[nodiscard]] std::size_t entries() const noexcept { return row.size(); }
};

/// y = A x.
[[nodiscard]] inline std::vector<double> product(const matrix& a, const std::vector<double>& x) {
  std::vector<double> y(x.size());
  for (int j = 0; j < a.n; ++j) {
    const auto column = static_cast<std::size_t>(j);
    for (int p = a.start[column]; p < a.start[column + 1]; ++p) {
      const auto at = static_cast<std::size_t>(p);
      const auto row = static_cast<std::size_t>(a.row[at]);
      y[row] += a.value[at] * x[column];
      if (row != column) y[column] += a.value[at] * x[row];
    }
  }
  return y;
}

}  // namespace jackdaw::apps::sparse
