// The same with Taskflow: a graph of one sweep, which runs again and again.
#include <array>
#include <cstddef>
#include <cstdio>
#include <vector>

#include <taskflow/taskflow.hpp>

#include "problem.hpp"

int main() {
  std::vector<problem::block> grid(problem::blocks * problem::blocks);
  tf::Taskflow sweep;
  std::vector<tf::Task> tasks;
  for (std::size_t i = 0; i < problem::blocks; ++i) {
    for (std::size_t j = 0; j < problem::blocks; ++j) {
      tasks.push_back(sweep.emplace([&grid, i, j] {
        problem::block& here = grid[i * problem::blocks + j];
        std::array<const problem::edge*, 4> around{};
        for (std::size_t at = 0; at < 4; ++at)
          around[at] = problem::has_neighbour(i, j, at)
                           ? &grid[problem::neighbour(i, j, at)].edges[problem::opposite(at)]
                           : &problem::outside(at);
        problem::sweep(here.inside, around);
        for (std::size_t at = 0; at < 4; ++at) problem::show(here.inside, at, here.edges[at]);
      }));
      for (const std::size_t at : {problem::up, problem::left}) {
        if (problem::has_neighbour(i, j, at)) tasks[problem::neighbour(i, j, at)].precede(tasks.back());
      }
    }
  }
  tf::Executor executor;
  executor.run_n(sweep, problem::sweeps).wait();

  const problem p;
  bool right = true;
  for (std::size_t k = 0; k < grid.size(); ++k) right = right && grid[k].inside == p.expected[k].inside;
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
