// LU factors by divide and conquer, as in Cilk's lu: how the work is divided, and the serial ends of it; not
// which threads run it.
//
//     A11 A12     L11     U11 U12      the factors of A11; then U12 = L11⁻¹ A12 and L21 = A21 U11⁻¹, which are
//     A21 A22  =  L21 L22     U22      independent; then the factors of A22 - L21 U12
//
// L has ones on its diagonal, which are not stored; the factors take the place of the matrix.
#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>

#include "apps/support/dense/blas.hpp"
#include "apps/support/dense/product.hpp"
#include "apps/support/dense/tile.hpp"

namespace jackdaw::apps::lu {

/// Columns of U12, none of which needs another.
struct upper_right {
  static constexpr std::string_view name = "solve L";
  tile l, b;
  std::size_t block;

  [[nodiscard]] bool is_leaf() const { return b.columns <= block; }
  [[nodiscard]] std::pair<upper_right, upper_right> halves() const {
    const auto [left, right] = b.cut_beside(middle(b.columns, block));
    return {{l, left, block}, {l, right, block}};
  }
  void compute() const { blas::solve_lower(l, b); }
};

/// Rows of L21, none of which needs another.
struct lower_left {
  static constexpr std::string_view name = "solve U";
  tile u, b;
  std::size_t block;

  [[nodiscard]] bool is_leaf() const { return b.rows <= block; }
  [[nodiscard]] std::pair<lower_left, lower_left> halves() const {
    const auto [above, below] = b.cut_below(middle(b.rows, block));
    return {{u, above, block}, {u, below, block}};
  }
  void compute() const { blas::solve_upper(u, b); }
};

/// A square matrix, and where it is cut.
struct quarters {
  tile a;
  std::size_t block;  ///< as many rows and columns are a leaf, everywhere

  [[nodiscard]] bool is_leaf() const { return a.rows <= block; }
  [[nodiscard]] std::size_t cut() const { return middle(a.rows, block); }
  [[nodiscard]] quarters first() const { return {a.part(0, 0, cut(), cut()), block}; }
  [[nodiscard]] quarters last() const {
    return {a.part(cut(), cut(), a.rows - cut(), a.rows - cut()), block};
  }
  [[nodiscard]] tile right() const { return a.part(0, cut(), cut(), a.rows - cut()); }
  [[nodiscard]] tile below() const { return a.part(cut(), 0, a.rows - cut(), cut()); }

  [[nodiscard]] upper_right solve_right() const { return {first().a, right(), block}; }
  [[nodiscard]] lower_left solve_below() const { return {first().a, below(), block}; }
  [[nodiscard]] product update_last() const { return {below(), right(), last().a, -1, 1, block}; }
};

/// Column by column; for few of them.
inline void factor_small(const tile& a) {
  for (std::size_t k = 0; k < a.rows; ++k) {
    const double pivot = a.at(k, k);
    for (std::size_t row = k + 1; row < a.rows; ++row) a.at(row, k) /= pivot;
    for (std::size_t column = k + 1; column < a.columns; ++column) {
      const double by = a.at(k, column);
      for (std::size_t row = k + 1; row < a.rows; ++row) a.at(row, column) -= a.at(row, k) * by;
    }
  }
}

/// A leaf: the same recursion, down to what is not worth a call of BLAS.
inline void factor_leaf(const tile& a) {
  constexpr std::size_t small = 16;
  if (a.rows <= small) return factor_small(a);
  const quarters q{a, small};
  factor_leaf(q.first().a);
  blas::solve_lower(q.first().a, q.right());
  blas::solve_upper(q.first().a, q.below());
  blas::multiply(-1, q.below(), q.right(), 1, q.last().a);
  factor_leaf(q.last().a);
}

}  // namespace jackdaw::apps::lu
