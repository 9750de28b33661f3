// LU factors on the flow face: a task for each operation on blocks, which says which blocks it reads and which
// it writes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>

#include <jackdaw/flow/basic_flow.hpp>
#include <jackdaw/flow/trace/open_tasks.hpp>

#include "apps/lu/pieces.hpp"
#include "apps/support/dense/tile.hpp"
#include "apps/support/text/indexed.hpp"
#include "apps/support/work/most_tasks.hpp"
#include "apps/support/work/parts.hpp"

namespace jackdaw::apps::lu {

/// Right-looking, block by block. What the loops submit in order runs in any that leaves the versions of each
/// block in order: the next column of blocks is factored while the last ones are still being brought up to date.
template <class Scheduler>
void run_flow(Scheduler& on, const tile& a, std::size_t block) {
  const std::size_t count = parts(a.rows, block);
  std::deque<handle<tile>> blocks;  // row by row
  const auto from = [block](std::size_t index) { return index * block; };
  const auto length = [&](std::size_t index) { return std::min(block, a.rows - from(index)); };
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < count; ++j)
      blocks.emplace_back(a.part(from(i), from(j), length(i), length(j))).name(indexed("A", i, j));
  const auto at = [&](std::size_t i, std::size_t j) -> handle<tile>& { return blocks[i * count + j]; };

  basic_flow<Scheduler> tasks(on, most_tasks);
  for (std::size_t k = 0; k < count; ++k) {
    tasks.submit(named("factor"), write(at(k, k)), [](tile& d) { factor_leaf(d); });
    for (std::size_t i = k + 1; i < count; ++i)
      tasks.submit(named("solve U"), read(at(k, k)), write(at(i, k)),
                   [](const tile& u, tile& b) { blas::solve_upper(u, b); });
    for (std::size_t j = k + 1; j < count; ++j) {
      tasks.submit(named("solve L"), read(at(k, k)), write(at(k, j)),
                   [](const tile& l, tile& b) { blas::solve_lower(l, b); });
      for (std::size_t i = k + 1; i < count; ++i)
        tasks.submit(named("update"), read(at(i, k)), read(at(k, j)), write(at(i, j)),
                     [](const tile& l, const tile& u, tile& c) { blas::multiply(-1, l, u, 1, c); });
    }
  }
  tasks.wait();
}

}  // namespace jackdaw::apps::lu
