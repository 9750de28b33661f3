// LU factors by threads that own columns of blocks, without tasks.
#pragma once

#include <algorithm>
#include <barrier>
#include <cstddef>

#include "apps/lu/pieces.hpp"
#include "apps/support/dense/tile.hpp"
#include "apps/support/work/threads.hpp"

namespace jackdaw::apps::lu {

/// Statically partitioned: columns of blocks are dealt to the threads in turn. The owner of the next column
/// factors it, then each thread brings the columns that it owns up to date with it.
inline void run_threads(unsigned workers, const tile& a, std::size_t block) {
  const std::size_t n = a.rows;
  std::barrier factored(workers);
  run_in_threads(workers, [&](const share& mine) {
    const auto width = [&](std::size_t first) { return std::min(block, n - first); };
    const auto is_mine = [&](std::size_t first) { return mine.has(first / block); };
    for (std::size_t k = 0; k < n; k += block) {
      const std::size_t next = k + width(k);
      const tile diagonal = a.part(k, k, width(k), width(k));
      const tile below = a.part(next, k, n - next, width(k));
      if (is_mine(k)) {
        factor_leaf(diagonal);
        if (next < n) blas::solve_upper(diagonal, below);
      }
      factored.arrive_and_wait();
      for (std::size_t j = next; j < n; j += block) {
        if (!is_mine(j)) continue;
        const tile right = a.part(k, j, width(k), width(j));
        blas::solve_lower(diagonal, right);
        blas::multiply(-1, below, right, 1, a.part(next, j, n - next, width(j)));
      }
    }
  });
}

}  // namespace jackdaw::apps::lu
