// The product of two matrices in pieces that are independent of each other: those of the result.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>

#include "apps/support/dense/blas.hpp"
#include "apps/support/dense/tile.hpp"

namespace jackdaw::apps {

/// c = factor · a · b + kept · c. Cut are the rows or the columns of c, never the sums: so no piece waits for
/// another, and every number is added up in the same order, whichever thread computes it.
struct product {
  static constexpr std::string_view name = "product";
  tile a, b, c;
  double factor, kept;
  std::size_t block;  ///< a leaf has at most so many rows and columns

  [[nodiscard]] bool is_leaf() const { return std::max(c.rows, c.columns) <= block; }

  [[nodiscard]] std::pair<product, product> halves() const {
    std::pair<product, product> both{*this, *this};
    if (c.rows >= c.columns) {
      const std::size_t cut = middle(c.rows, block);
      std::tie(both.first.a, both.second.a) = a.cut_below(cut);
      std::tie(both.first.c, both.second.c) = c.cut_below(cut);
    } else {
      const std::size_t cut = middle(c.columns, block);
      std::tie(both.first.b, both.second.b) = b.cut_beside(cut);
      std::tie(both.first.c, both.second.c) = c.cut_beside(cut);
    }
    return both;
  }

  void compute() const { blas::multiply(factor, a, b, kept, c); }
};

}  // namespace jackdaw::apps
