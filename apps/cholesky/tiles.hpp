// The tiled Cholesky factorization as T15 writes it down (listing 1): a list of operations on tiles in a
// correct order; not which threads execute it, and in which equivalent order.
#pragma once

#include <algorithm>
#include <cstddef>

#include "apps/cholesky/pivots.hpp"
#include "apps/support/dense/blas.hpp"
#include "apps/support/dense/tile.hpp"
#include "apps/support/work/parts.hpp"

namespace jackdaw::apps::cholesky {

/// Calls potrf(k), trsm(k, i), syrk(k, i), gemm(k, i, j) for the tile that is changed, and those that are read:
///   potrf  changes (k, k)
///   trsm   reads (k, k), changes (i, k)
///   syrk   reads (i, k), changes (i, i)
///   gemm   reads (i, k) and (j, k), changes (i, j)
template <class Potrf, class Trsm, class Syrk, class Gemm>
void for_each_operation(std::size_t count, Potrf potrf, Trsm trsm, Syrk syrk, Gemm gemm) {
  for (std::size_t k = 0; k < count; ++k) {
    potrf(k);
    for (std::size_t i = k + 1; i < count; ++i) trsm(k, i);
    for (std::size_t i = k + 1; i < count; ++i) {
      for (std::size_t j = k + 1; j < i; ++j) gemm(k, i, j);
      syrk(k, i);
    }
  }
}

/// A square matrix cut into tiles of `block` rows and columns; the last ones may be smaller.
struct tiled {
  tile a;
  std::size_t block;

  [[nodiscard]] std::size_t count() const { return parts(a.rows, block); }
  [[nodiscard]] std::size_t first(std::size_t index) const { return index * block; }
  [[nodiscard]] tile at(std::size_t i, std::size_t j) const {
    return a.part(first(i), first(j), std::min(block, a.rows - first(i)), std::min(block, a.rows - first(j)));
  }
};

/// The serial program.
inline void run_tiled(const tiled& t, pivots& found) {
  for_each_operation(
      t.count(), [&](std::size_t k) { found.factor(t.at(k, k), t.first(k)); },
      [&](std::size_t k, std::size_t i) { blas::solve_transposed(t.at(k, k), t.at(i, k)); },
      [&](std::size_t k, std::size_t i) { blas::subtract_square(t.at(i, k), t.at(i, i)); },
      [&](std::size_t k, std::size_t i, std::size_t j) {
        blas::multiply_transposed(-1, t.at(i, k), t.at(j, k), 1, t.at(i, j));
      });
}

}  // namespace jackdaw::apps::cholesky
