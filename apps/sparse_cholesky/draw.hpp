// A picture of where the entries are.
#pragma once

#include "apps/sparse_cholesky/symbolic/structure.hpp"
#include "apps/support/files/picture.hpp"

namespace jackdaw::apps::sparse_cholesky {

/// In the order of elimination: above the diagonal the matrix, below it the factor, at most 1000 pixels wide.
/// The darker a pixel, the more entries; blue where the matrix has entries, orange where only the factor has.
[[nodiscard]] picture drawn(const ordered_matrix& a, const structure& s);

}  // namespace jackdaw::apps::sparse_cholesky
