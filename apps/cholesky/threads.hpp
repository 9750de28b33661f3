// The Cholesky factor by threads that own columns of tiles, without tasks.
#pragma once

#include <barrier>
#include <cstddef>

#include "apps/cholesky/tiles.hpp"
#include "apps/support/work/threads.hpp"

namespace jackdaw::apps::cholesky {

/// Statically partitioned: columns of tiles are dealt to the threads in turn. The owner of the next column
/// factors it, then each thread brings the columns that it owns up to date with it.
inline void run_threads(unsigned workers, const tiled& t, pivots& found) {
  const std::size_t n = t.a.rows;
  std::barrier factored(workers);
  run_in_threads(workers, [&](const share& mine) {
    for (std::size_t k = 0; k < t.count(); ++k) {
      const tile diagonal = t.at(k, k);
      const std::size_t next = t.first(k) + diagonal.rows;
      if (mine.has(k)) {
        found.factor(diagonal, t.first(k));
        if (next < n)
          blas::solve_transposed(diagonal, t.a.part(next, t.first(k), n - next, diagonal.columns));
      }
      factored.arrive_and_wait();
      for (std::size_t j = k + 1; j < t.count(); ++j) {
        if (!mine.has(j)) continue;
        const tile from = t.at(j, k);
        const tile square = t.at(j, j);
        blas::subtract_square(from, square);
        const std::size_t below = t.first(j) + square.rows;
        if (below == n) continue;
        blas::multiply_transposed(-1, t.a.part(below, t.first(k), n - below, from.columns), from, 1,
                                  t.a.part(below, t.first(j), n - below, square.columns));
      }
    }
  });
}

}  // namespace jackdaw::apps::cholesky
