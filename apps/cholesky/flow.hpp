// The Cholesky factor on the flow face: a task for each operation on tiles, which says which tiles it reads and
// which it writes.
#pragma once

#include <cstddef>
#include <deque>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/trace/open_tasks.hpp>

#include "apps/cholesky/tiles.hpp"
#include "apps/support/text/indexed.hpp"
#include "apps/support/work/most_tasks.hpp"

namespace jackdaw::apps::cholesky {

/// On any scheduler. Each tile is written in the order of submission: the same factor to the last bit in every
/// run, and by the serial program.
template <class Scheduler>
void run_flow(Scheduler& on, const tiled& t, pivots& found) {
  std::deque<handle<tile>> lower;  // row by row
  for (std::size_t i = 0; i < t.count(); ++i)
    for (std::size_t j = 0; j <= i; ++j) lower.emplace_back(t.at(i, j)).name(indexed("A", i, j));
  const auto at = [&lower](std::size_t i, std::size_t j) -> handle<tile>& {
    return lower[i * (i + 1) / 2 + j];
  };

  basic_flow<Scheduler> tasks(on, most_tasks);
  for_each_operation(
      t.count(),
      [&](std::size_t k) {
        tasks.submit(named("potrf"), write(at(k, k)),
                     [&found, row = t.first(k)](tile& d) { found.factor(d, row); });
      },
      [&](std::size_t k, std::size_t i) {
        tasks.submit(named("trsm"), read(at(k, k)), write(at(i, k)),
                     [](const tile& l, tile& b) { blas::solve_transposed(l, b); });
      },
      [&](std::size_t k, std::size_t i) {
        tasks.submit(named("syrk"), read(at(i, k)), write(at(i, i)),
                     [](const tile& l, tile& c) { blas::subtract_square(l, c); });
      },
      [&](std::size_t k, std::size_t i, std::size_t j) {
        tasks.submit(
            named("gemm"), read(at(i, k)), read(at(j, k)), write(at(i, j)),
            [](const tile& l, const tile& m, tile& c) { blas::multiply_transposed(-1, l, m, 1, c); });
      });
  tasks.wait();
}

}  // namespace jackdaw::apps::cholesky
