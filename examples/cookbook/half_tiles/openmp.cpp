// The same with OpenMP.
#include <cstddef>
#include <cstdio>
#include <vector>

#include "problem.hpp"

int main() {
  const problem p;
  constexpr std::size_t n = problem::tiles;
  std::vector<problem::tile> tiles = p.start;
  std::vector<problem::reflectors> halves(n * n);
  problem::tile* const t = tiles.data();
  problem::reflectors* const lower = halves.data();
#pragma omp parallel
#pragma omp single
  for (std::size_t k = 0; k < n; ++k) {
#pragma omp task firstprivate(k) depend(inout : t[k * n + k]) depend(out : lower[k * n + k])
    problem::factor(t[k * n + k], lower[k * n + k]);
    for (std::size_t j = k + 1; j < n; ++j) {
#pragma omp task firstprivate(j, k) depend(in : lower[k * n + k]) depend(inout : t[k * n + j])
      problem::apply(lower[k * n + k], t[k * n + j]);
    }
    for (std::size_t i = k + 1; i < n; ++i) {
#pragma omp task firstprivate(i, k) depend(inout : t[k * n + k]) depend(in : t[i * n + k]) \
    depend(out : lower[i * n + k])
      problem::factor_below(t[k * n + k], t[i * n + k], lower[i * n + k]);
      for (std::size_t j = k + 1; j < n; ++j) {
#pragma omp task firstprivate(i, j, k) depend(in : lower[i * n + k]) \
    depend(inout : t[k * n + j], t[i * n + j])
        problem::apply_below(lower[i * n + k], t[k * n + j], t[i * n + j]);
      }
    }
  }

  const bool right =
      p.is_right([&](std::size_t i, std::size_t j) -> const problem::tile& { return tiles[i * n + j]; });
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
