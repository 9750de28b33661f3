// Gauss-Seidel with ghosts: a block's task writes its cells and its edges, and reads the edges of the neighbours that it has.
#include <array>
#include <cstddef>
#include <cstdio>
#include <vector>

#include <jackdaw/jackdaw.hpp>

#include "problem.hpp"

using namespace jackdaw;

struct block {
  handle<problem::cells> cells;
  std::array<handle<problem::edge>, 4> edges;
};

int main() {
  std::vector<block> grid(problem::blocks * problem::blocks);
  scheduler sched;
  flow tasks(sched);
  for (std::size_t s = 0; s < problem::sweeps; ++s) {
    for (std::size_t i = 0; i < problem::blocks; ++i) {
      for (std::size_t j = 0; j < problem::blocks; ++j) {
        block& here = grid[i * problem::blocks + j];
        std::vector<handle<problem::edge>*> ghosts;
        for (std::size_t at = 0; at < 4; ++at) {
          if (problem::has_neighbour(i, j, at))
            ghosts.push_back(&grid[problem::neighbour(i, j, at)].edges[problem::opposite(at)]);
        }
        tasks.submit(read(ghosts), write(here.cells), write(here.edges),
                     [i, j](references<const problem::edge> ghost, problem::cells& c,
                            references<problem::edge> edges) {
                       std::array<const problem::edge*, 4> around{};
                       for (std::size_t at = 0, next = 0; at < 4; ++at)
                         around[at] =
                             problem::has_neighbour(i, j, at) ? &ghost[next++] : &problem::outside(at);
                       problem::sweep(c, around);
                       for (std::size_t at = 0; at < 4; ++at) problem::show(c, at, edges[at]);
                     });
      }
    }
  }
  tasks.wait();

  const problem p;
  bool right = true;
  for (std::size_t k = 0; k < grid.size(); ++k)
    right = right && grid[k].cells.value() == p.expected[k].inside;
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
