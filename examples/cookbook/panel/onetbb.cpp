// The same with oneTBB: loops, with a barrier after each.
#include <cstddef>
#include <cstdio>
#include <vector>

#include <tbb/blocked_range2d.h>
#include <tbb/parallel_for.h>

#include "problem.hpp"

int main() {
  const problem p;
  constexpr std::size_t n = problem::tiles;
  std::vector<problem::tile> t = p.start;
  for (std::size_t k = 0; k < n; ++k) {
    problem::factor(t[k * n + k]);
    tbb::parallel_for(k + 1, n, [&](std::size_t i) {
      problem::solve_column(t[k * n + k], t[i * n + k]);
      problem::solve_row(t[k * n + k], t[k * n + i]);
    });
    tbb::parallel_for(tbb::blocked_range2d(k + 1, n, k + 1, n),
                      [&](const tbb::blocked_range2d<std::size_t>& part) {
                        for (std::size_t i = part.rows().begin(); i != part.rows().end(); ++i) {
                          for (std::size_t j = part.cols().begin(); j != part.cols().end(); ++j)
                            problem::update(t[i * n + k], t[k * n + j], t[i * n + j]);
                        }
                      });
  }

  const bool right = t == p.expected;
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
