// What there is to reach: operations in a second of the kernel alone, and of OpenBLAS' own threads.
#pragma once

#include <algorithm>
#include <cstddef>

#include <jackdaw/base/clock.hpp>

#include "apps/support/dense/blas.hpp"
#include "apps/support/dense/matrix.hpp"

namespace jackdaw::apps::cholesky {

/// Of the factorization of n rows.
[[nodiscard]] constexpr double operations(std::size_t n) {
  const auto rows = static_cast<double>(n);
  return rows * rows * rows / 3 + rows * rows / 2;
}

/// Of dgemm on tiles of `block` × `block` in one thread: 1e9 operations in a second, the best of some times that
/// together last about a tenth of a second.
[[nodiscard]] inline double kernel_rate(std::size_t block) {
  matrix a(block), b(block), c(block);
  const auto rows = static_cast<double>(block);
  const auto times = std::max<std::size_t>(3, static_cast<std::size_t>(1e9 / (2 * rows * rows * rows)));
  double best = 1e300;
  for (std::size_t i = 0; i < times; ++i) {
    const base::stopwatch watch;
    blas::multiply_transposed(-1, a.all(), b.all(), 1, c.all());
    best = std::min(best, watch.seconds());
  }
  return 2 * rows * rows * rows / best / 1e9;
}

/// Of dpotrf on the whole matrix with so many threads of OpenBLAS: 1e9 operations in a second, the best of three.
[[nodiscard]] inline double openblas_rate(const matrix& a, unsigned threads) {
  const blas::own_threads some(threads);
  double best = 1e300;
  for (int i = 0; i < 3; ++i) {
    matrix factor = a;
    const base::stopwatch watch;
    static_cast<void>(blas::factor_symmetric(factor.all()));
    best = std::min(best, watch.seconds());
  }
  return operations(a.n()) / best / 1e9;
}

}  // namespace jackdaw::apps::cholesky
