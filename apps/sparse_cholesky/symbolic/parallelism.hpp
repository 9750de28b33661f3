// How many columns can be eliminated at a time, by the elimination tree alone: T1/T∞ in operations.
//
// A column is eliminated after all that are below it in the tree. A column of k entries is a task of k² operations: it
// divides k of them, and adds multiples of them to each column that it updates.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "apps/sparse_cholesky/symbolic/ordering.hpp"

namespace jackdaw::apps::sparse_cholesky {

/// The operations of all columns by those of the path of columns that has most; 0 of an empty matrix.
[[nodiscard]] inline double tree_parallelism(const ordered_matrix& a) {
  double work = 0;
  double span = 0;
  std::vector<double> below(a.count.size());          // the path that leads to each column has so many
  for (std::size_t c = 0; c < a.count.size(); ++c) {  // a parent comes after its children
    const double own = static_cast<double>(a.count[c]) * a.count[c];
    const double until_end = below[c] + own;
    work += own;
    span = std::max(span, until_end);
    if (a.parent[c] >= 0) {
      double& parents = below[static_cast<std::size_t>(a.parent[c])];
      parents = std::max(parents, until_end);
    }
  }
  return span > 0 ? work / span : 0;
}

}  // namespace jackdaw::apps::sparse_cholesky
