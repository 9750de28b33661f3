// The same with oneTBB: it has no data-flow tasks, so each diagonal of blocks is a loop.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <vector>

#include <tbb/parallel_for.h>

#include "problem.hpp"

int main() {
  std::vector<problem::block> grid(problem::blocks * problem::blocks);
  for (std::size_t s = 0; s < problem::sweeps; ++s) {
    for (std::size_t diagonal = 0; diagonal < 2 * problem::blocks - 1; ++diagonal) {
      const std::size_t first = diagonal < problem::blocks ? 0 : diagonal - problem::blocks + 1;
      tbb::parallel_for(first, std::min(diagonal + 1, problem::blocks), [&](std::size_t i) {
        const std::size_t j = diagonal - i;
        problem::block& here = grid[i * problem::blocks + j];
        std::array<const problem::edge*, 4> around{};
        for (std::size_t at = 0; at < 4; ++at)
          around[at] = problem::has_neighbour(i, j, at)
                           ? &grid[problem::neighbour(i, j, at)].edges[problem::opposite(at)]
                           : &problem::outside(at);
        problem::sweep(here.inside, around);
        for (std::size_t at = 0; at < 4; ++at) problem::show(here.inside, at, here.edges[at]);
      });
    }
  }

  const problem p;
  bool right = true;
  for (std::size_t k = 0; k < grid.size(); ++k) right = right && grid[k].inside == p.expected[k].inside;
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
