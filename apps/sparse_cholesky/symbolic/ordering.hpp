// In which order the columns are eliminated, and the elimination tree of that order. By CHOLMOD.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/support/sparse/matrix.hpp"

namespace jackdaw::apps::sparse_cholesky {

/// A matrix with its rows and columns in the order of elimination, a postorder of the elimination tree.
struct ordered_matrix {
  sparse::matrix lower;       ///< P·A·Pᵀ
  std::vector<int> original;  ///< the row of A that has come to each place
  std::vector<int>
      parent;  ///< in the elimination tree: the first row below the diagonal of a column of L; -1 at a root
  std::vector<int> count;  ///< entries of each column of L, with the diagonal
  std::int64_t factor_entries = 0;
  double flops = 0;  ///< floating point operations of a factorization, as CHOLMOD counts them
};

/// Orders by a method of CHOLMOD: amd, colamd, metis, nesdis, natural. Throws input_error for other names.
[[nodiscard]] ordered_matrix ordered(const sparse::matrix& a, const std::string& method);

/// Throws input_error unless there is a method of that name.
void require_ordering(const std::string& method);

}  // namespace jackdaw::apps::sparse_cholesky
