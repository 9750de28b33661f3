// The Cholesky factor by divide and conquer: how it is divided, and the serial ends of it; not which threads
// run it.
//
//     A11          L11         the factor of A11; then L21 = A21 L11⁻ᵀ; then the factor of A22 - L21 L21ᵀ
//     A21 A22  =   L21 L22
//
// Only the lower triangle is read and written; the factor takes the place of the matrix.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "apps/cholesky/pivots.hpp"
#include "apps/support/dense/blas.hpp"
#include "apps/support/dense/tile.hpp"

namespace jackdaw::apps::cholesky {

/// Rows of L21, none of which needs another.
struct lower_left {
  static constexpr std::string_view name = "solve";
  tile l, b;
  std::size_t block;

  [[nodiscard]] bool is_leaf() const { return b.rows <= block; }
  [[nodiscard]] std::pair<lower_left, lower_left> halves() const {
    const auto [above, below] = b.cut_below(middle(b.rows, block));
    return {{l, above, block}, {l, below, block}};
  }
  void compute() const { blas::solve_transposed(l, b); }
};

/// The rows and columns of A22 - L21 L21ᵀ from `row` and `column` on, as far as they are not above the diagonal.
/// They are a rectangle below it, a triangle at it, or a triangle with a rectangle at its left.
struct update {
  static constexpr std::string_view name = "update";
  tile left, all;  ///< L21, A22
  std::size_t row, rows, column, columns;
  std::size_t block;

  [[nodiscard]] bool is_leaf() const { return std::max(rows, columns) <= block; }

  [[nodiscard]] std::pair<update, update> halves() const {
    std::pair<update, update> both{*this, *this};
    if (rows >= columns) {
      const std::size_t cut = middle(rows, block);
      both.first.rows = cut;
      both.first.columns = std::min(columns, row + cut - column);  // nothing above the diagonal
      both.second.row = row + cut;
      both.second.rows = rows - cut;
    } else {
      const std::size_t cut = middle(columns, block);
      both.first.columns = cut;
      both.second.column = column + cut;
      both.second.columns = columns - cut;
    }
    return both;
  }

  void compute() const {
    const tile part = all.part(row, column, rows, columns);
    const tile at_rows = left.part(row, 0, rows, left.columns);
    if (row == column) return blas::subtract_square(at_rows, part);
    blas::multiply_transposed(-1, at_rows, left.part(column, 0, columns, left.columns), 1, part);
  }
};

/// A square part at the diagonal, and where it is cut.
struct quarters {
  tile a;
  std::size_t first_row;  ///< in the whole matrix
  std::size_t block;      ///< as many rows and columns are a leaf, everywhere
  pivots* found;

  [[nodiscard]] bool is_leaf() const { return a.rows <= block; }
  [[nodiscard]] std::size_t cut() const { return middle(a.rows, block); }
  [[nodiscard]] quarters first() const { return {a.part(0, 0, cut(), cut()), first_row, block, found}; }
  [[nodiscard]] quarters last() const {
    const std::size_t rest = a.rows - cut();
    return {a.part(cut(), cut(), rest, rest), first_row + cut(), block, found};
  }
  [[nodiscard]] tile below() const { return a.part(cut(), 0, a.rows - cut(), cut()); }

  [[nodiscard]] lower_left solve_below() const { return {first().a, below(), block}; }
  [[nodiscard]] update update_last() const {
    const std::size_t rest = a.rows - cut();
    return {below(), last().a, 0, rest, 0, rest, block};
  }
  void compute() const { found->factor(a, first_row); }
};

}  // namespace jackdaw::apps::cholesky
