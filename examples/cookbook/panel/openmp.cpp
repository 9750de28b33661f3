// The same with OpenMP: the panel ends its subtasks by a taskwait.
#include <cstddef>
#include <cstdio>
#include <vector>

#include "problem.hpp"

int main() {
  const problem p;
  constexpr std::size_t n = problem::tiles;
  std::vector<problem::tile> tiles = p.start;
  problem::tile* const t = tiles.data();
#pragma omp parallel
#pragma omp single
  for (std::size_t k = 0; k < n; ++k) {
#pragma omp task firstprivate(k) depend(iterator(std::size_t i = k : n), inout : t[i * n + k])
    {
      problem::factor(t[k * n + k]);
      for (std::size_t i = k + 1; i < n; ++i) {
#pragma omp task firstprivate(i, k)
        problem::solve_column(t[k * n + k], t[i * n + k]);
      }
#pragma omp taskwait
    }
    for (std::size_t j = k + 1; j < n; ++j) {
#pragma omp task firstprivate(j, k) depend(in : t[k * n + k]) depend(inout : t[k * n + j])
      problem::solve_row(t[k * n + k], t[k * n + j]);
      for (std::size_t i = k + 1; i < n; ++i) {
#pragma omp task firstprivate(i, j, k) depend(in : t[i * n + k], t[k * n + j]) depend(inout : t[i * n + j])
        problem::update(t[i * n + k], t[k * n + j], t[i * n + j]);
      }
    }
  }

  const bool right = tiles == p.expected;
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
