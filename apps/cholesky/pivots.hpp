// Whether all pivots were positive: only a positive definite matrix has a Cholesky factor.
#pragma once

#include <cstddef>
#include <limits>
#include <string>

#include <jackdaw/base/atomic.hpp>

#include "apps/support/dense/blas.hpp"
#include "apps/support/dense/tile.hpp"
#include "apps/support/text/input_error.hpp"

namespace jackdaw::apps::cholesky {

/// Factors diagonal tiles, and remembers the first row of the matrix that has no positive pivot. What is computed
/// after such a row is worth nothing, so nothing more is factored; other tasks run to the end, to no purpose.
class pivots {
 public:
  /// The tile begins in row `first_row` of the matrix. Threads: any.
  void factor(const tile& diagonal, std::size_t first_row) {
    if (failed()) return;
    const std::size_t good = blas::factor_symmetric(diagonal);
    // Diagonal tiles are factored one after another, so the first that fails is the first of the matrix.
    if (good < diagonal.rows) bad_row_.store(first_row + good, base::relaxed);
  }

  [[nodiscard]] bool failed() const noexcept { return bad_row_.load(base::relaxed) != none; }

  /// After a run: throws input_error when the matrix, called `name`, is not positive definite.
  void require_positive(const std::string& name) const {
    if (!failed()) return;
    throw input_error(name + ": no positive pivot in row " +
                      std::to_string(bad_row_.load(base::relaxed) + 1) +
                      "; expected a positive definite matrix");
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  base::atomic<std::size_t> bad_row_{none};
};

}  // namespace jackdaw::apps::cholesky
