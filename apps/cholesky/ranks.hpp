// The Cholesky factor over ranks: the operations on tiles of tiles.hpp, each a task where the tile lives that it
// changes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include <jackdaw/cluster/flow/flow.hpp>
#include <jackdaw/cluster/flow/one_machine.hpp>

#include "apps/cholesky/pivots.hpp"
#include "apps/cholesky/tiles.hpp"
#include "apps/support/dense/blas.hpp"

namespace jackdaw::apps::cholesky {

/// A tile that has its numbers, and so can travel.
struct owned_tile {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> numbers;  ///< column by column

  owned_tile() = default;
  explicit owned_tile(const tile& from) : rows(from.rows), columns(from.columns) {
    for (std::size_t column = 0; column < columns; ++column)
      for (std::size_t row = 0; row < rows; ++row) numbers.push_back(from.at(row, column));
  }
  [[nodiscard]] tile all() const { return {const_cast<double*>(numbers.data()), rows, columns, rows}; }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(rows, columns, numbers);
  }
};

/// The lower tiles of a matrix over the ranks of a place (cluster::world, or cluster::one_machine), in a grid of ranks
/// repeated over the matrix. Each tile is changed in one order, so the factor is the same to the last bit anywhere.
template <class Place>
class tiles_over_ranks {
 public:
  /// All ranks have the whole matrix to begin with.
  tiles_over_ranks(Place& place, const tiled& from) : place_(place), count_(from.count()) {
    unsigned high = 1;
    for (unsigned i = 2; i * i <= place.ranks(); ++i)
      if (place.ranks() % i == 0) high = i;
    const unsigned wide = place.ranks() / high;
    for (std::size_t i = 0; i < count_; ++i)
      for (std::size_t j = 0; j <= i; ++j)
        lower_.emplace_back(place, static_cast<unsigned>(i % high * wide + j % wide),
                            owned_tile(from.at(i, j)));
  }

  /// The factor takes their place. Throws flow_error where the matrix is not positive definite.
  void factor() {
    typename Place::flow tasks(place_);
    for_each_operation(
        count_,
        [&](std::size_t k) {
          tasks.submit(named("potrf"), priority(2), write(at(k, k)), [](owned_tile& d) {
            pivots found;
            found.factor(d.all(), 0);
            found.require_positive("a tile at the diagonal");
          });
        },
        [&](std::size_t k, std::size_t i) {
          tasks.submit(named("trsm"), priority(1), read(at(k, k)), write(at(i, k)),
                       [](const owned_tile& l, owned_tile& b) { blas::solve_transposed(l.all(), b.all()); });
        },
        [&](std::size_t k, std::size_t i) {
          tasks.submit(named("syrk"), priority(0), read(at(i, k)), write(at(i, i)),
                       [](const owned_tile& l, owned_tile& c) { blas::subtract_square(l.all(), c.all()); });
        },
        [&](std::size_t k, std::size_t i, std::size_t j) {
          tasks.submit(named("gemm"), priority(0), read(at(i, k)), read(at(j, k)), write(at(i, j)),
                       [](const owned_tile& l, const owned_tile& m, owned_tile& c) {
                         blas::multiply_transposed(-1, l.all(), m.all(), 1, c.all());
                       });
        });
    tasks.wait();
  }

  /// Copies the factor into a matrix of all ranks.
  void copy_to(const tiled& to) {
    typename Place::flow tasks(place_);
    for (std::size_t i = 0; i < count_; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        const owned_tile found = tasks.fetch(at(i, j));
        const tile place = to.at(i, j);
        for (std::size_t column = 0; column < found.columns; ++column)
          for (std::size_t row = 0; row < found.rows; ++row)
            place.at(row, column) = found.all().at(row, column);
      }
  }

 private:
  using handle = typename Place::template handle<owned_tile>;
  [[nodiscard]] handle& at(std::size_t i, std::size_t j) { return lower_[i * (i + 1) / 2 + j]; }

  Place& place_;
  std::size_t count_;
  std::deque<handle> lower_;
};

}  // namespace jackdaw::apps::cholesky
