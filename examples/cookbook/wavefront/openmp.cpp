// The same with OpenMP. A depend clause names the ghosts one by one: where there is no neighbour, a word that no task writes.
#include <array>
#include <cstddef>
#include <cstdio>
#include <vector>

#include "problem.hpp"

int main() {
  std::vector<problem::block> grid(problem::blocks * problem::blocks);
  std::array<problem::edge, 4> outside{};
  for (std::size_t at = 0; at < 4; ++at) outside[at] = problem::outside(at);
#pragma omp parallel
#pragma omp single
  for (std::size_t s = 0; s < problem::sweeps; ++s) {
    for (std::size_t i = 0; i < problem::blocks; ++i) {
      for (std::size_t j = 0; j < problem::blocks; ++j) {
        problem::block* const here = &grid[i * problem::blocks + j];
        std::array<const problem::edge*, 4> around{};
        for (std::size_t at = 0; at < 4; ++at)
          around[at] = problem::has_neighbour(i, j, at)
                           ? &grid[problem::neighbour(i, j, at)].edges[problem::opposite(at)]
                           : &outside[at];
        [[maybe_unused]] problem::edge* const own = here->edges.data();  // for the compiler, depend is no use
        const problem::edge* const up = around[0];
        const problem::edge* const left = around[1];
        const problem::edge* const down = around[2];
        const problem::edge* const right = around[3];
#pragma omp task firstprivate(here, around) depend(in : *up, *left, *down, *right) \
    depend(inout : own[0], own[1], own[2], own[3])
        {
          problem::sweep(here->inside, around);
          for (std::size_t at = 0; at < 4; ++at) problem::show(here->inside, at, here->edges[at]);
        }
      }
    }
  }

  const problem p;
  bool right = true;
  for (std::size_t k = 0; k < grid.size(); ++k) right = right && grid[k].inside == p.expected[k].inside;
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
